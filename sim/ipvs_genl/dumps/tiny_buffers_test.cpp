// Dump buffers that no kernel would choose, from the 20 bytes of a DONE on: every dump of every variant takes
// one chunk a receive, keeps to its buffer, and ends, except where the spec says that it does not
// (rfc-dumps.md 3).
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

constexpr int kPatience = 50;

struct Ending {
  bool ended = false;
  int error = 0;
  size_t messages = 0;
};

// Runs a dump with `patience`; each receive is watched.
Ending run(sim::Kernel& kernel, const Data& request, size_t buffer) {
  kernel.set_dump_buffer(DumpBufferRule::fixed(buffer));
  IpvsUser user(kernel, 77);
  user.send(request);
  EXPECT_EQ(user.socket().counters().chunks, 1u);
  Ending ending;
  for (int i = 0; i < kPatience && !ending.ended; ++i) {
    const uint64_t chunks = user.socket().counters().chunks;
    const Received got = user.recv(65536);
    EXPECT_LE(user.socket().counters().chunks, chunks + 1);
    EXPECT_EQ(got.err, 0);
    EXPECT_LE(got.length, buffer);
    for (const Answer& answer : got.answers()) {
      ending.ended = answer.is_done();
      if (ending.ended) ending.error = answer.error();
      ending.messages += !ending.ended;
    }
  }
  if (ending.ended) {
    EXPECT_EQ(user.recv().err, EAGAIN);
  }
  return ending;
}

class TinyBuffers : public ::testing::TestWithParam<DumpVariant> {
 protected:
  static Profile profile() {
    Profile profile;
    profile.variant = GetParam();
    return profile;
  }
  bool nests() const { return GetParam() == DumpVariant::rfc_v2 || GetParam() == DumpVariant::rfc_v3; }

  sim::Kernel kernel_{profile()};
};

TEST_P(TinyBuffers, GetServiceGetDestAndGetDaemonAlwaysEnd) {
  add_in_row(kernel_, 1, 0, 2);
  add_in_row(kernel_, 2);
  ASSERT_TRUE(kernel_.ipvs().start_daemon(kernel_.ipvs_netns(), 1, {.interface = "lo", .group = {}}).ok());
  const Attrs service = in_service(service_identity(address_in_row(1), 80));
  for (size_t n = 20; n <= 760; ++n) {
    const auto request = [&](uint8_t cmd) {
      return genl_request(kernel_.family_id(), cmd, kDumpRequest, service);
    };
    const Ending services = run(kernel_, request(kIpvsGetService), n);
    EXPECT_TRUE(services.ended && services.error == 0) << n;
    EXPECT_EQ(services.messages, n < 320 ? 0u : 2u) << n;
    const Ending dests = run(kernel_, request(kIpvsGetDest), n);
    EXPECT_TRUE(dests.ended && dests.error == 0) << n;
    EXPECT_EQ(dests.messages, n < 356 ? 0u : 2u) << n;
    const Ending daemons = run(kernel_, request(kIpvsGetDaemon), n);
    EXPECT_TRUE(daemons.ended && daemons.error == 0) << n;
    EXPECT_EQ(daemons.messages, n < 80 ? 0u : 1u) << n;
  }
}

class TinyServiceDest : public TinyBuffers {};

TEST_P(TinyServiceDest, EndsUnlessAServiceFitsButNoDestination) {
  add_in_row(kernel_, 1, 0, 1);
  const Data request = genl_request(kernel_.family_id(), kIpvsGetServiceDest, kDumpRequest);
  for (size_t n = 20; n <= 760; ++n) {
    const Ending ending = run(kernel_, request, n);
    EXPECT_EQ(ending.ended, !(nests() && n >= 324 && n < 660)) << n;
    // Only the serial variant says that something did not fit (ARCHITECTURE.md 5).
    EXPECT_EQ(ending.error, GetParam() == DumpVariant::serial && n < 660 ? EMSGSIZE : 0) << n;
  }
}

TEST_P(TinyBuffers, ControllersDumpsEndUnlessABareHeaderIsAllThatFits) {
  const Data families = genl_request(kGenlIdCtrl, kCtrlGetFamily, kDumpRequest);
  const Data policies =
      genl_request(kGenlIdCtrl, kCtrlGetPolicy, kDumpRequest, Attrs().text(kCtrlFamilyName, "IPVS"));
  for (size_t n = 20; n <= 500; ++n) {
    EXPECT_TRUE(run(kernel_, families, n).ended) << n;
    // The quirk of genetlink.md 6.5: with room for the 20 bytes of headers only, they are written again and
    // again.
    EXPECT_EQ(run(kernel_, policies, n).ended, n >= 28) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, TinyBuffers,
                         ::testing::Values(DumpVariant::stock, DumpVariant::rfc_v1, DumpVariant::rfc_v2,
                                           DumpVariant::rfc_v3, DumpVariant::serial),
                         [](const auto& variant) { return variant_word(variant.param); });
INSTANTIATE_TEST_SUITE_P(Variants, TinyServiceDest,
                         ::testing::Values(DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3,
                                           DumpVariant::serial),
                         [](const auto& variant) { return variant_word(variant.param); });

}  // namespace
}  // namespace ipvsim::ipvs_genl
