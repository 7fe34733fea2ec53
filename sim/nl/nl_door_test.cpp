// A libnl client that knows nothing of us, on a simulated kernel.
#include <gtest/gtest.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>

#include <memory>
#include <stdexcept>

#include "ipvsim/gtest.h"
#include "ipvsim/nl.h"

namespace ipvsim {
namespace {

using Sock = std::unique_ptr<nl_sock, decltype(&nl_socket_free)>;
Sock new_sock() { return {nl_socket_alloc(), &nl_socket_free}; }

int add_name(nl_msg* message, void* names) {
  const nlmsghdr* const header = nlmsg_hdr(message);
  const auto* const bytes = reinterpret_cast<const uint8_t*>(header);
  const auto service = read_messages(Data(bytes, bytes + header->nlmsg_len)).at(0).service();
  static_cast<std::vector<std::string>*>(names)->push_back(service ? service->key.name() : "no service");
  return NL_OK;
}

// A client's loop: sends a dump of the services and lets libnl receive until it is done.
int list_services(nl_sock* sock, std::vector<std::string>& names) {
  const int family = genl_ctrl_resolve(sock, "IPVS");
  if (family < 0) return family;
  nl_msg* const message = nlmsg_alloc();
  genlmsg_put(message, NL_AUTO_PORT, NL_AUTO_SEQ, family, 0, NLM_F_DUMP, 4, 1);
  const int sent = nl_send_auto(sock, message);
  nlmsg_free(message);
  if (sent < 0) return sent;
  nl_socket_modify_cb(sock, NL_CB_VALID, NL_CB_CUSTOM, &add_name, &names);
  return nl_recvmsgs_default(sock);
}

TEST(NlDoor, ALibnlClientListsTheServicesOfASimulatedKernel) {
  Kernel kernel;
  kernel.add_service("tcp:10.0.0.1:80");
  kernel.add_service("fwm6:7");
  const Sock sock = new_sock();
  NlDoor door(sock.get(), kernel);
  std::vector<std::string> names;
  EXPECT_EQ(list_services(sock.get(), names), 0);
  EXPECT_EQ(names, (std::vector<std::string>{"tcp:10.0.0.1:80", "fwm6:7"}));
  EXPECT_THAT(door.requests(), Asks({"GETFAMILY", "GET_SERVICE dump"}));
}

TEST(NlDoor, AnEditIsPlacedBetweenTwoReceivesOfAClientsLoop) {
  Kernel kernel;
  kernel.set_dump_buffer("fixed:320");
  for (const char* name : {"tcp:10.0.0.1:80", "tcp:10.0.0.1:81", "tcp:10.0.0.1:82"}) kernel.add_service(name);
  const Sock sock = new_sock();
  NlDoor door(sock.get(), kernel);
  size_t receives = 0;
  door.before_receive([&] {
    // The controller's answer and acknowledgement may be one receive or two; what matters is that the dump
    // has begun.
    if (kernel.costs().chunks > 1 && ++receives == 1) kernel.del_service("tcp:10.0.0.1:80");
  });
  std::vector<std::string> names;
  EXPECT_EQ(list_services(sock.get(), names), 0);
  EXPECT_EQ(names, (std::vector<std::string>{"tcp:10.0.0.1:82", "tcp:10.0.0.1:81"}));
  EXPECT_GE(receives, 2U);
}

TEST(NlDoor, AFamilyThatIsNotThereIsNotFound) {
  Profile profile;
  profile.module = ModuleState::absent;
  Kernel kernel(profile);
  const Sock sock = new_sock();
  NlDoor door(sock.get(), kernel);
  EXPECT_EQ(genl_ctrl_resolve(sock.get(), "IPVS"), -NLE_OBJ_NOTFOUND);
}

TEST(NlDoor, AReceiveHasTheSizeThatTheClientGave) {
  Kernel kernel;
  for (int port = 1; port <= 40; ++port) kernel.add_service("tcp:10.0.0.1:" + std::to_string(port));
  const Sock sock = new_sock();
  nl_socket_set_msg_buf_size(sock.get(), 5000);
  NlDoor door(sock.get(), kernel);
  std::vector<std::string> names;
  EXPECT_EQ(list_services(sock.get(), names), 0);
  EXPECT_EQ(names.size(), 40U);
  EXPECT_GE(kernel.costs().chunks, 3U);
}

TEST(NlDoor, OneNlSockHasOneDoor) {
  Kernel kernel;
  const Sock sock = new_sock();
  {
    const NlDoor door(sock.get(), kernel);
    EXPECT_THROW(NlDoor(sock.get(), kernel), std::invalid_argument);
  }
  NlDoor again(sock.get(), kernel);
  EXPECT_GT(genl_ctrl_resolve(sock.get(), "IPVS"), 0);
}

}  // namespace
}  // namespace ipvsim
