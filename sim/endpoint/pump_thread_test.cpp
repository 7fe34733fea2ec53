// The door with a thread behind it: callers that only know a descriptor, several of them at once, and what
// becomes of an exception.
#include "sim/endpoint/pump_thread.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sim/endpoint/test_request.h"
#include "uapi/ipvs.h"

namespace ipvsim::endpoint {
namespace {

class PumpThreadTest : public testing::Test {
 protected:
  PumpThreadTest() { add_services(kernel_, 100); }

  std::vector<uint8_t> dump() const { return request(family_, uapi::kIpvsGetService, uapi::kNlmFDump); }
  std::vector<uint8_t> info() const { return request(family_, uapi::kIpvsGetInfo, 0); }
  static bool send(int fd, const std::vector<uint8_t>& bytes) {
    return ::send(fd, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
  }
  // The length of the whole dump without its NLMSG_DONE, read by blocking calls; -1 when one fails.
  ssize_t read_dump(int fd) const {
    std::vector<uint8_t> buffer(65536);
    ssize_t total = 0;
    if (!send(fd, dump())) return -1;
    for (;;) {
      const ssize_t got = ::recv(fd, buffer.data(), buffer.size(), 0);
      if (got <= 0) return -1;
      if (got == 20) return total;
      total += got;
    }
  }

  sim::Kernel kernel_;
  const uint16_t family_ = kernel_.family_id();
};

TEST_F(PumpThreadTest, ServesACallerThatOnlyKnowsADescriptor) {
  PumpThread pump(kernel_);
  const Fd user(pump.open());
  for (int round = 0; round < 50; ++round) ASSERT_EQ(read_dump(user.get()), 100 * 320);
  pump.with_kernel([](sim::Kernel& kernel) { EXPECT_EQ(kernel.counters().requests, 50u); });
}

TEST_F(PumpThreadTest, ReadersOnDescriptorsOfTheirOwnAreServedWhileTheTableIsEdited) {
  PumpThread pump(kernel_);
  std::vector<ssize_t> shortest(4, 100 * 320);
  std::vector<std::thread> readers;
  for (ssize_t& length : shortest)
    readers.emplace_back([this, &pump, &length] {
      for (int round = 0; round < 20; ++round) {
        const Fd user(pump.open());
        length = std::min(length, read_dump(user.get()));
      }
    });
  for (uint16_t port = 1000; port < 1100; ++port)
    pump.with_kernel([port](sim::Kernel& kernel) {
      ipvs::ServiceKey key;
      key.port = port;
      ASSERT_TRUE(kernel.ipvs().add_service(kernel.ipvs_netns(), key, {}).ok());
    });
  for (std::thread& reader : readers) reader.join();
  // The hundred that were there before are in each dump, as nothing was taken out.
  for (const ssize_t length : shortest) EXPECT_GE(length, 100 * 320);
}

TEST_F(PumpThreadTest, ReadersOnOneDescriptorShareItsDatagrams) {
  constexpr int kReaders = 4;
  constexpr int kEach = 25;
  PumpThread pump(kernel_);
  const Fd user(pump.open());
  std::vector<int> read(kReaders, 0);
  std::vector<std::thread> readers;
  for (int& count : read)
    readers.emplace_back([&user, &count] {
      uint8_t buffer[256];
      while (count<kEach&& ::recv(user.get(), buffer, sizeof(buffer), 0)> 20) ++count;
    });
  for (int i = 0; i < kReaders * kEach; ++i) ASSERT_TRUE(send(user.get(), info()));
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(read, std::vector<int>(kReaders, kEach));
}

TEST_F(PumpThreadTest, EndpointBehindADescriptorTakesOptionsAndTheSizeOfReceives) {
  PumpThread pump(kernel_);
  const Fd user(pump.open());
  pump.with_endpoint(user.get(), [](Endpoint* endpoint) {
    ASSERT_NE(endpoint, nullptr);
    endpoint->set_assumed_receive_size(10000);
  });
  ASSERT_EQ(read_dump(user.get()), 100 * 320);
  ASSERT_EQ(read_dump(user.get()), 100 * 320);  // what was received in the first one is known by now
  pump.with_endpoint(user.get(),
                     [](Endpoint* endpoint) { EXPECT_EQ(endpoint->socket().learned_size(), 10000u); });
  pump.with_endpoint(-1, [](const Endpoint* endpoint) { EXPECT_EQ(endpoint, nullptr); });
}

TEST_F(PumpThreadTest, NumberOfAClosedDescriptorFindsTheEndpointOpenedSince) {
  PumpThread pump(kernel_);
  for (int round = 0; round < 20; ++round) {
    const Fd user(pump.open());
    pump.with_endpoint(user.get(), [](Endpoint* endpoint) {
      ASSERT_NE(endpoint, nullptr);
      EXPECT_EQ(endpoint->socket().counters().requests, 0u);
    });
    ASSERT_EQ(read_dump(user.get()), 100 * 320);
  }
}

TEST_F(PumpThreadTest, ExceptionOfAnEditGoesToItsCallerAlone) {
  PumpThread pump(kernel_);
  const Fd user(pump.open());
  EXPECT_THROW(pump.with_kernel([](sim::Kernel&) { throw std::runtime_error("edit"); }), std::runtime_error);
  EXPECT_EQ(read_dump(user.get()), 100 * 320);
}

class Failing : public Observer {
 public:
  void request(const genl::Socket&, wire::Bytes, pid_t) override { throw std::runtime_error("no room left"); }
  void answer(const genl::Socket&, wire::Bytes) override {}
};

// Makes the pump's thread throw, and waits for the end of it.
void fail_on_the_thread(PumpThread& pump, Observer& failing, const std::vector<uint8_t>& bytes) {
  const Fd user(pump.open());
  pump.with_endpoint(user.get(), [&](Endpoint* endpoint) { endpoint->observe(failing); });
  ASSERT_EQ(::send(user.get(), bytes.data(), bytes.size(), 0), 20);
  char byte;
  // The end, or the reset that comes instead when the request was not taken.
  EXPECT_LE(::recv(user.get(), &byte, 1, 0), 0);
}

TEST_F(PumpThreadTest, ExceptionOnItsThreadEndsTheReadersAndIsThrownToTheOwner) {
  Failing failing;
  PumpThread pump(kernel_);
  const Fd other(pump.open());
  fail_on_the_thread(pump, failing, info());
  char byte;
  EXPECT_EQ(::recv(other.get(), &byte, 1, 0), 0);
  EXPECT_THROW(pump.open(), std::runtime_error);
  EXPECT_THROW(pump.with_kernel([](sim::Kernel&) { ADD_FAILURE(); }), std::runtime_error);
  EXPECT_THROW(pump.with_endpoint(other.get(), [](Endpoint*) { ADD_FAILURE(); }), std::runtime_error);
}

TEST_F(PumpThreadTest, ExceptionNobodyWasToldOfIsWrittenAtTheEnd) {
  Failing failing;
  testing::internal::CaptureStderr();
  {
    PumpThread pump(kernel_);
    fail_on_the_thread(pump, failing, info());
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "ipvsim: the pump's thread had ended: no room left\n");
}

}  // namespace
}  // namespace ipvsim::endpoint
