// Answers from the field: how messages and datagrams are cut, ended and broken. What is broken is an error,
// never a short list.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "client/client.h"
#include "client/testing/samples.h"
#include "client/testing/scripted_kernel.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace testing;
using namespace uapi;

using Kind = Error::Kind;

constexpr uint16_t kIntr = kNlmFDumpIntr;

Message one(uint8_t last) { return service_part(tcp_service(last)); }

// The error that `act` throws; a failure and an error of no kind if it throws none.
Error error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& e) {
    return e;
  }
  ADD_FAILURE() << "no error";
  return Error(Kind::transport, "nothing", 0);
}

// list_services against this answer.
struct Listing {
  explicit Listing(const std::vector<std::vector<Message>>& datagrams) : client(kernel.client()) {
    kernel.answers(datagrams);
  }
  std::vector<Service> services() { return client.list_services().entries; }
  Error error() {
    return error_of([this] { (void)client.list_services(); });
  }
  ScriptedKernel kernel;
  Client client;
};

const std::vector<Service> kOneAndTwo{tcp_service(1), tcp_service(2)};

TEST(Done, InTheSameDatagramAsData) {
  Listing l({{one(1), one(2), done()}});
  EXPECT_EQ(l.services(), kOneAndTwo);
}

TEST(Done, Alone) {
  Listing l({{one(1), one(2)}, {done()}});
  EXPECT_EQ(l.services(), kOneAndTwo);
}

TEST(Done, WithoutAPayloadIsASuccess) {
  Listing l({{one(1), one(2)}, {done_without_payload()}});
  EXPECT_EQ(l.services(), kOneAndTwo);
}

TEST(Done, WithAnErrorIsThatErrorAlthoughEntriesCame) {
  for (const std::vector<std::vector<Message>>& datagrams :
       {std::vector<std::vector<Message>>{{one(1)}, {done(EMSGSIZE)}},
        {{one(1), done(EMSGSIZE)}},
        {{done(EMSGSIZE)}}}) {
    Listing l(datagrams);
    const Error e = l.error();
    EXPECT_EQ(e.kind(), Kind::kernel);
    EXPECT_EQ(e.code(), EMSGSIZE);
  }
}

TEST(Done, WithAnErrorCarriesTheKernelsText) {
  Message m = done(EINVAL).with_flags(kNlmFAckTlvs);
  const Attrs text = Attrs().text(kExtAckMsg, "that did not work");
  m.payload.insert(m.payload.end(), text.content().begin(), text.content().end());
  Listing l({{m}});
  EXPECT_EQ(l.error().text(), "that did not work");
}

TEST(Done, WithATextAndNoErrorIsASuccess) {
  Message m = done().with_flags(kNlmFAckTlvs);
  const Attrs text = Attrs().text(kExtAckMsg, "bytes leftover after parsing attributes");
  m.payload.insert(m.payload.end(), text.content().begin(), text.content().end());
  Listing l({{one(1), one(2)}, {m}});
  EXPECT_EQ(l.services(), kOneAndTwo);
}

TEST(Done, CutShortIsAnError) {
  Message m = done();
  m.payload.resize(2);
  Listing l({{one(1)}, {m}});
  EXPECT_EQ(l.error().kind(), Kind::protocol);
}

TEST(Done, MissingIsAnErrorWhenNothingMoreComes) {
  Listing l({{one(1), one(2)}});
  const Error e = l.error();
  EXPECT_EQ(e.kind(), Kind::transport);
  EXPECT_EQ(e.code(), EAGAIN);
  EXPECT_NE(std::string(e.what()).find("no end"), std::string::npos);
}

TEST(Done, MissingIsAnErrorWhenTheOtherSideCloses) {
  Listing l({{one(1), one(2)}});
  l.kernel.hang_up();
  const Error e = l.error();
  EXPECT_EQ(e.kind(), Kind::transport);
  EXPECT_EQ(e.code(), ECONNRESET);
}

