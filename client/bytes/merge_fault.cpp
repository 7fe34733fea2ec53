// The switch of the planted fault.
#include "client/bytes/merge_fault.h"

namespace ipvsim::client::testing {
namespace {

thread_local bool planted = false;

}  // namespace

void plant_merge_fault(bool on) { planted = on; }
bool merge_fault_planted() { return planted; }

}  // namespace ipvsim::client::testing
