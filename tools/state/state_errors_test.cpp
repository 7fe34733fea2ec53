// What cannot be restored is told in one line and changes nothing.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "sim/testing/ipvs_user.h"
#include "tools/state/state.h"
#include "tools/state/test_world.h"

namespace ipvsim::tools {
namespace {

using nlohmann::json;

std::string complaint(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no complaint";
}

json a_state() {
  const auto kernel = two_namespaces({});
  testing::add_in_row(*kernel, 3, 0, 2);
  testing::add_in_row(*kernel, 4, 0, 1, 1);
  return save_json(*kernel);
}

// Restores a state with one member changed, into a kernel that must not notice.
std::string complaint_about(const char* pointer, const json& value) {
  json state = a_state();
  state[json::json_pointer(pointer)] = value;
  const auto kernel = two_namespaces({});
  testing::add_in_row(*kernel, 9, 0, 3);
  const json before = save_json(*kernel);
  std::string line = complaint([&] { restore_json(*kernel, state); });
  EXPECT_EQ(save_json(*kernel), before) << pointer;
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  return line;
}

TEST(StateErrors, MembersAreToldByTheirPath) {
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/port", 65536),
            "namespaces[0].services[0].port: must be a number from 0 to 65535");
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/destinations/1/weight", -1),
            "namespaces[0].services[0].destinations[1].weight: must be a number from 0 to 2147483647");
  EXPECT_EQ(complaint_about("/namespaces/1/services/0/destinations/0/address", "10.0.0"),
            "namespaces[1].services[0].destinations[0].address: must be an IPv4 address");
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/colour", "blue"),
            "namespaces[0].services[0].colour: is not known here");
  EXPECT_EQ(complaint_about("/namespaces/0/totals", json{{"raw", {1, 2}}}),
            "namespaces[0].totals.counted: is missing");
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/family", 7),
            "namespaces[0].services[0].family: must be 2 (IPv4) or 10 (IPv6)");
  EXPECT_EQ(complaint_about("/namespaces/0/generation", 0),
            "namespaces[0].generation: must be a number from 1 to 18446744073709551615");
  EXPECT_EQ(complaint_about("/profile/dump_buffer", "sideways").substr(0, 21), "profile.dump_buffer: ");
  EXPECT_EQ(complaint_about("/seed", "x"), "seed: must be a number from 0 to 18446744073709551615");
  EXPECT_EQ(complaint_about("/ipvsim_state", 2), "ipvsim_state: must be 1: the version this program knows");
  EXPECT_EQ(complaint_about("/namespaces", json::array()), "namespaces: must not be empty");
}

TEST(StateErrors, ContradictionsAreFound) {
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/scheduler", "best"),
            "service 1 (scheduler 'best', persistence engine '') is refused: ENOENT");
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/destinations/0/serial", 2),
            "serial number 2 is 0 or there twice");
  EXPECT_EQ(complaint_about("/namespaces/1/services/0/serial", 50),
            "destination 5 is older than its service 50");
  EXPECT_EQ(complaint_about("/last_serial", 4), "serial number 5 is above last_serial");
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/destinations/0/address", "10.1.0.2"),
            "destination 3 is refused: EEXIST");
  EXPECT_EQ(complaint_about("/namespaces/0/services/0/destinations/0/lower_threshold", 9),
            "destination 3 is refused: ERANGE");
  EXPECT_EQ(complaint_about("/profile/hz", 1000), "times are counted at 1000 Hz, this kernel has 250");
}

TEST(StateErrors, FewerNamespacesAreRefused) {
  const auto kernel = two_namespaces({});
  EXPECT_EQ(complaint([&] { restore_json(*kernel, save_json(sim::Kernel())); }),
            "it is of 1 network namespaces, this kernel has 2");
}

TEST(StateErrors, RunningDumpIsNotPulledAway) {
  sim::Kernel kernel;
  testing::add_services(kernel, 40);
  const json state = save_json(kernel);
  testing::IpvsUser user(kernel);
  user.send(user.request(uapi::kIpvsGetService, {}, testing::kDumpRequest));
  EXPECT_EQ(complaint([&] { restore_json(kernel, state); }), "a dump is running");
  (void)user.drain();
  EXPECT_EQ(complaint([&] { restore_json(kernel, state); }), "no complaint");
}

TEST(StateErrors, FileAndLineComeFirst) {
  sim::Kernel kernel;
  const auto about = [&](const std::string& contents) {
    return complaint([&] { restore_contents(kernel, 0, contents, "table"); });
  };
  EXPECT_EQ(about("{\n\"ipvsim_state\": 1,\n oops}"), "table:3: not JSON (character 23)");
  EXPECT_EQ(about(" {\"ipvsim_state\": 1}"), "table: profile: is missing");
  EXPECT_EQ(about("-A -t 10.0.0.1:80 -s rr\n-A -t nonsense\n").substr(0, 9), "table:2: ");
  EXPECT_EQ(complaint([&] { restore_file(kernel, 0, "/nonexistent/a"); }),
            "/nonexistent/a: No such file or directory");
  EXPECT_EQ(complaint([&] { save_file(kernel, 0, "/nonexistent/a"); }),
            "/nonexistent/a: No such file or directory");
  EXPECT_EQ(complaint([&] { save_file(kernel, 0, "/dev/full"); }), "no complaint")
      << "an empty table is no text";
  EXPECT_EQ(save_json(kernel), save_json(sim::Kernel()));
}

TEST(StateFiles, NameSaysTheFormatAndContentsTellIt) {
  sim::Kernel kernel;
  testing::add_in_row(kernel, 3, 0, 2);
  const std::string folder = ::testing::TempDir();
  for (const char* const name : {"state_file.json", "state_file.txt"}) {
    save_file(kernel, 0, folder + name);
    sim::Kernel restored;
    restore_file(restored, 0, folder + name);
    EXPECT_EQ(save_text(restored), save_text(kernel)) << name;
    EXPECT_EQ(save_json(restored) == save_json(kernel), std::string(name).ends_with("json"))
        << "connections, serial order of the list: only JSON";
  }
}

}  // namespace
}  // namespace ipvsim::tools