TEST(Ack, AfterData) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  const Message data = answer(kIpvsSetInfo, Attrs().u32(1, 0x010201).u32(2, 4096));
  kernel.answers({{data, ack()}}).answers({{data}, {ack()}});
  EXPECT_EQ(client.get_info().connection_table_size, 4096U);
  EXPECT_EQ(client.get_info().connection_table_size, 4096U);
}

TEST(Ack, WithoutTheAnswerThatWasAskedForIsAnError) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{ack()}});
  EXPECT_EQ(error_of([&] { (void)client.get_info(); }).kind(), Kind::protocol);
}

TEST(Ack, MissingAfterTheAnswerIsAnError) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{answer(kIpvsSetInfo, Attrs().u32(1, 1))}});
  EXPECT_EQ(error_of([&] { (void)client.get_info(); }).code(), EAGAIN);
}

TEST(Ack, InPlaceOfADumpIsAnError) {
  Listing l({{ack()}});
  EXPECT_EQ(l.error().kind(), Kind::protocol);
}

TEST(Ack, BehindTheEndOfADumpInItsDatagramDoesNoHarm) {
  Listing l({{one(1), one(2), done(), ack()}});
  EXPECT_EQ(l.services(), kOneAndTwo);
}

TEST(Ack, OfLessThanAnErrnoIsAnError) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  Message m = ack();
  m.payload.resize(3);
  kernel.answers({{m}});
  EXPECT_EQ(error_of([&] { client.flush(); }).kind(), Kind::protocol);
}

TEST(Datagrams, HoldMoreThanOneMessage) {
  Listing l({{one(1), one(2)}, {one(3), one(4), one(5)}, {done()}});
  EXPECT_EQ(l.services().size(), 5U);
}

TEST(Datagrams, MayEndInAnUnpaddedMessage) {
  Listing l({});
  // The last attribute of the last message is a one-byte value and the message ends with it.
  Message m = part(kIpvsNewService, Attrs().nest(1, service_attrs(tcp_service(2))));
  m.payload.insert(m.payload.end(), {std::byte{5}, std::byte{0}, std::byte{99}, std::byte{0}, std::byte{7}});
  l.kernel.raw(datagram({one(1), m}, l.kernel.seq(), ScriptedKernel::kPortid, false));
  l.kernel.raw(datagram({done()}, l.kernel.seq(), ScriptedKernel::kPortid));
  EXPECT_EQ(l.services(), kOneAndTwo);
}

TEST(Datagrams, ThatRepeatGiveTheirEntriesTwiceBecauseTheKernelSaidSo) {
  Listing l({{one(1), one(2)}, {one(1), one(2)}, {done()}});
  EXPECT_EQ(l.services(), (std::vector{tcp_service(1), tcp_service(2), tcp_service(1), tcp_service(2)}));
}

TEST(Datagrams, ThatRepeatTheAnswerToAGetAreAnError) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  const Message data = answer(kIpvsSetInfo, Attrs().u32(1, 1));
  kernel.answers({{data}, {data}, {ack()}});
  EXPECT_EQ(error_of([&] { (void)client.get_info(); }).kind(), Kind::protocol);
}

TEST(Datagrams, CutByTheReceiveBufferAreAnError) {
  ScriptedKernel kernel;
  Client client = kernel.client({.receive_size = 512});
  kernel.answers({{one(1)}, {one(2), one(3), one(4), one(5), one(6)}, {done()}});
  const Error e = error_of([&] { (void)client.list_services(); });
  EXPECT_EQ(e.kind(), Kind::protocol);
  EXPECT_EQ(e.code(), EMSGSIZE);
}

TEST(Datagrams, ThatEndInsideAMessageAreAnError) {
  Listing l({});
  ByteString bytes = datagram({one(1), one(2)}, l.kernel.seq(), ScriptedKernel::kPortid);
  bytes.resize(bytes.size() - 8);
  l.kernel.raw(bytes);
  l.kernel.raw(datagram({done()}, l.kernel.seq(), ScriptedKernel::kPortid));
  EXPECT_EQ(l.error().kind(), Kind::protocol);
}

