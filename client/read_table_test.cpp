// Reading whole tables: N+1, the two wire forms of GET_SERVICE_DEST, finding out which there is, and merging.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/client.h"
#include "client/testing/answering_kernel.h"
#include "client/testing/samples.h"
#include "client/testing/scripted_kernel.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace testing;
using namespace uapi;

using Datagrams = AnsweringKernel::Datagrams;

Destination dest(uint8_t last) { return v4_destination(last); }

std::vector<ServiceEntry> sample() {
  return {{tcp_service(1), {dest(3), dest(1)}}, {tcp_service(2), {}}, {tcp_service(3), {dest(3)}}};
}

// A kernel with sample() that knows GET_SERVICE and GET_DEST dumps, and nothing else.
Datagrams stock(const SeenRequest& r) {
  if (r.command == kIpvsGetService) {
    std::vector<Message> all;
    for (const ServiceEntry& e : sample()) all.push_back(service_part(e.service));
    return {all, {done()}};
  }
  if (r.command != kIpvsGetDest) return {{error(EOPNOTSUPP)}};
  for (const ServiceEntry& e : sample()) {
    if (r.value({1, kIpvsSvcAttrAddr}) != address16(e.service.id.address)) continue;
    Datagrams all;
    for (const Destination& d : e.destinations) all.push_back({destination_part(d)});
    all.push_back({done()});
    return all;
  }
  return {{done()}};
}

std::vector<uint8_t> commands(const std::vector<SeenRequest>& requests) {
  std::vector<uint8_t> out;
  for (const SeenRequest& r : requests)
    if (r.type == kFamilyId) out.push_back(r.command);
  return out;
}

// read_table of a client whose kernel answers GET_SERVICE_DEST with this.
Table combined(const Datagrams& datagrams) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  kernel.answers(datagrams);
  return client.read_table();
}

TEST(NPlus1, AsksForTheDestinationsOfEachService) {
  AnsweringKernel kernel(&stock);
  Client client(kernel.transport());
  const Table table = client.read_table({.method = ReadMethod::n_plus_1});
  EXPECT_EQ(table.services, sample());
  EXPECT_EQ(table.form, WireForm::n_plus_1);
  EXPECT_EQ(commands(kernel.requests), (std::vector<uint8_t>{4, 8, 8, 8}));
}

TEST(NPlus1, IsInterruptedWhenAnyOfItsDumpsIs) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{service_part(tcp_service(1))}, {done()}});
  kernel.answers({{destination_part(dest(1)).with_flags(kNlmFDumpIntr)}, {done()}});
  EXPECT_TRUE(client.read_table({.method = ReadMethod::n_plus_1}).interrupted);
}

TEST(NPlus1, AServiceListedTwiceIsThereTwice) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{service_part(tcp_service(1)), service_part(tcp_service(1))}, {done()}});
  kernel.answers({{done()}}).answers({{done()}});
  EXPECT_EQ(client.read_table().services.size(), 2U);
}

TEST(Auto, UsesTheCombinedDumpWhereTheFamilyListsIt) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  EXPECT_EQ(client.combined_dump(), true);
  kernel.answers({{nested_part(tcp_service(1), {dest(1)})}, {done()}});
  EXPECT_EQ(client.read_table().form, WireForm::nested);
  EXPECT_EQ(commands(kernel.requests()), std::vector<uint8_t>{18});
}

TEST(Auto, DoesNotTryACommandThatTheFamilyDoesNotList) {
  AnsweringKernel kernel(&stock);
  Client client(kernel.transport());
  EXPECT_EQ(client.read_table().services, sample());
  EXPECT_EQ(commands(kernel.requests), (std::vector<uint8_t>{4, 8, 8, 8}));
}

TEST(Auto, TriesOnceWhereTheFamilyListsNoCommands) {
  AnsweringKernel kernel(&stock, {});
  Client client(kernel.transport());
  EXPECT_EQ(client.combined_dump(), std::nullopt);
  EXPECT_EQ(client.read_table().services, sample());
  EXPECT_EQ(client.read_table().services, sample());
  EXPECT_EQ(commands(kernel.requests), (std::vector<uint8_t>{18, 4, 8, 8, 8, 4, 8, 8, 8}));
}

TEST(Auto, FallsBackWhenAListedCommandIsRefused) {
  AnsweringKernel kernel(&stock, commands_1_to(18));
  Client client(kernel.transport());
  EXPECT_EQ(client.read_table().services, sample());
  EXPECT_EQ(client.combined_dump(), false);
}

TEST(Auto, DoesNotTakeAnotherErrorForAMissingCommand) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  kernel.answers({{error(EPERM)}});
  try {
    (void)client.read_table();
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), EPERM);
  }
}

TEST(Auto, ACommandWithoutADumpIsNoCombinedDump) {
  ScriptedKernel kernel({}, false);
  Attrs a;
  a.u16(1, kFamilyId).nest(6, Attrs().nest(1, Attrs().u32(1, 18).u32(2, 0x0b)));
  kernel.answers({{genl(0x10, 0, 1, 2, a)}, {ack()}});
  EXPECT_EQ(kernel.client().combined_dump(), false);
}

