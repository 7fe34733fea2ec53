// The face as an embedder uses it: nothing of a room is included here.
#include "ipvsim/door.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <stdexcept>

namespace ipvsim {
namespace {

std::vector<std::string> names_of(const std::vector<ToldService>& table) {
  std::vector<std::string> names;
  for (const ToldService& service : table) {
    std::string name = service.key.name();
    for (const ToldDest& dest : service.dests) name += " -> " + dest.key.name();
    names.push_back(name);
  }
  return names;
}
using Names = std::vector<std::string>;

TEST(Kernel, EditsAnswerWithTheErrnoAClientIsTold) {
  Kernel kernel;
  EXPECT_EQ(kernel.add_service("tcp:10.0.0.1:80"), 0);
  EXPECT_EQ(kernel.add_service("tcp:10.0.0.1:80"), EEXIST);
  EXPECT_EQ(kernel.add_service("tcp:10.0.0.1:81", {.scheduler = "nosuch"}), ENOENT);
  EXPECT_EQ(kernel.add_dest("tcp:10.0.0.1:80", "10.1.0.1:80"), 0);
  EXPECT_EQ(kernel.add_dest("tcp:10.0.0.1:80", "10.1.0.1:80"), EEXIST);
  EXPECT_EQ(kernel.edit_dest("tcp:10.0.0.1:80", "10.1.0.1:80", {.weight = 5}), 0);
  EXPECT_EQ(kernel.edit_dest("tcp:10.0.0.1:80", "10.1.0.2:80", {}), ENOENT);
  EXPECT_EQ(kernel.del_dest("tcp:10.0.0.1:80", "10.1.0.1:80"), 0);
  EXPECT_EQ(kernel.del_service("udp:10.0.0.1:80"), ESRCH);
  EXPECT_TRUE(kernel.has_service("tcp:10.0.0.1:80"));
  EXPECT_EQ(kernel.del_service("tcp:10.0.0.1:80"), 0);
  EXPECT_FALSE(kernel.has_service("tcp:10.0.0.1:80"));
}

TEST(Kernel, TheDefaultMaskIsOneAddressInEitherFamily) {
  Kernel kernel;
  Door door(kernel);
  EXPECT_EQ(kernel.add_service("udp:[2001:db8::1]:53"), 0);
  EXPECT_EQ(kernel.edit_service("udp:[2001:db8::1]:53", {.scheduler = "sh"}), 0);
  EXPECT_EQ(kernel.add_service("fwm6:2", {.netmask = 129}), EINVAL);
  EXPECT_EQ(door.send(request::add_service("fwm6:2")), 0);
  EXPECT_EQ(door.receive().text(), "ACK");
}

TEST(Kernel, WithoutTheModuleThereIsNothingToEdit) {
  Kernel kernel;
  EXPECT_EQ(kernel.unload_module(), 0);
  EXPECT_EQ(kernel.unload_module(), ENOENT);
  EXPECT_EQ(kernel.add_service("fwm:1"), ENOENT);
  EXPECT_EQ(kernel.load_module(), 0);
  EXPECT_EQ(kernel.add_service("fwm:1"), 0);
}

TEST(Kernel, NamespacesHaveTablesOfTheirOwn) {
  Kernel kernel;
  const uint32_t other = kernel.add_netns();
  EXPECT_EQ(kernel.add_service("fwm:1", {}, other), 0);
  EXPECT_FALSE(kernel.has_service("fwm:1"));
  EXPECT_TRUE(kernel.has_service("fwm:1", other));
}

TEST(Kernel, AnUnknownProfileIsRefused) { EXPECT_THROW(Kernel("linux-2.4"), std::invalid_argument); }

TEST(Door, ADumpTellsTheTable) {
  Kernel kernel("linux-6.1-rfc-v2");
  kernel.add_service("tcp:10.0.0.1:80");
  kernel.add_service("fwm6:7");
  kernel.add_dest("tcp:10.0.0.1:80", "10.1.0.1:8080", {.weight = 3});
  Door door(kernel);
  ASSERT_EQ(door.send(request::dump(Command::get_service_dest)), 0);
  EXPECT_EQ(names_of(told_table(door.receive_all())), (Names{"tcp:10.0.0.1:80 -> 10.1.0.1:8080", "fwm6:7"}));
  EXPECT_EQ(door.receive().text(), "EAGAIN");
}

TEST(Door, RequestsEditAsTheKernelsOwnCallsDo) {
  Kernel kernel;
  Door door(kernel);
  const auto ask = [&](const Request& request) {
    EXPECT_EQ(door.send(request), 0);
    return door.receive().text();
  };
  EXPECT_EQ(ask(request::add_service("tcp:10.0.0.1:80", {.scheduler = "wlc"})), "ACK");
  EXPECT_EQ(ask(request::add_service("tcp:10.0.0.1:80")), "ERROR 17 (File exists)");
  EXPECT_EQ(ask(request::add_dest("tcp:10.0.0.1:80", "10.1.0.1:80", {.weight = 2})), "ACK");
  EXPECT_EQ(ask(request::edit_dest("tcp:10.0.0.1:80", "10.1.0.1:80", {.weight = 4})), "ACK");
  EXPECT_EQ(ask(request::get_service("tcp:10.0.0.1:80")), "NEW_SERVICE tcp:10.0.0.1:80 wlc");
  EXPECT_EQ(ask(request::dump(Command::get_dest, "tcp:10.0.0.1:80")), "NEW_DEST 10.1.0.1:80 weight 4");
  EXPECT_EQ(door.receive().text(), "DONE 0");
  EXPECT_EQ(ask(request::edit_service("tcp:10.0.0.1:80", {.scheduler = "sh"})), "ACK");
  EXPECT_EQ(ask(request::zero("tcp:10.0.0.1:80")), "ACK");
  EXPECT_EQ(ask(request::del_dest("tcp:10.0.0.1:80", "10.1.0.1:80")), "ACK");
  EXPECT_EQ(ask(request::del_service("tcp:10.0.0.1:80")), "ACK");
  EXPECT_EQ(ask(request::flush()), "ACK");
  EXPECT_EQ(ask(request::get_family("NOSUCH")), "ERROR 2 (No such file or directory)");
  EXPECT_EQ(door.requests().size(), 12U);
}

TEST(Door, AHookPlacesAnEditBetweenTwoDatagrams) {
  Kernel kernel;
  kernel.set_dump_buffer("fixed:320");
  for (const char* name : {"tcp:10.0.0.1:80", "tcp:10.0.0.1:81", "tcp:10.0.0.1:82"}) kernel.add_service(name);
  Door door(kernel);
  size_t receives = 0;
  door.before_receive([&] { ++receives; });
  // The second chunk is cut while the first is read; the edit meets the third.
  door.before_receive(2, [&] { kernel.del_service("tcp:10.0.0.1:80"); });
  door.send(request::dump(Command::get_service));
  EXPECT_EQ(names_of(told_table(door.receive_all())), (Names{"tcp:10.0.0.1:82", "tcp:10.0.0.1:81"}));
  EXPECT_EQ(receives, 3U);
}

TEST(Door, ABufferThatIsTooSmallCutsTheDatagram) {
  Kernel kernel;
  kernel.add_service("tcp:10.0.0.1:80");
  Door door(kernel);
  door.send(request::dump(Command::get_service));
  const Datagram cut = door.receive(100);
  EXPECT_TRUE(cut.truncated);
  EXPECT_EQ(cut.length, 320U);
  EXPECT_EQ(cut.bytes.size(), 100U);
  EXPECT_TRUE(malformed(cut.bytes).has_value());
}

}  // namespace
}  // namespace ipvsim