TEST(Datagrams, WithAShortTailOrALengthBelowTheHeaderAreAnError) {
  for (const size_t tail : {1U, 4U, 15U}) {
    Listing l({});
    ByteString bytes = datagram({one(1)}, l.kernel.seq(), ScriptedKernel::kPortid);
    bytes.resize(bytes.size() + tail);
    l.kernel.raw(bytes);
    l.kernel.raw(datagram({done()}, l.kernel.seq(), ScriptedKernel::kPortid));
    EXPECT_EQ(l.error().kind(), Kind::protocol) << tail;
  }
  Message m = one(1);
  m.claimed_len = 15;
  Listing l({{m}, {done()}});
  EXPECT_EQ(l.error().kind(), Kind::protocol);
}

TEST(Messages, WithAForeignSequenceNumberAreAnError) {
  Listing data({{one(1)}, {one(2).with_seq(99)}, {done()}});
  EXPECT_EQ(data.error().kind(), Kind::protocol);
  Listing end({{one(1)}, {done().with_seq(99)}});
  EXPECT_EQ(end.error().kind(), Kind::protocol);
  Listing before({{one(1).with_seq(0)}, {done()}});
  EXPECT_EQ(before.error().kind(), Kind::protocol);
}

TEST(Messages, ForAForeignPortIdAreAnError) {
  Listing data({{one(1)}, {one(2).with_portid(4)}, {done()}});
  EXPECT_EQ(data.error().kind(), Kind::protocol);
  Listing end({{one(1)}, {done().with_portid(4)}});
  EXPECT_EQ(end.error().kind(), Kind::protocol);
}

TEST(Messages, OfAnotherTypeOrCommandAreAnError) {
  Message other = one(2);
  other.type = kFamilyId + 1;
  Listing type({{one(1), other}, {done()}});
  EXPECT_EQ(type.error().kind(), Kind::protocol);
  Listing command({{one(1), part(kIpvsNewDest, Attrs().nest(1, service_attrs(tcp_service(1))))}, {done()}});
  EXPECT_EQ(command.error().kind(), Kind::protocol);
  Message overrun = one(1);
  overrun.type = kNlmsgOverrun;
  Listing lost({{overrun}, {done()}});
  EXPECT_EQ(lost.error().code(), ENOBUFS);
}

TEST(Messages, WithoutTheirGenericHeaderOrMainAttributeAreAnError) {
  Message headless = one(1);
  headless.payload.resize(2);
  Listing header({{headless}, {done()}});
  EXPECT_EQ(header.error().kind(), Kind::protocol);
  Listing empty({{part(kIpvsNewService, {})}, {done()}});
  EXPECT_EQ(empty.error().kind(), Kind::protocol);
}

TEST(Messages, OfTypeNoopAreSkipped) {
  Message noop = one(7);
  noop.type = kNlmsgNoop;
  Listing l({{noop, one(1), noop, one(2)}, {noop}, {done()}});
  EXPECT_EQ(l.services(), kOneAndTwo);
}

TEST(Messages, BehindTheEndAreAnError) {
  Listing l({{one(1), done(), one(2)}});
  EXPECT_EQ(l.error().kind(), Kind::protocol);
}

TEST(Attributes, ThatReachBeyondTheirNestAreAnError) {
  Attrs nest = service_attrs(tcp_service(1));
  nest.bytes({std::byte{40}, std::byte{0}, std::byte{8}, std::byte{0}, std::byte{1}, std::byte{0},
              std::byte{0}, std::byte{0}});
  Listing inner({{part(kIpvsNewService, Attrs().nest(1, nest))}, {done()}});
  EXPECT_EQ(inner.error().kind(), Kind::protocol);
  Attrs stats = service_attrs(tcp_service(1));
  stats.nest(kIpvsSvcAttrStats, Attrs().bytes({std::byte{3}, std::byte{0}, std::byte{1}, std::byte{0}}));
  Listing deep({{part(kIpvsNewService, Attrs().nest(1, stats))}, {done()}});
  EXPECT_EQ(deep.error().kind(), Kind::protocol);
}

