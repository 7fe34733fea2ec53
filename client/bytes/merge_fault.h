// A fault that a test can plant in the merging of fragments, to see that the laws notice it. Never on outside
// tests.
#pragma once

namespace ipvsim::client::testing {

// While on, in this thread, a fragment that continues a service loses its first destination. Off at start.
void plant_merge_fault(bool on);
bool merge_fault_planted();

}  // namespace ipvsim::client::testing
