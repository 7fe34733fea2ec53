// Port ids, multicast, and the family events of the netlink core.
#include "sim/genl/netlink.h"

#include <algorithm>
#include <cerrno>
#include <climits>

#include "sim/genl/nlctrl.h"

namespace ipvsim::genl {

Netlink::Netlink(NetlinkConfig config, Rng rng, RunMark& mark) : config_(config), rng_(rng), mark_(mark) {
  registry_.add(make_nlctrl());
}

Netlink::~Netlink() { IPVSIM_CHECK(sockets_.empty()); }

Status Netlink::claim(NetnsId netns, uint32_t portid, Socket& socket) {
  return ports_.emplace(std::pair{netns, portid}, &socket).second ? 0 : EADDRINUSE;
}

uint32_t Netlink::autobind_id(NetnsId netns, uint32_t task) {
  constexpr int64_t kFirst = INT32_MIN;
  constexpr int64_t kLast = -4097;
  if (find(netns, task) == nullptr) return task;
  const auto span = static_cast<uint64_t>(kLast - kFirst);
  int64_t candidate = kFirst + static_cast<int64_t>(rng_.in_range(0, span));
  while (find(netns, static_cast<uint32_t>(candidate)) != nullptr)
    candidate = candidate == kFirst ? kLast : candidate - 1;
  return static_cast<uint32_t>(candidate);
}

Socket* Netlink::find(NetnsId netns, uint32_t portid) const {
  const auto at = ports_.find({netns, portid});
  return at == ports_.end() ? nullptr : at->second;
}

void Netlink::attach(Socket& socket) { sockets_.emplace(next_socket_++, &socket); }

void Netlink::detach(Socket& socket) {
  std::erase_if(sockets_, [&](const auto& entry) { return entry.second == &socket; });
}

void Netlink::multicast(wire::Bytes message, uint32_t group, uint32_t source_portid, const Socket* except,
                        std::optional<NetnsId> netns) {
  for (const auto& [order, socket] : sockets_) {
    if (socket == except || !socket->member_of(group) || (netns && socket->netns() != *netns)) continue;
    auto copy = std::make_unique<wire::Skb>(message.size());
    std::copy(message.begin(), message.end(), copy->begin());
    copy->resize(message.size());
    copy->set_source(source_portid, group);
    // A refusal marks the socket overrun; a sender to many is not told (netlink.md 11).
    (void)socket->queue().accept(std::move(copy));
  }
}

void Netlink::announce(const Family& family, uint8_t ctrl_cmd) {
  wire::Skb skb(config_.goodsize(), config_.pad64);
  if (fill_family(skb, family, ctrl_cmd, 0, 0, 0)) multicast(skb.bytes(), uapi::kCtrlNotifyGroup, 0);
}

bool Netlink::dumped_now(uint16_t family_id) const {
  return std::any_of(sockets_.begin(), sockets_.end(), [&](const auto& entry) {
    const auto cursor = entry.second->dump_cursor();
    return cursor && cursor->family_id == family_id;
  });
}

uint32_t Netlink::group_count() const {
  constexpr uint32_t kFewest = 32;
  constexpr uint32_t kStep = 64;
  uint32_t highest = 0;
  for (const auto& [id, family] : registry_.all())
    for (const McastGroup& group : family->groups) highest = std::max(highest, group.id);
  return highest < kFewest ? kFewest : highest / kStep * kStep + kStep;
}

}  // namespace ipvsim::genl
