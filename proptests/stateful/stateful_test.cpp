// Any sequence of commands, model against simulator through the client, on each variant of the kernel; and
// the tests tested: a mistake planted in the model's rules is found, and shrinks to the few commands that
// show it.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <map>

#include "proptests/client_laws/campaign.h"
#include "proptests/client_laws/rapidcheck_defaults.h"
#include "proptests/stateful/check.h"

namespace ipvsim::stateful {
namespace {

const bool kDefaults = client_laws::rapidcheck_defaults(2000, 200);

// Each command in a line: how often it came back with what.
std::string to_text(const Tally& tally) {
  std::string text;
  for (const auto& [command, errnos] : tally) {
    text += "  " + command + ":";
    for (const auto& [error, count] : errnos)
      text += " " + (error == 0 ? "success" : client::errno_name(error)) + " " + std::to_string(count);
    text += "\n";
  }
  return text;
}

// What the rules of ipvs-control.md can answer each command with, beside success. EPERM and ENOENT (the
// family is gone) come from the gate that all share and are not listed again.
const std::map<std::string, std::vector<int>> kAnswers = {
    {"NewService", {EINVAL, EAFNOSUPPORT, EEXIST, ENOENT, EPERM}},
    {"SetService", {EINVAL, EAFNOSUPPORT, ESRCH, ENOENT}},
    {"DelService", {EINVAL, EAFNOSUPPORT, ESRCH}},
    {"GetService", {EINVAL, EAFNOSUPPORT, ESRCH}},
    {"NewDest", {EINVAL, EAFNOSUPPORT, ESRCH, ERANGE, EEXIST}},
    {"SetDest", {EINVAL, EAFNOSUPPORT, ESRCH, ERANGE, ENOENT}},
    {"DelDest", {EINVAL, EAFNOSUPPORT, ESRCH, ENOENT}},
    {"Zero", {ESRCH}},
    {"Flush", {}},
    {"SetConfig", {EINVAL}},
    {"GetConfigAndInfo", {}},
    {"NewDaemon", {EINVAL, ENODEV, EEXIST}},
    {"DelDaemon", {EINVAL, ESRCH}},
    {"ListDests", {}},
    {"ListServices", {}},
    {"ListDaemons", {}},
    {"ReadTable", {}},
    {"ReadInBits", {}},
    {"Reconnect", {}},
    {"LoadModule", {EEXIST}},
    {"UnloadModule", {}},
};

void expect_all_seen(const Tally& tally) {
  for (const auto& [command, errnos] : kAnswers) {
    const auto seen = tally.find(command);
    ASSERT_NE(seen, tally.end()) << command << " was never drawn";
    EXPECT_TRUE(seen->second.contains(0)) << command << " never succeeded";
    // A tenth of the cases cannot meet everything.
    for (const int error : errnos)
      EXPECT_TRUE(client_laws::kSanitized || seen->second.contains(error))
          << command << " was never answered with " << client::errno_name(error);
  }
}

void expect_worthwhile(const Shares& shares) {
  constexpr uint64_t kPercent = 100;
  constexpr uint64_t kSucceededFloor = 40;
  constexpr uint64_t kTableFloor = 40;
  constexpr uint64_t kTrashFloor = 15;
  uint64_t commands = 0;
  uint64_t succeeded = 0;
  for (const auto& [command, errnos] : shares.tally)
    for (const auto& [error, count] : errnos) {
      commands += count;
      succeeded += error == 0 ? count : 0;
    }
  std::cout << shares.cases << (client_laws::kSanitized ? " cases (fewer under sanitizers), " : " cases, ")
            << commands << " commands, " << succeeded * kPercent / commands << " % succeeded, "
            << shares.with_table * kPercent / shares.cases << " % ended with a table, "
            << shares.trashed * kPercent / shares.cases << " % with something in the trash\n"
            << to_text(shares.tally);
  expect_all_seen(shares.tally);
  EXPECT_GE(succeeded * kPercent, commands * kSucceededFloor);
  EXPECT_GE(shares.with_table * kPercent, shares.cases * kTableFloor);
  EXPECT_GE(shares.trashed * kPercent, shares.cases * kTrashFloor);
}

// Of the tests of the tests.
constexpr int kFaultBudget = 1000;
constexpr int kFaultSize = 200;

void expect_model_and_simulator_agree(DumpVariant variant) {
  Shares shares;
  const std::string name = "Stateful/" + std::string(dump_variant_name(variant));
  ASSERT_TRUE(rc::check(name, [&] { check_any_commands(variant, Fault::none, shares); }));
  expect_worthwhile(shares);
}

TEST(Stateful, StockDoesWhatTheModelSays) { expect_model_and_simulator_agree(DumpVariant::stock); }
TEST(Stateful, RfcV1DoesWhatTheModelSays) { expect_model_and_simulator_agree(DumpVariant::rfc_v1); }
TEST(Stateful, RfcV2DoesWhatTheModelSays) { expect_model_and_simulator_agree(DumpVariant::rfc_v2); }
TEST(Stateful, RfcV3DoesWhatTheModelSays) { expect_model_and_simulator_agree(DumpVariant::rfc_v3); }
TEST(Stateful, SerialDoesWhatTheModelSays) { expect_model_and_simulator_agree(DumpVariant::serial); }

// Runs the property with a mistake in the model's rules, which it must find; the commands of the
// counterexample it shrinks to, a line each.
std::string counterexample_of(Fault fault) {
  Shares shares;
  rc::detail::TestParams params;
  params.seed = 1;
  params.maxSuccess = kFaultBudget;
  params.maxSize = kFaultSize;
  const auto result = rc::detail::checkTestable(
      [&] { check_any_commands(DumpVariant::serial, fault, shares); }, rc::detail::TestMetadata{}, params);
  if (!result.template is<rc::detail::FailureResult>()) return {};
  const auto& failure = result.template get<rc::detail::FailureResult>();
  return failure.counterExample.back().second;
}

void expect_found_in(Fault fault, int commands) {
  const std::string text = counterexample_of(fault);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), commands) << (text.empty() ? "not found" : text);
  std::cout << text;
}

TEST(PlantedInTheModel, ASetDestThatMovesItIsFoundInFourCommands) {
  expect_found_in(Fault::set_dest_moves_it, 4);
}
TEST(PlantedInTheModel, ASetServiceThatKeepsTheEngineIsFoundInTwoCommands) {
  expect_found_in(Fault::set_service_keeps_engine, 2);
}
TEST(PlantedInTheModel, AFlushThatReachesAnotherNamespaceIsFoundInTwoCommands) {
  expect_found_in(Fault::flush_reaches_everywhere, 2);
}
TEST(PlantedInTheModel, ATrashThatForgetsConnectionsIsFoundInFiveCommands) {
  expect_found_in(Fault::trash_forgets_connections, 5);
}
TEST(PlantedInTheModel, AnOrderOfThresholdChecksIsFoundInTwoCommands) {
  expect_found_in(Fault::threshold_checked_before_weight_limit, 2);
}

}  // namespace
}  // namespace ipvsim::stateful