TEST(Combined, IsAnErrorWhereTheKernelLacksIt) {
  AnsweringKernel kernel(&stock);
  Client client(kernel.transport());
  try {
    (void)client.read_table({.method = ReadMethod::combined});
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), EOPNOTSUPP);
  }
}

TEST(Combined, OfAnEmptyTableIsAnEmptyTable) {
  const Table table = combined({{done()}});
  EXPECT_TRUE(table.services.empty());
  EXPECT_EQ(table.form, WireForm::combined);
}

TEST(Combined, AsksForTheWholeTableWithoutAttributes) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  kernel.answers({{done()}});
  (void)client.read_table();
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.command, kIpvsGetServiceDest);
  EXPECT_EQ(r.flags, kNlmFRequest | kNlmFDump);
  EXPECT_TRUE(r.attributes.empty());
}

TEST(FlatForm, ADestinationBelongsToTheLastServiceSeen) {
  const Table table =
      combined({{service_part(tcp_service(1)), destination_part(dest(3)), destination_part(dest(1)),
                 service_part(tcp_service(2)), service_part(tcp_service(3)), destination_part(dest(3))},
                {done()}});
  EXPECT_EQ(table.services, sample());
  EXPECT_EQ(table.form, WireForm::flat);
}

TEST(FlatForm, ADatagramMayBeginInTheMiddleOfAService) {
  const Table table =
      combined({{service_part(tcp_service(1)), destination_part(dest(3))},
                {destination_part(dest(1)), service_part(tcp_service(2)), service_part(tcp_service(3))},
                {destination_part(dest(3))},
                {done()}});
  EXPECT_EQ(table.services, sample());
}

TEST(FlatForm, AServiceThatComesAgainIsTheSameService) {
  const Table table =
      combined({{service_part(tcp_service(1)), destination_part(dest(3)), service_part(tcp_service(2))},
                {service_part(tcp_service(1)), destination_part(dest(1))},
                {service_part(tcp_service(3)), destination_part(dest(3))},
                {done()}});
  EXPECT_EQ(table.services, sample());
}

TEST(FlatForm, ADestinationBeforeAnyServiceIsAnError) {
  EXPECT_THROW((void)combined({{destination_part(dest(1))}, {done()}}), Error);
}

TEST(FlatForm, TheLastServiceOfOneDumpIsNotTheFirstOfTheNext) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  kernel.answers({{service_part(tcp_service(1))}, {done()}}).answers({{destination_part(dest(1))}, {done()}});
  (void)client.read_table();
  EXPECT_THROW((void)client.read_table(), Error);
}

TEST(NestedForm, HoldsTheDestinationsInTheService) {
  const Table table =
      combined({{nested_part(tcp_service(1), {dest(3), dest(1)}), nested_part(tcp_service(2), {})},
                {nested_part(tcp_service(3), {dest(3)})},
                {done()}});
  EXPECT_EQ(table.services, sample());
  EXPECT_EQ(table.form, WireForm::nested);
}

TEST(NestedForm, FragmentsOfAServiceAreOneServiceInDestinationOrder) {
  const Table table = combined({{nested_part(tcp_service(1), {dest(3)})},
                                {nested_part(tcp_service(1), {dest(1)}), nested_part(tcp_service(2), {})},
                                {nested_part(tcp_service(2), {})},
                                {nested_part(tcp_service(3), {})},
                                {nested_part(tcp_service(3), {dest(3)})},
                                {done()}});
  EXPECT_EQ(table.services, sample());
}

TEST(NestedForm, FragmentsAreMergedAlsoWhenOthersCameBetween) {
  const Table table = combined({{nested_part(tcp_service(1), {dest(3)}), nested_part(tcp_service(2), {})},
                                {nested_part(tcp_service(3), {dest(3)})},
                                {nested_part(tcp_service(1), {dest(1)})},
                                {done()}});
  EXPECT_EQ(table.services, sample());
}

TEST(NestedForm, SettingsAreThoseOfTheLastFragment) {
  Service changed = tcp_service(1);
  changed.scheduler = "wlc";
  const Table table =
      combined({{nested_part(tcp_service(1), {dest(1)})}, {nested_part(changed, {dest(2)})}, {done()}});
  EXPECT_EQ(table.services.at(0).service, changed);
}

TEST(NestedForm, ADestinationThatComesTwiceIsThereTwice) {
  const Table table = combined(
      {{nested_part(tcp_service(1), {dest(1)})}, {nested_part(tcp_service(1), {dest(1)})}, {done()}});
  EXPECT_EQ(table.services.at(0).destinations.size(), 2U);
}

