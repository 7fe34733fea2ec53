// ipvsadm-save text out of a kernel and into one.
#include <gtest/gtest.h>

#include "sim/testing/ipvs_user.h"
#include "tools/state/state.h"

namespace ipvsim::tools {
namespace {

using namespace uapi;
using testing::Attrs;

const char kTable[] =
    "-A -t 10.0.0.1:80 -s wlc\n"
    "-a -t 10.0.0.1:80 -r 10.1.0.1:80 -m -w 3\n"
    "-a -t 10.0.0.1:80 -r 10.1.0.2:8080 -g -w 1\n"
    "-a -t 10.0.0.1:80 -r 10.1.0.3:80 -i -w 1 --tun-type gue --tun-port 6080 --tun-csum\n"
    "-a -t 10.0.0.1:80 -r [2001:db8::9]:80 -i -w 1 --tun-type ipip\n"
    "-A -t [2001:db8::1]:80 -s rr -p 360 -M 64\n"
    "-A -u 10.0.0.1:53 -s sh -o -b sh-port\n"
    "-A --sctp-service 10.0.0.2:99 -s rr -p 60 -M 255.255.255.0 --pe sip\n"
    "-A -f 7 -s none\n"
    "-A -f 7 -6 -s rr\n";

std::string complaint(sim::Kernel& kernel, const std::string& text, genl::NetnsId netns = 0) {
  const nlohmann::json before = save_json(kernel);
  try {
    restore_text(kernel, netns, text, "table");
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(save_json(kernel), before) << "something changed";
    return error.what();
  }
  return "no complaint";
}

TEST(TextState, SaveFlushRestoreSaveIsTheSameText) {
  sim::Kernel kernel;
  restore_text(kernel, 0, kTable);
  const std::string saved = save_text(kernel);
  EXPECT_EQ(std::count(saved.begin(), saved.end(), '\n'), 10);
  kernel.ipvs().flush(kernel.ipvs_netns());
  EXPECT_EQ(save_text(kernel), "");
  restore_text(kernel, 0, saved);
  EXPECT_EQ(save_text(kernel), saved);
  kernel.audit();
}

TEST(TextState, EveryLineComesBackInTheTextUnchanged) {
  sim::Kernel kernel;
  restore_text(kernel, 0, kTable);
  const std::string saved = save_text(kernel);
  for (std::string_view rest = kTable; !rest.empty();) {
    const size_t end = rest.find('\n') + 1;
    EXPECT_NE(saved.find(rest.substr(0, end)), std::string::npos) << rest.substr(0, end) << saved;
    rest.remove_prefix(end);
  }
}

TEST(TextState, LaterDestinationsAreListedEarlierAsIpvsadmWouldHaveIt) {
  sim::Kernel kernel;
  restore_text(kernel, 0, kTable);
  testing::IpvsUser user(kernel);
  const auto told = testing::told(
      user.dump(kIpvsGetDest, testing::in_service(testing::service_identity("10.0.0.1", 80)), 32768));
  EXPECT_EQ(told.at(0).substr(0, 20), "2001:db8::9 10.1.0.3");
}

TEST(TextState, EachNamespaceHasItsOwnText) {
  sim::Kernel kernel;
  kernel.add_netns(0x10);
  restore_text(kernel, 1, "-A -t 10.0.0.1:80 -s rr\n");
  EXPECT_EQ(save_text(kernel, 0), "");
  EXPECT_EQ(save_text(kernel, 1), "-A -t 10.0.0.1:80 -s rr\n");
}

TEST(TextState, RestoreLoadsTheModuleAndAddsToWhatIsThere) {
  Profile profile;
  profile.module = ModuleState::absent;
  sim::Kernel kernel(profile);
  EXPECT_EQ(save_text(kernel), "");
  restore_text(kernel, 0, "-A -t 10.0.0.1:80 -s rr\n");
  restore_text(kernel, 0, "-A -t 10.0.0.2:80 -s rr\n");
  EXPECT_EQ(save_text(kernel), "-A -t 10.0.0.1:80 -s rr\n-A -t 10.0.0.2:80 -s rr\n");
}

TEST(TextState, RefusedEntryIsToldByItsLineAndNothingChanges) {
  sim::Kernel kernel;
  restore_text(kernel, 0, "-A -t 10.0.0.1:80 -s rr\n");
  const std::string good = "-A -t 10.0.0.2:80 -s rr\n\n-a -t 10.0.0.2:80 -r 10.1.0.1:80 -m\n";
  EXPECT_EQ(complaint(kernel, good + "-A -t 10.0.0.3:80 -s best\n"),
            "table:4: scheduler best is not available in this kernel");
  EXPECT_EQ(complaint(kernel, good + "-A -t 10.0.0.1:80 -s rr\n"), "table:4: the kernel says EEXIST");
  EXPECT_EQ(complaint(kernel, good + "-a -t 10.0.0.2:80 -r 224.0.0.1:80 -m\n"),
            "table:4: the kernel says EINVAL");
  EXPECT_EQ(complaint(kernel, good + "-a -t 10.0.0.2:80 -r [2001:db8::9]:80 -m\n"),
            "table:4: a destination of another family must be a tunnel");
  EXPECT_EQ(complaint(kernel, good), "no complaint");
}

TEST(TextState, OtherFamilyIsRefusedWhileADaemonRuns) {
  sim::Kernel kernel;
  ASSERT_TRUE(
      kernel.ipvs().start_daemon(kernel.ipvs_netns(), kIpvsDaemonMaster, {"lo", 1, 0, 0, {}, 0, 0}).ok());
  EXPECT_EQ(complaint(kernel, "-A -t 10.0.0.1:80 -s rr\n-a -t 10.0.0.1:80 -r [2001:db8::9]:80 -i\n"),
            "table:2: a destination of another family while a sync daemon runs");
}

TEST(TextState, NoIpv6MeansNoIpv6) {
  Profile profile;
  profile.ipv6 = false;
  sim::Kernel kernel(profile);
  EXPECT_EQ(complaint(kernel, "-A -t [2001:db8::1]:80 -s rr\n"), "table:1: this kernel has no IPv6");
}

TEST(TextState, TableWithoutWordsIsNotSavedAsText) {
  sim::Kernel kernel;
  testing::IpvsUser user(kernel);
  ASSERT_EQ(user.call(kIpvsNewService,
                      testing::in_service(
                          testing::service_identity("10.0.0.1", 80, 50).append(testing::service_settings()))),
            0);
  try {
    (void)save_text(kernel);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("save it as JSON"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace ipvsim::tools
