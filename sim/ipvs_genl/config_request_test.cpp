// Timeouts and info over netlink: ipvs-control.md 12.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

class ConfigRequest : public ::testing::Test {
 protected:
  std::vector<uint32_t> timeouts(IpvsUser& user) {
    std::vector<uint32_t> out;
    for (const AnswerAttr& attr : user.get(kIpvsGetConfig).attributes()) out.push_back(attr.u32());
    return out;
  }
  sim::Kernel kernel_;
  IpvsUser user_{kernel_};
};

TEST_F(ConfigRequest, GetIs44BytesWithTheDefaults) {
  const auto got = user_.ask(user_.request(kIpvsGetConfig, {}, kDo));
  EXPECT_EQ(Data(got.at(0).bytes.begin() + 16, got.at(0).bytes.end()),
            (Data{12, 1, 0, 0,                       // SET_CONFIG
                  8,  0, 4, 0, 0x84, 0x03, 0, 0,     // 900
                  8,  0, 5, 0, 120,  0,    0, 0,     //
                  8,  0, 6, 0, 0x2c, 0x01, 0, 0}));  // 300
}

TEST_F(ConfigRequest, InfoIs36BytesWithVersionAndTableSize) {
  const auto got = user_.ask(user_.request(kIpvsGetInfo, {}, kDo));
  EXPECT_EQ(Data(got.at(0).bytes.begin() + 16, got.at(0).bytes.end()),
            (Data{14, 1, 0, 0, 8, 0, 1, 0, 1, 2, 1, 0, 8, 0, 2, 0, 0, 0x10, 0, 0}));
}

TEST_F(ConfigRequest, SetWithoutAttributesSucceedsAndChangesNothing) {
  EXPECT_EQ(user_.call(kIpvsSetConfig), 0);
  EXPECT_EQ(timeouts(user_), (std::vector<uint32_t>{900, 120, 300}));
}

TEST_F(ConfigRequest, AbsentAndZeroKeepTheirValue) {
  EXPECT_EQ(user_.call(kIpvsSetConfig, Attrs().u32(5, 60).u32(6, 0)), 0);
  EXPECT_EQ(timeouts(user_), (std::vector<uint32_t>{900, 60, 300}));
}

TEST_F(ConfigRequest, NegativeOrTooLongRefusesAllThree) {
  for (const uint32_t wrong : {8589935u, 0x80000000u, 0xffffffffu})
    for (uint16_t type = 4; type <= 6; ++type)
      EXPECT_EQ(user_.call(kIpvsSetConfig, Attrs().u32(4, 1).u32(5, 1).u32(6, 1).u32(type, wrong)), EINVAL);
  EXPECT_EQ(timeouts(user_), (std::vector<uint32_t>{900, 120, 300}));
  EXPECT_EQ(user_.call(kIpvsSetConfig, Attrs().u32(4, 8589934)), 0);
  EXPECT_EQ(timeouts(user_)[0], 8589934u);
}

TEST_F(ConfigRequest, SetLooksAtNoService) {
  EXPECT_EQ(user_.call(kIpvsSetConfig, in_service(Attrs().raw(1, {1}))), 0);
}

TEST_F(ConfigRequest, TimeoutsAreOfTheSocketsNamespace) {
  const auto far_netns = kernel_.add_netns(0);
  IpvsUser far(kernel_, 1, far_netns);
  EXPECT_EQ(far.call(kIpvsSetConfig, Attrs().u32(4, 1)), 0);
  EXPECT_EQ(timeouts(far)[0], 1u);
  EXPECT_EQ(timeouts(user_)[0], 900u);
}

TEST_F(ConfigRequest, TableSizeFollowsTheProfile) {
  Profile profile;
  profile.conn_tab_size = 1 << 20;
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  EXPECT_EQ(find(user.get(kIpvsGetInfo).attributes(), kIpvsInfoAttrConnTabSize).u32(), 1u << 20);
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