TEST(NestedForm, ServicesThatDifferInOnePartOfTheirNameStayApart) {
  std::vector<ServiceEntry> all;
  const ServiceId base = tcp_id(1);
  for (const ServiceId& id :
       {base, ServiceId::by_address(kIpprotoUdp, base.address, base.port),
        ServiceId::by_address(6, base.address, 81), ServiceId::by_address(6, *parse_address("a00:1::"), 80),
        ServiceId::by_fwmark(1, kAfInet), ServiceId::by_fwmark(1, kAfInet6),
        ServiceId::by_fwmark(2, kAfInet)}) {
    Service s = tcp_service(1);
    s.id = id;
    s.netmask = default_netmask(id.family());
    all.push_back({s, {dest(1)}});
  }
  std::vector<Message> messages;
  messages.reserve(all.size());
  for (const ServiceEntry& e : all) messages.push_back(nested_part(e.service, e.destinations));
  EXPECT_EQ(combined({messages, {done()}}).services, all);
}

TEST(NestedForm, ThousandsOfFragmentsFindTheirServices) {
  // Two rounds over 3000 services: every fragment of the second has to be found again.
  constexpr uint32_t kServices = 3000;
  const auto service = [](uint32_t i) {
    Service s = tcp_service(1);
    s.id.address = Address::v4(0x0a000000 + i);
    return s;
  };
  AnsweringKernel kernel(
      [&](const SeenRequest&) {
        Datagrams all;
        all.reserve(2 * kServices + 1);
        for (uint8_t round = 1; round <= 2; ++round)
          for (uint32_t i = 0; i < kServices; ++i) all.push_back({nested_part(service(i), {dest(round)})});
        all.push_back({done()});
        return all;
      },
      commands_1_to(18));
  const Table table = Client(kernel.transport()).read_table();
  ASSERT_EQ(table.services.size(), kServices);
  for (uint32_t i = 0; i < kServices; ++i)
    EXPECT_EQ(table.services[i], (ServiceEntry{service(i), {dest(1), dest(2)}}));
}

TEST(NestedForm, ABrokenDestinationIsAnErrorAndNotAShortList) {
  Attrs nest = service_attrs(tcp_service(1));
  nest.nest(kIpvsSvcAttrDests,
            Attrs().nest(1, destination_attrs(dest(1))).bytes(ByteString(8, std::byte{1})));
  EXPECT_THROW((void)combined({{part(kIpvsNewService, Attrs().nest(1, nest))}, {done()}}), Error);
}

TEST(CombinedInterrupted, IsMarkedAndRetriedAsTheCallerChooses) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  kernel.answers({{nested_part(tcp_service(1), {})}, {done().with_flags(kNlmFDumpIntr)}});
  EXPECT_TRUE(client.read_table().interrupted);
  kernel.answers({{nested_part(tcp_service(1), {})}, {done().with_flags(kNlmFDumpIntr)}});
  kernel.answers({{nested_part(tcp_service(2), {})}, {done()}});
  const Table again = client.read_table({.retry = {.retries = 3}});
  EXPECT_FALSE(again.interrupted);
  EXPECT_EQ(again.attempts, 2U);
  EXPECT_EQ(again.services.at(0).service, tcp_service(2)) << "the interrupted read is forgotten";
}

TEST(SingleService, IsAskedForByItsName) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  kernel.answers(
      {{nested_part(tcp_service(1), {dest(1)})}, {nested_part(tcp_service(1), {dest(2)})}, {done()}});
  const Dump<ServiceEntry> got = client.read_service(tcp_id(1));
  EXPECT_EQ(got.entries, (std::vector{ServiceEntry{tcp_service(1), {dest(1), dest(2)}}}));
  EXPECT_EQ(kernel.last_request().value({1, kIpvsSvcAttrAddr}), address16(tcp_id(1).address));
}

TEST(SingleService, ThatIsUnknownIsEsrchWhateverTheKernelSends) {
  // An empty dump, the whole table, or an honest error.
  for (const Datagrams& datagrams :
       {Datagrams{{done()}}, Datagrams{{nested_part(tcp_service(1), {})}, {done()}},
        Datagrams{{done(ESRCH)}}}) {
    ScriptedKernel kernel(commands_1_to(18));
    Client client = kernel.client();
    kernel.answers(datagrams);
    try {
      (void)client.read_service(tcp_id(9));
      ADD_FAILURE() << "no error";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ESRCH);
    }
  }
}

TEST(SingleService, OnAStockKernelTakesTwoRequests) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{answer(kIpvsNewService, Attrs().nest(1, service_attrs(tcp_service(1))))}, {ack()}});
  kernel.answers({{destination_part(dest(4))}, {done()}});
  EXPECT_EQ(client.read_service(tcp_id(1)).entries, (std::vector{ServiceEntry{tcp_service(1), {dest(4)}}}));
  EXPECT_EQ(commands(kernel.requests()), (std::vector<uint8_t>{kIpvsGetService, kIpvsGetDest}));
}

TEST(SingleService, ReadCombinedShowsWhatTheKernelSent) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client();
  kernel.answers({{nested_part(tcp_service(1), {}), nested_part(tcp_service(2), {})}, {done()}});
  EXPECT_EQ(client.read_combined(tcp_id(9)).services.size(), 2U);
}

}  // namespace
}  // namespace ipvsim::client
