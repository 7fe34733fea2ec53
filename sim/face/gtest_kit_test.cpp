// The matchers say yes, and say no with a difference one can read.
#include "ipvsim/gtest.h"

#include <gtest/gtest.h>

namespace ipvsim {
namespace {

template <class Matcher, class Value>
std::string explained(const Matcher& matcher, const Value& value) {
  testing::StringMatchResultListener listener;
  const bool matched = testing::SafeMatcherCast<const Value&>(matcher).MatchAndExplain(value, &listener);
  return matched ? "matched" : listener.str();
}

class GtestKit : public testing::Test {
 protected:
  GtestKit() : kernel_("linux-6.1-rfc-v2"), door_(kernel_) {
    kernel_.add_service("tcp:10.0.0.1:80");
    kernel_.add_service("fwm:7");
    kernel_.add_dest("fwm:7", "10.1.0.1:80");
    kernel_.add_dest("fwm:7", "10.1.0.2:80");
    door_.send(request::dump(Command::get_service_dest));
    reading_ = door_.receive_all();
  }

  Kernel kernel_;
  Door door_;
  std::vector<Datagram> reading_;
};

TEST_F(GtestKit, TellsNamesWhatWasTold) {
  EXPECT_THAT(reading_[0], Tells("fwm:7"));
  EXPECT_EQ(explained(Tells("fwm:8"), reading_[0]), "which tells { \"tcp:10.0.0.1:80\", \"fwm:7\" }");
}

TEST_F(GtestKit, TellsExactlyShowsTheDifference) {
  EXPECT_THAT(reading_, TellsExactly({"tcp:10.0.0.1:80", "fwm:7"}));
  EXPECT_EQ(explained(TellsExactly({"tcp:10.0.0.1:80", "fwm:8"}), reading_),
            "which differs (- wanted, + found):\n  - fwm:8\n  + fwm:7");
  EXPECT_EQ(explained(TellsExactly({"fwm:7", "tcp:10.0.0.1:80"}), reading_),
            "which differs (- wanted, + found):\n  the same entries in another order");
  EXPECT_EQ(explained(TellsExactly({"fwm:7", "fwm:7", "tcp:10.0.0.1:80"}), reading_),
            "which differs (- wanted, + found):\n  - fwm:7");
}

TEST_F(GtestKit, IsTableHasTheDestinationsToo) {
  EXPECT_THAT(told_table(reading_), IsTable({"tcp:10.0.0.1:80", "fwm:7 -> 10.1.0.2:80, 10.1.0.1:80"}));
  EXPECT_NE(explained(IsTable({"tcp:10.0.0.1:80", "fwm:7"}), told_table(reading_)), "matched");
}

TEST_F(GtestKit, AsksTellsOneDumpFromMany) {
  EXPECT_THAT(door_.requests(), Asks({"GET_SERVICE_DEST dump"}));
  door_.send(request::dump(Command::get_service));
  door_.send(request::get_family());
  EXPECT_EQ(explained(Asks({"GET_SERVICE_DEST dump"}), door_.requests()),
            "which asks 3 times where 1 were expected:\n  + GETFAMILY\n  + GET_SERVICE dump");
}

TEST_F(GtestKit, ValuesPrintAsTheirNames) {
  EXPECT_EQ(testing::PrintToString(ServiceKey("fwm6:7")), "fwm6:7");
  EXPECT_EQ(testing::PrintToString(DestKey("10.1.0.1:80")), "10.1.0.1:80");
  EXPECT_EQ(testing::PrintToString(DumpBufferRule("fixed:700")), "fixed:700");
  EXPECT_EQ(testing::PrintToString(Datagram{.error = 11}), "a datagram of 0 bytes: EAGAIN");
}

}  // namespace
}  // namespace ipvsim