TEST(Busy, ASecondDumpSaysSo) {
  Listing l({{error(EBUSY)}});
  const Error e = l.error();
  EXPECT_EQ(e.kind(), Kind::kernel);
  EXPECT_EQ(e.code(), EBUSY);
  EXPECT_NE(std::string(e.what()).find("busy"), std::string::npos);
}

TEST(Errors, EsrchAndEnoentAreKeptApart) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  kernel.answers({{error(ESRCH)}}).answers({{error(ENOENT)}});
  EXPECT_EQ(error_of([&] { client.del_service(tcp_id(1)); }).code(), ESRCH);
  EXPECT_EQ(error_of([&] { client.del_destination(tcp_id(1), v4_destination(1).id); }).code(), ENOENT);
}

TEST(Errors, HoldOperationErrnoKernelTextAndOffset) {
  for (const bool capped : {false, true}) {
    ScriptedKernel kernel;
    Client client = kernel.client();
    const Attrs tlvs = Attrs()
                           .text(kExtAckMsg, "Attribute failed policy validation")
                           .u32(kExtAckOffs, 24)
                           .nest(kExtAckPolicy | kNlaFNested, Attrs().u32(kPolicyType, 13));
    // A request of odd length is echoed up to a multiple of 4.
    kernel.answers({{error(ERANGE, 117, capped, tlvs)}});
    const Error e = error_of([&] { client.add_service(tcp_service(1)); });
    EXPECT_EQ(e.kind(), Kind::kernel);
    EXPECT_EQ(e.operation(), "NEW_SERVICE");
    EXPECT_EQ(e.code(), ERANGE);
    EXPECT_EQ(e.text(), "Attribute failed policy validation");
    EXPECT_EQ(e.attribute_offset(), 24U);
    EXPECT_STREQ(e.what(),
                 "NEW_SERVICE: Numerical result out of range (ERANGE): Attribute failed policy validation "
                 "(attribute at offset 24)");
  }
}

TEST(Errors, WithBrokenExtensionsKeepTheErrno) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  Message m =
      error(EINVAL, 20, false, Attrs().bytes({std::byte{200}, std::byte{0}, std::byte{1}, std::byte{0}}));
  Message lying = error(EPERM, 60000, true).with_flags(kNlmFAckTlvs);
  lying.flags &= static_cast<uint16_t>(~kNlmFCapped);
  kernel.answers({{m}}).answers({{lying}});
  EXPECT_EQ(error_of([&] { client.flush(); }).code(), EINVAL);
  EXPECT_EQ(error_of([&] { client.flush(); }).code(), EPERM);
}

TEST(Errors, OfAnyOperationCarryItsName) {
  ScriptedKernel kernel;
  Client client = kernel.client();
  const Service s = tcp_service(1);
  const Destination d = v4_destination(1);
  const std::vector<std::pair<std::string, std::function<void()>>> operations{
      {"NEW_SERVICE", [&] { client.add_service(s); }},
      {"SET_SERVICE", [&] { client.set_service(s); }},
      {"DEL_SERVICE", [&] { client.del_service(s.id); }},
      {"GET_SERVICE", [&] { (void)client.get_service(s.id); }},
      {"GET_SERVICE dump", [&] { (void)client.list_services(); }},
      {"NEW_DEST", [&] { client.add_destination(s.id, d); }},
      {"SET_DEST", [&] { client.set_destination(s.id, d); }},
      {"DEL_DEST", [&] { client.del_destination(s.id, d.id); }},
      {"GET_DEST dump", [&] { (void)client.list_destinations(s.id); }},
      {"GET_CONFIG", [&] { (void)client.get_config(); }},
      {"SET_CONFIG", [&] { client.set_config({}); }},
      {"GET_INFO", [&] { (void)client.get_info(); }},
      {"NEW_DAEMON", [&] { client.new_daemon({}); }},
      {"DEL_DAEMON", [&] { client.del_daemon(1); }},
      {"GET_DAEMON dump", [&] { (void)client.list_daemons(); }},
      {"ZERO", [&] { client.zero(); }},
      {"ZERO", [&] { client.zero(s.id); }},
      {"FLUSH", [&] { client.flush(); }},
      {"GET_SERVICE_DEST dump", [&] { (void)client.read_combined(s.id); }},
  };
  for (const auto& [name, act] : operations) {
    kernel.answers({{error(EPERM)}});
    const Error e = error_of(act);
    EXPECT_EQ(e.operation(), name);
    EXPECT_EQ(e.code(), EPERM);
  }
}

