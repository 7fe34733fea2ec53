// Any bytes are a schedule; a sound dump read under one tells what nobody touched, an unsound one does not.
#include "ipvsim/schedule.h"

#include <gtest/gtest.h>

#include <set>

#include "ipvsim/gtest.h"

namespace ipvsim {
namespace {

// Of one seed: a linear congruence is enough for bytes that nobody chose.
std::vector<uint8_t> some_bytes(uint32_t seed, size_t size) {
  std::vector<uint8_t> bytes(size);
  uint32_t state = seed;
  for (uint8_t& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(state >> 24);
  }
  return bytes;
}

Schedule schedule_of(uint32_t seed) {
  const std::vector<uint8_t> bytes = some_bytes(seed, 60);
  return Schedule::from_bytes(bytes.data(), bytes.size());
}

// What a whole-table dump of the variant under the schedule does not tell, or tells twice, though nobody
// touched it.
std::set<std::string> miscounted(const Schedule& schedule, DumpVariant variant) {
  Profile profile;
  profile.variant = variant;
  Kernel kernel = schedule.kernel(profile);
  Door door(kernel);
  schedule.attach(door, kernel);
  door.send(request::dump(Command::get_service_dest));
  constexpr size_t kEnough = 200;
  const std::vector<Datagram> reading = door.receive_all(32768, kEnough);
  // An entry that fits no chunk ends `serial` with an error, which is told.
  if (reading.back().messages().back().text().rfind("DONE 0", 0) != 0) return {};
  std::multiset<std::string> told;
  for (const ToldService& service : told_table(reading)) told.insert(service.key.name());
  std::set<std::string> out;
  for (const ServiceKey& service : schedule.untouched())
    if (told.count(service.name()) != 1) out.insert(service.name());
  return out;
}

TEST(Schedule, OfNoBytesIsAnEmptyTableReadAsTheKernelReadsIt) {
  const Schedule schedule = Schedule::from_bytes(nullptr, 0);
  EXPECT_EQ(schedule.text(), "chunks kernel\n");
  EXPECT_TRUE(schedule.untouched().empty());
}

TEST(Schedule, BytesAreTakenOneAfterTheOtherAndZerosBehindTheirEnd) {
  // One service, s2, with one destination; one size; one edit, whose service and destination are the first
  // ones.
  const uint8_t bytes[] = {1, 2, 1, 4, 1, 1, 0, 1, 4, 1};
  EXPECT_EQ(Schedule::from_bytes(bytes, sizeof(bytes)).text(),
            "tcp:10.0.0.3:82 -> 10.1.0.5:8080\n"
            "chunks script:276\n"
            "before receive 2: del_dest tcp:10.0.0.1:80 10.1.0.1:8080\n");
}

TEST(Schedule, OfAnyBytesIsPlayedToTheEnd) {
  std::set<Edit::Kind> kinds;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    const std::vector<uint8_t> bytes = some_bytes(seed, seed % 90);
    const Schedule schedule = Schedule::from_bytes(bytes.data(), bytes.size());
    EXPECT_EQ(Schedule::from_bytes(bytes.data(), bytes.size()).text(), schedule.text());
    for (const Edit& edit : schedule.edits) kinds.insert(edit.kind);
    Kernel kernel = schedule.kernel();
    Door door(kernel);
    schedule.attach(door, kernel);
    door.send(request::dump(Command::get_service));
    EXPECT_TRUE(door.receive_all().back().messages().back().is_done()) << schedule.text();
  }
  EXPECT_EQ(kinds.size(), 7u);
}

TEST(Schedule, MakesAnEditBeforeTheReceiveItNames) {
  Schedule schedule;
  schedule.table = {{"tcp:10.0.0.1:80"}, {"tcp:10.0.0.4:443"}};
  schedule.dump_buffer = "fixed:320";
  schedule.edits = {{2, Edit::Kind::flush, {}, {}, 0}};
  EXPECT_TRUE(schedule.untouched().empty());
  Kernel kernel = schedule.kernel();
  Door door(kernel);
  schedule.attach(door, kernel);
  door.send(request::dump(Command::get_service));
  (void)door.receive();
  EXPECT_TRUE(kernel.has_service("tcp:10.0.0.1:80"));
  (void)door.receive();
  EXPECT_FALSE(kernel.has_service("tcp:10.0.0.1:80"));
}

TEST(Schedule, EachKindOfEditIsTheKernelsOwn) {
  Kernel kernel;
  const ServiceKey service = "tcp:10.0.0.1:80";
  const DestKey dest = "10.1.0.1:80";
  const auto make = [&](Edit::Kind kind, uint32_t value = 0) {
    return Edit{1, kind, service, dest, value}.make(kernel);
  };
  EXPECT_EQ(make(Edit::Kind::edit_service, 3), ESRCH);
  EXPECT_EQ(make(Edit::Kind::add_service), 0);
  EXPECT_EQ(make(Edit::Kind::edit_service, 3), 0);
  EXPECT_EQ(make(Edit::Kind::edit_dest, 3), ENOENT);
  EXPECT_EQ(make(Edit::Kind::add_dest), 0);
  EXPECT_EQ(make(Edit::Kind::edit_dest, 3), 0);
  Door door(kernel);
  door.send(request::dump(Command::get_dest, service));
  EXPECT_EQ(door.receive().text(), "NEW_DEST 10.1.0.1:80 weight 3");
  EXPECT_EQ(make(Edit::Kind::del_dest), 0);
  EXPECT_EQ(make(Edit::Kind::del_dest), ENOENT);
  EXPECT_EQ(make(Edit::Kind::del_service), 0);
  EXPECT_EQ(make(Edit::Kind::del_service), ESRCH);
  EXPECT_EQ(make(Edit::Kind::flush), 0);
}

TEST(Schedule, UntouchedAreThoseNoEditIsAbout) {
  Schedule schedule;
  schedule.table = {{"fwm:1"}, {"tcp:10.0.0.1:80"}, {"fwm:1"}, {"fwm:257"}};
  schedule.edits = {{1, Edit::Kind::del_dest, "tcp:10.0.0.1:80", "10.1.0.1:80", 0}};
  EXPECT_EQ(schedule.untouched(), (std::vector<ServiceKey>{"fwm:1", "fwm:257"}));
  schedule.edits.push_back({8, Edit::Kind::flush, {}, {}, 0});
  EXPECT_TRUE(schedule.untouched().empty());
}

TEST(Schedule, SerialTellsWhatNobodyTouchedAndThePostingsDoNot) {
  std::set<DumpVariant> wrong;
  for (uint32_t seed = 1; seed <= 500; ++seed) {
    const Schedule schedule = schedule_of(seed);
    EXPECT_TRUE(miscounted(schedule, DumpVariant::serial).empty()) << schedule.text();
    for (const DumpVariant variant : {DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3})
      if (!miscounted(schedule, variant).empty()) wrong.insert(variant);
  }
  EXPECT_EQ(wrong.size(), 3u);
}

}  // namespace
}  // namespace ipvsim
