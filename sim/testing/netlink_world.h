// A netlink core without a kernel around it, and families whose commands a test makes up: so the socket, the
// request loop and the dump engine are tested without IPVS.
#pragma once

#include "sim/genl/netlink.h"
#include "sim/testing/user.h"

namespace ipvsim::testing {

class NetlinkWorld {
 public:
  explicit NetlinkWorld(genl::NetlinkConfig config = {}) : netlink_(config, Rng(1), mark_) {}

  genl::Netlink& netlink() { return netlink_; }
  // Registers a family made of these commands; returns its id.
  uint16_t add_family(std::string name, std::vector<genl::Op> ops, uint8_t first_reserved_checked = 0xff);
  std::unique_ptr<genl::Socket> socket(genl::NetnsId netns = 0, uint32_t task = 1000) {
    return std::make_unique<genl::Socket>(netlink_, netns, task, netlink_.caller().init_admin);
  }
  User user(uint32_t portid, genl::NetnsId netns = 0) { return User(socket(netns), portid); }

 private:
  RunMark mark_{1, 0};
  genl::Netlink netlink_;
};

// Commands. A do request that answers `err`.
genl::Op do_op(uint8_t cmd, int err);
// A do request that replies with one message of `size` bytes in all (at least 24, a multiple of 4).
genl::Op reply_op(uint8_t cmd, size_t size);
// A dump of `count` messages of `size` bytes; each carries its number from 0 on as a u32, attribute 1, and
// `padding`. It returns the bytes written, as IPVS does.
genl::Op dump_op(uint8_t cmd, size_t count, size_t size);

// The numbers of the entries of dump_op() in what was received.
std::vector<uint32_t> entries_of(const std::vector<Received>& datagrams);

}  // namespace ipvsim::testing