TEST(Interrupted, OnAnyMessageIsAValueTheCallerSees) {
  Listing data({{one(1), one(2).with_flags(kIntr)}, {done()}});
  EXPECT_TRUE(data.client.list_services().interrupted);
  Listing end({{one(1)}, {done().with_flags(kIntr)}});
  const Dump<Service> got = end.client.list_services();
  EXPECT_TRUE(got.interrupted);
  EXPECT_EQ(got.entries.size(), 1U);
  Listing neither({{one(1)}, {done()}});
  EXPECT_FALSE(neither.client.list_services().interrupted);
}

TEST(Interrupted, IsReadAgainAsOftenAsThePolicySays) {
  const std::vector<std::vector<Message>> interrupted{{one(1).with_flags(kIntr)}, {done()}};
  Listing l(interrupted);
  l.kernel.answers(interrupted).answers({{one(2)}, {done()}});
  const Dump<Service> got = l.client.list_services({.retries = 5});
  EXPECT_FALSE(got.interrupted);
  EXPECT_EQ(got.attempts, 3U);
  EXPECT_EQ(got.entries, std::vector{tcp_service(2)});
}

TEST(Interrupted, ComesBackMarkedWhenThePolicyIsUsedUp) {
  const std::vector<std::vector<Message>> interrupted{{one(1).with_flags(kIntr)}, {done()}};
  Listing l(interrupted);
  l.kernel.answers(interrupted);
  const Dump<Service> got = l.client.list_services({.retries = 1});
  EXPECT_TRUE(got.interrupted);
  EXPECT_EQ(got.attempts, 2U);
}

TEST(Interrupted, IsAnErrorWhenThePolicySaysSo) {
  Listing l({{one(1)}, {done().with_flags(kIntr)}});
  const Error e =
      error_of([&] { (void)l.client.list_services({.retries = 0, .then = RetryPolicy::Then::error}); });
  EXPECT_EQ(e.kind(), Kind::interrupted);
  EXPECT_EQ(e.code(), EINTR);
}

TEST(ReceiveBuffer, TheSecondDatagramDoesNotChangeEntriesOfTheFirst) {
  Service first = tcp_service(1);
  first.scheduler = "abcdefghijklmno";
  first.persistence_engine = "abcdefghijklmnop";
  Service second = tcp_service(2);
  second.scheduler = "zyxwvutsrqponml";
  second.persistence_engine = "zyxwvutsrqponmlk";
  Listing l({{service_part(first)}, {service_part(second)}, {done()}});
  const std::vector<Service> got = l.services();
  EXPECT_EQ(got, (std::vector{first, second}));
  // The next answer overwrites the buffer of the one before.
  l.kernel.answers({{service_part(tcp_service(9)), service_part(tcp_service(8))}, {done()}});
  (void)l.services();
  EXPECT_EQ(got, (std::vector{first, second}));
}

TEST(Endless, ADumpThatBringsNothingNewEndsInAnError) {
  ScriptedKernel kernel(commands_1_to(18));
  Client client = kernel.client({.idle_datagram_limit = 5});
  // rfc-v2 and rfc-v3 with a buffer that holds a service and no destination more.
  kernel.answers(std::vector<std::vector<Message>>(50, {nested_part(tcp_service(1), {})}));
  const Error e = error_of([&] { (void)client.read_table(); });
  EXPECT_EQ(e.kind(), Kind::protocol);
  EXPECT_EQ(e.code(), ELOOP);
}

}  // namespace
}  // namespace ipvsim::client
