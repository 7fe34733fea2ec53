// Tables of any shape and kernels that hold them, for what must come out of a table nobody edits.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <vector>

#include "client/client.h"
#include "sim/kernel.h"

namespace ipvsim::client_laws {

// One service in few numbers, so that it shrinks and prints well.
struct ServicePlan {
  enum class Kind : uint8_t { v4, v6, mark, mark6 };
  Kind kind = Kind::v4;
  uint16_t number = 0;     // tells services of a kind apart
  bool long_name = false;  // a scheduler name of four letters, four bytes more
  bool engine = false;     // a persistence engine, eight bytes more
  uint16_t destinations = 0;
};
std::ostream& operator<<(std::ostream& out, const ServicePlan& plan);
using TablePlan = std::vector<ServicePlan>;

client::Service planned_service(const ServicePlan& plan);
// The n-th added, from 0; every third one of another family than its service, tunnelled.
client::Destination planned_destination(const ServicePlan& plan, uint16_t n);

// How large the chunks are and how large the reader's buffer is.
struct Sizes {
  enum class Rule : uint8_t { kernel, fixed, script, random };
  Rule rule = Rule::kernel;
  std::vector<uint32_t> chunks;  // one, several, or the two ends of a range
  uint32_t receive = 32768;
};
std::ostream& operator<<(std::ostream& out, const Sizes& sizes);
DumpBufferRule rule_of(const Sizes& sizes);

// A kernel with the table of a plan, filled by a client. A service planned twice is there once.
std::unique_ptr<sim::Kernel> kernel_with(DumpVariant variant, const TablePlan& plan);

// The largest entry of these tables on the wire: a service of 332 bytes with an empty nest and one
// destination.
inline constexpr uint32_t kLargestEntry = 332 + 4 + 336;

}  // namespace ipvsim::client_laws
