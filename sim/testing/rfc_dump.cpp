// Edits for the tests of GET_SERVICE_DEST.
#include "sim/testing/rfc_dump.h"

namespace ipvsim::testing {

namespace {

ipvs::Service& found(sim::Kernel& kernel, size_t row, int nth) {
  return *kernel.ipvs().find_service(kernel.ipvs_netns(), service_key(address_in_row(row, nth), 80));
}

}  // namespace

std::string dests(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) text += (text.empty() ? "10.1.0." : " 10.1.0.") + std::to_string(i);
  return text;
}

Profile RfcDump::profile_of(DumpVariant variant) {
  Profile profile;
  profile.variant = variant;
  return profile;
}

ipvs::Service& RfcDump::add_mark(uint32_t fwmark, int dest_count) {
  const auto key = ipvs::ServiceKey::of_fwmark(fwmark);
  EXPECT_TRUE(kernel_.ipvs().add_service(kernel_.ipvs_netns(), key, {}).ok());
  ipvs::Service& service = *kernel_.ipvs().find_service(kernel_.ipvs_netns(), key);
  add_dests(kernel_, service, dest_count);
  return service;
}

void RfcDump::remove(size_t row, int nth) { kernel_.ipvs().del_service(found(kernel_, row, nth)); }

void RfcDump::add_dest(size_t row, int nth, std::string_view address) {
  EXPECT_TRUE(kernel_.ipvs().add_dest(found(kernel_, row, nth), dest_key(address, 80), {}).ok());
}

void RfcDump::remove_dest(size_t row, int nth, int number) {
  const auto key = dest_key("10.1.0." + std::to_string(number), 80);
  EXPECT_TRUE(kernel_.ipvs().del_dest(found(kernel_, row, nth), key).ok());
}

}  // namespace ipvsim::testing
