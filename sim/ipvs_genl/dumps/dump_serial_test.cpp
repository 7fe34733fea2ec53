// GET_SERVICE_DEST of this project: what becomes of its cursor when the table changes under it. That it keeps
// the laws of a dump is the business of proptests/.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/expects_mark.h"
#include "sim/testing/rfc_dump.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.

class Serial : public RfcDump {
 protected:
  Serial() : RfcDump(DumpVariant::serial) {}

  // A first service of two destinations and a first chunk with one of them.
  void start_in_the_first(const Attrs& top = {}) {
    add(1, 0, 2);
    add(2);
    buffers({kNestedService + kNestedDest, 4000});
    start(top);
  }
  const std::string first_ = svc(1) + "[" + dests(1, 1) + "]";
};

TEST_F(Serial, ServiceWhoseDestinationsDoNotFitIsRepeatedWithTheRest) {
  start_in_the_first();
  EXPECT_EQ(rest(), (Texts{first_, svc(1) + "[" + dests(2, 2) + "] " + svc(2) + "[]", "done"}));
}

TEST_F(Serial, VanishedServiceInProgressCostsNobodyAnything) {
  const ExpectsMark mark("serial_service_in_progress_gone");
  start_in_the_first();
  remove(1);
  EXPECT_EQ(rest(), (Texts{first_, svc(2) + "[]", "done"}));
}

TEST_F(Serial, InterruptionIsToldOnTheFirstMessageAfterIt) {
  const ExpectsMark mark("serial_interruption_told");
  start_in_the_first();
  remove(1);
  std::vector<bool> interrupted;
  for (const Answer& answer : answers_of(user_.drain()))
    interrupted.push_back((answer.flags & uapi::kNlmFDumpIntr) != 0);
  EXPECT_EQ(interrupted, (std::vector<bool>{false, true, false}));
}

TEST_F(Serial, NothingBehindTheVanishedServiceInProgressIsTheEnd) {
  const ExpectsMark mark("serial_cursor_beyond_the_end");
  start_in_the_first();
  remove(1);
  remove(2);
  EXPECT_EQ(rest(), (Texts{first_, "done"}));
}

TEST_F(Serial, ServiceWhoseRestIsGoneIsNotRepeated) {
  const ExpectsMark mark("serial_rest_of_a_service_gone");
  start_in_the_first();
  remove_dest(1, 0, 2);
  EXPECT_EQ(rest(), (Texts{first_, svc(2) + "[]", "done"}));
}

TEST_F(Serial, NamedServiceThatVanishesEndsTheDump) {
  const ExpectsMark mark("serial_named_service_gone");
  start_in_the_first(one(1));
  remove(1);
  EXPECT_EQ(rest(), (Texts{first_, "done"}));
}

TEST_F(Serial, EntryLargerThanAnEmptyChunkIsAnError) {
  const ExpectsMark mark("serial_entry_larger_than_its_chunk");
  add(1, 0, 1);
  buffers({kNestedService + kNestedDest - 1});
  start();
  EXPECT_EQ(user_.recv().answer().error(), EMSGSIZE);
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
