// IPVS as the controller tells of it: NEWFAMILY and GETPOLICY, genetlink.md 6.2 and 6.5.
#include <gtest/gtest.h>

#include <cerrno>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::ipvs_genl {
namespace {

using namespace ipvsim::testing;  // NOLINT(google-build-using-namespace): the builders are the language here.
using namespace ipvsim::uapi;     // NOLINT(google-build-using-namespace): numbers only.

using Rows = std::vector<std::pair<uint32_t, uint32_t>>;

const Rows kStockRows{{1, 0x0b},  {2, 0x0b},  {3, 0x0b},  {4, 0x0f},  {5, 0x0b},  {6, 0x0b},
                      {7, 0x0b},  {8, 0x0d},  {9, 0x0b},  {10, 0x0b}, {11, 0x0d}, {12, 0x0b},
                      {13, 0x0b}, {15, 0x0b}, {16, 0x0b}, {17, 0x0b}};

Data getfamily(std::string_view name) {
  return genl_request(kGenlIdCtrl, kCtrlGetFamily, kDo, Attrs().text(kCtrlFamilyName, name));
}
Data getpolicy(const Attrs& more = {}) {
  return genl_request(kGenlIdCtrl, kCtrlGetPolicy, kDumpRequest,
                      Attrs().text(kCtrlFamilyName, "IPVS").append(more));
}

// The whole NEWFAMILY body as the spec lays it out.
Attrs expected_family(uint16_t id, const Rows& rows) {
  Attrs ops;
  uint16_t number = 0;
  for (const auto& [cmd, flags] : rows)
    ops.nest(++number, Attrs().u32(kCtrlOpId, cmd).u32(kCtrlOpFlags, flags));
  return Attrs()
      .text(kCtrlFamilyName, "IPVS")
      .u16(kCtrlFamilyId, id)
      .u32(kCtrlVersionAttr, 1)
      .u32(kCtrlHdrsize, 0)
      .u32(kCtrlMaxattr, 6)
      .nest(kCtrlOps, ops);
}

TEST(IpvsFamily, IsToldIn388Bytes) {
  Profile profile;
  profile.family_id = 0x2a;
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  const auto got = user.ask(getfamily("IPVS"));
  ASSERT_EQ(lengths(got), (std::vector<int>{388}));
  EXPECT_EQ(Data(got[0].bytes.begin() + 20, got[0].bytes.end()), expected_family(0x2a, kStockRows).data());
}

TEST(IpvsFamily, OfTheRfcBuildsHasA17thEntryIn408Bytes) {
  for (const DumpVariant variant : {DumpVariant::rfc_v1, DumpVariant::rfc_v2, DumpVariant::rfc_v3}) {
    Profile profile;
    profile.variant = variant;
    sim::Kernel kernel(profile);
    IpvsUser user(kernel);
    const auto got = user.ask(getfamily("IPVS"));
    ASSERT_EQ(lengths(got), (std::vector<int>{408}));
    Rows rows = kStockRows;
    rows.emplace_back(18, 0x0d);
    EXPECT_EQ(Data(got[0].bytes.begin() + 20, got[0].bytes.end()),
              expected_family(kernel.family_id(), rows).data());
  }
}

TEST(IpvsFamily, DumpOfFamiliesTellsTheControllerFirst) {
  sim::Kernel kernel;
  IpvsUser user(kernel);
  EXPECT_EQ(lengths(user.ask(genl_request(kGenlIdCtrl, kCtrlGetFamily, kDumpRequest))),
            (std::vector<int>{136 + 388, 20}));
}

class IpvsPolicy : public ::testing::TestWithParam<DumpVariant> {};

TEST_P(IpvsPolicy, IsToldFor14CommandsAndSixAttributes) {
  Profile profile;
  profile.variant = GetParam();
  sim::Kernel kernel(profile);
  IpvsUser user(kernel);
  const auto answers = answers_of(user.ask(getpolicy()));
  ASSERT_EQ(answers.size(), 14u + 6u + 1u);
  const std::vector<uint16_t> commands{1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16, 17};
  for (size_t i = 0; i < 14; ++i) {
    EXPECT_EQ(answers[i].length, 44u);
    const Attrs expected =
        Attrs()
            .u16(kCtrlFamilyId, kernel.family_id())
            .nest(kCtrlOpPolicy | kNlaFNested, Attrs().nest(static_cast<uint16_t>(commands[i] | kNlaFNested),
                                                            Attrs().u32(kCtrlPolicyDo, 0)));
    EXPECT_EQ(Data(answers[i].payload.begin() + 4, answers[i].payload.end()), expected.data());
  }
  for (uint16_t attribute = 1; attribute <= 6; ++attribute) {
    const Attrs described =
        attribute <= 3
            ? Attrs().u32(kPolicyType, 13)
            : Attrs().u64(kPolicyMinValueU, 0).u64(kPolicyMaxValueU, 0xffffffff).u32(kPolicyType, 4);
    const Attrs expected =
        Attrs()
            .u16(kCtrlFamilyId, kernel.family_id())
            .nest(kCtrlPolicy | kNlaFNested,
                  Attrs().nest(kNlaFNested,
                               Attrs().nest(static_cast<uint16_t>(attribute | kNlaFNested), described)));
    const Answer& answer = answers[13u + attribute];
    EXPECT_EQ(Data(answer.payload.begin() + 4, answer.payload.end()), expected.data()) << attribute;
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, IpvsPolicy,
                         ::testing::Values(DumpVariant::stock, DumpVariant::rfc_v1, DumpVariant::rfc_v2,
                                           DumpVariant::rfc_v3),
                         [](const auto& variant) { return variant_word(variant.param); });

TEST(IpvsFamily, PolicyOfADumpOnlyCommandIsItsAttributesOnly) {
  sim::Kernel kernel;
  IpvsUser user(kernel);
  for (const uint32_t op : {kIpvsGetDest, kIpvsGetDaemon})
    EXPECT_EQ(answers_of(user.ask(getpolicy(Attrs().u32(kCtrlOp, op)))).size(), 6u + 1u);
  EXPECT_EQ(answers_of(user.ask(getpolicy(Attrs().u32(kCtrlOp, kIpvsFlush)))).size(), 1u + 6u + 1u);
}

TEST(IpvsFamily, PolicyOfAnUnknownCommandIsNotFound) {
  sim::Kernel kernel;
  IpvsUser user(kernel);
  for (const uint32_t op : {0u, 14u, 18u, 256u + 1u})
    EXPECT_EQ(user.ask_one(getpolicy(Attrs().u32(kCtrlOp, op))).error(), ENOENT);
}

}  // namespace
}  // namespace ipvsim::ipvs_genl
