// Reaching a kernel: functions, descriptors, plain libnl on the same socket, and what a client does when that
// fails.
#include <gtest/gtest.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/handlers.h>
#include <netlink/msg.h>
#include <netlink/socket.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "client/client.h"
#include "client/netlink/handle.h"
#include "client/testing/answering_kernel.h"
#include "client/testing/samples.h"
#include "uapi/genetlink.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace testing;
using namespace uapi;

using Datagrams = AnsweringKernel::Datagrams;

Datagrams acknowledge(const SeenRequest&) { return {{ack()}}; }

// A dump of five services in a datagram of more than 512 bytes, a small one, and its end; acks for the rest.
Datagrams long_dump(const SeenRequest& r) {
  if (r.flags != (kNlmFRequest | kNlmFDump)) return {{ack()}};
  std::vector<Message> five;
  for (uint8_t i = 1; i <= 5; ++i) five.push_back(service_part(tcp_service(i)));
  return {five, {service_part(tcp_service(6))}, {done()}};
}

TEST(CallsTransport, TellsTheSizeOfEveryReceivingCall) {
  AnsweringKernel kernel(&long_dump);
  Client client(kernel.transport());
  EXPECT_EQ(client.list_services().entries.size(), 6U);
  ASSERT_EQ(kernel.receive_sizes.size(), 5U);
  for (size_t size : kernel.receive_sizes)
    EXPECT_EQ(size, 32768U) << "large enough for the largest chunk from the first call on";
}

TEST(CallsTransport, PassesTheErrnoOfASendOn) {
  AnsweringKernel kernel(&acknowledge);
  Client client(kernel.transport());
  for (const int code : {EPERM, ENOBUFS, ECONNREFUSED, EMSGSIZE}) {
    kernel.send_errors = {code};
    try {
      client.flush();
      ADD_FAILURE() << "no error";
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), Error::Kind::transport);
      EXPECT_EQ(e.code(), code);
    }
  }
  EXPECT_NO_THROW(client.flush());
}

TEST(CallsTransport, PassesTheErrnoOfAReceiveOn) {
  AnsweringKernel kernel(&acknowledge);
  Client client(kernel.transport());
  kernel.receive_errors = {ENOBUFS};
  try {
    client.flush();
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), Error::Kind::transport);
    EXPECT_EQ(e.code(), ENOBUFS);
  }
}

TEST(CallsTransport, WhatItsFunctionsThrowComesThroughTheOperation) {
  struct Stop {};
  bool in_send = true;
  bool armed = false;
  AnsweringKernel kernel(&acknowledge);
  Client client(Transport::calls(
      [&](std::span<const std::byte> d) {
        if (armed && in_send) throw Stop();
        const SeenRequest r = read_request(ByteString(d.begin(), d.end()));
        const Datagrams all =
            r.type == kGenlIdCtrl ? Datagrams{{family_answer({})}, {ack()}} : Datagrams{{ack()}};
        for (const auto& m : all) kernel.queue.push_back(datagram(m, r.seq, 900));
        return 0;
      },
      [&](std::span<std::byte> b, int) {
        if (armed && !in_send) throw Stop();
        if (kernel.queue.empty()) return Received{EAGAIN, 0, 0};
        const ByteString d = kernel.queue.front();
        kernel.queue.pop_front();
        std::copy(d.begin(), d.end(), b.begin());
        return Received{0, d.size(), 0};
      }));
  armed = true;
  EXPECT_THROW(client.flush(), Stop);
  in_send = false;
  EXPECT_THROW(client.flush(), Stop);
  armed = false;
  EXPECT_NO_THROW(client.flush()) << "the ack of the abandoned request is skipped";
}

TEST(CallsTransport, ADatagramFromAnotherPortThanTheKernelsIsAnError) {
  AnsweringKernel kernel(&acknowledge);
  Client client(kernel.transport());
  kernel.sender = 1234;
  try {
    client.flush();
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), Error::Kind::protocol);
  }
}

TEST(Connection, TheRestOfAnAbandonedDumpIsReadBeforeTheNextRequest) {
  AnsweringKernel kernel(&long_dump);
  Client client(kernel.transport(), {.receive_size = 512});
  EXPECT_THROW((void)client.list_services(), Error);
  EXPECT_EQ(kernel.queue.size(), 2U) << "a kernel would still be running the dump";
  client.flush();
  EXPECT_TRUE(kernel.queue.empty());
  EXPECT_EQ(kernel.requests.back().command, kIpvsFlush);
}

TEST(Connection, TheRestOfAnAbandonedDumpIsSkippedWhenItComesLate) {
  AnsweringKernel kernel(&long_dump);
  Client client(kernel.transport(), {.receive_size = 512});
  EXPECT_THROW((void)client.list_services(), Error);
  // The drain finds nothing, then the rest comes in front of the answer.
  kernel.receive_errors = {EAGAIN};
  EXPECT_NO_THROW(client.flush());
  EXPECT_NO_THROW(client.flush());
}

TEST(Connection, SkipsNothingOfARequestThatWasAnswered) {
  AnsweringKernel kernel(&acknowledge);
  Client client(kernel.transport());
  client.flush();
  kernel.queue.push_back(datagram({ack()}, kernel.requests.back().seq, AnsweringKernel::kPortid));
  EXPECT_THROW(client.flush(), Error) << "the old answer again is a foreign sequence number";
}

