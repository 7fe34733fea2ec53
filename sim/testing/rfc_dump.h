// The ground of the tests of GET_SERVICE_DEST: a kernel of one variant, services placed by row, edits between
// chunks.
#pragma once

#include <gtest/gtest.h>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::testing {

using Texts = std::vector<std::string>;

// What told() says of a service in a row.
inline std::string svc(size_t row, int nth = 0) { return address_in_row(row, nth) + ":80"; }
// What told() says of the destinations that add() gives: "10.1.0.1 10.1.0.2 ...", from `first` to `last`.
std::string dests(int first, int last);

class RfcDump : public ::testing::Test {
 protected:
  explicit RfcDump(DumpVariant variant) : kernel_(profile_of(variant)) {}

  ipvs::Service& add(size_t row, int nth = 0, int dest_count = 0, genl::NetnsId netns = 0) {
    return add_in_row(kernel_, row, nth, dest_count, netns);
  }
  ipvs::Service& add_mark(uint32_t fwmark, int dest_count = 0);
  void remove(size_t row, int nth = 0);
  void add_dest(size_t row, int nth, std::string_view address);
  void remove_dest(size_t row, int nth, int number);
  void buffers(std::vector<size_t> sizes) {
    kernel_.set_dump_buffer(DumpBufferRule::script(std::move(sizes)));
  }

  // The first chunk exists when this returns, each receive makes the next one.
  void start(const Attrs& top = {}) {
    user_.send(user_.request(uapi::kIpvsGetServiceDest, top, kDumpRequest));
  }
  Texts rest() { return told(user_.drain(65536, 1000)); }
  Texts all(const Attrs& top = {}) {
    start(top);
    return rest();
  }
  std::vector<uint64_t> state() {
    const auto args = user_.socket().dump_cursor().value().args;
    return {args[0], args[1], args[2], args[3]};
  }
  static Attrs one(size_t row, int nth = 0) {
    return in_service(service_identity(address_in_row(row, nth), 80));
  }

  // Sizes of the parts (ipvs-control.md 10; rfc-dumps.md 1 and 2).
  static constexpr size_t kService = 320;
  static constexpr size_t kDest = 356;           // a NEW_DEST message
  static constexpr size_t kNestedService = 324;  // with an empty DESTS
  static constexpr size_t kNestedDest = 336;

  sim::Kernel kernel_;
  IpvsUser user_{kernel_};

 private:
  static Profile profile_of(DumpVariant variant);
};

}  // namespace ipvsim::testing