TEST(Connection, LearnsThePortIdFromTheFirstAnswerAndSendsIt) {
  uint32_t sent = 0;
  AnsweringKernel kernel(&acknowledge);
  Transport transport = Transport::calls(
      [&](std::span<const std::byte> d) {
        std::memcpy(&sent, d.data() + 12, 4);
        const ByteString copy(d.begin(), d.end());
        const SeenRequest r = read_request(copy);
        const Datagrams all = r.type == 0x10 ? Datagrams{{family_answer({})}, {ack()}} : Datagrams{{ack()}};
        for (const auto& m : all) kernel.queue.push_back(datagram(m, r.seq, 900));
        return 0;
      },
      [&](std::span<std::byte> b, int) {
        const ByteString d = kernel.queue.front();
        kernel.queue.pop_front();
        std::copy(d.begin(), d.end(), b.begin());
        return Received{0, d.size(), 0};
      });
  Client client(std::move(transport));
  EXPECT_EQ(sent, 0U);
  client.flush();
  EXPECT_EQ(sent, 900U);
}

TEST(Connection, AGivenPortIdIsCheckedFromTheFirstAnswer) {
  ScriptedKernel kernel;
  AnsweringKernel other(&acknowledge);
  EXPECT_THROW(Client(Transport::calls([](std::span<const std::byte>) { return 0; },
                                       [&](std::span<std::byte> b, int) {
                                         const ByteString d = datagram({family_answer({})}, 1, 5);
                                         std::copy(d.begin(), d.end(), b.begin());
                                         return Received{0, d.size(), 0};
                                       },
                                       6)),
               Error);
}

TEST(Connection, CanBeMovedWithItsClient) {
  AnsweringKernel kernel(&acknowledge);
  Client first(kernel.transport());
  Client second = std::move(first);
  EXPECT_NO_THROW(second.flush());
}

TEST(FdTransport, OnAClosedPeerIsAnErrorAndNotASignal) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
  close(ends[1]);
  try {
    Client client(Transport::fd(ends[0], Transport::Own::close));
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), Error::Kind::transport);
    EXPECT_EQ(e.code(), EPIPE);
  }
}

TEST(FdTransport, ABorrowedDescriptorStaysOpen) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends), 0);
  { Connection connection(Transport::fd(ends[0])); }
  EXPECT_EQ(write(ends[0], "x", 1), 1);
  close(ends[0]);
  close(ends[1]);
}

// Plain libnl code on the handle: the seam serves it too.
int count_message(nl_msg* message, void* count) {
  const genlmsghdr* header = genlmsg_hdr(nlmsg_hdr(message));
  if (header->cmd == kIpvsNewService) ++*static_cast<int*>(count);
  return NL_OK;
}

TEST(LibnlSeam, PlainLibnlCodeDumpsOverASocketpair) {
  ScriptedKernel kernel({}, false);
  Handle handle(kernel.transport());
  nl_sock* socket = handle.socket();
  nl_socket_set_local_port(socket, ScriptedKernel::kPortid);
  int count = 0;
  nl_socket_modify_cb(socket, NL_CB_VALID, NL_CB_CUSTOM, &count_message, &count);
  nl_socket_disable_seq_check(socket);
  ASSERT_GE(genl_send_simple(socket, kFamilyId, kIpvsGetService, 1, NLM_F_DUMP), 0);
  const SeenRequest r = kernel.last_request();
  EXPECT_EQ(r.type, kFamilyId);
  EXPECT_EQ(r.command, kIpvsGetService);
  kernel.answers({{service_part(tcp_service(1)), service_part(tcp_service(2))}, {done()}});
  EXPECT_EQ(nl_recvmsgs_default(socket), 0);
  EXPECT_EQ(count, 2);
}

TEST(LibnlSeam, ManyHandlesLiveBesideEachOther) {
  // libnl hands out at most 1024 port ids of its own; handles must not use them up.
  std::vector<std::unique_ptr<AnsweringKernel>> kernels;
  std::vector<Client> clients;
  for (int i = 0; i < 1500; ++i) {
    kernels.push_back(std::make_unique<AnsweringKernel>(&acknowledge));
    clients.emplace_back(kernels.back()->transport());
  }
  for (Client& c : clients) c.flush();
  for (const auto& k : kernels) EXPECT_EQ(k->requests.size(), 2U);
}

TEST(KernelTransport, ReachesThisSystemsControllerOrSaysWhyNot) {
  // nlctrl itself is on every Linux that has generic netlink; IPVS and the right to use it are not.
  std::unique_ptr<Connection> connection;
  try {
    connection = std::make_unique<Connection>(Transport::kernel());
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), Error::Kind::transport);
    EXPECT_EQ(e.operation(), "open a NETLINK_GENERIC socket");
    return;
  }
  Request request("GETFAMILY", kGenlIdCtrl, kCtrlGetFamily, 1, kNlmFAck);
  request.put_string(kCtrlFamilyName, "no such family");
  try {
    connection->call(request);
    ADD_FAILURE() << "a family that does not exist";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), Error::Kind::kernel);
    EXPECT_EQ(e.code(), ENOENT);
  }
  try {
    EXPECT_NE(resolve_family(*connection).id, 0);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), Error::Kind::no_family);
  }
}

}  // namespace
}  // namespace ipvsim::client
