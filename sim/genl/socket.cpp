// The system calls of a netlink socket: each function is one call, its checks in the kernel's order.
#include "sim/genl/socket.h"

#include <bit>
#include <cerrno>
#include <utility>

#include "sim/base/cover_mark.h"
#include "sim/genl/dump.h"
#include "sim/genl/netlink.h"
#include "sim/genl/request_loop.h"

namespace ipvsim::genl {

namespace {

constexpr size_t kSmallestRcvbuf = 2304;
// sk_sndbuf counts this much beside the data (netlink.md 2 row 7).
constexpr size_t kSendOverhead = 32;

}  // namespace

Socket::Socket(Netlink& netlink, NetnsId netns, uint32_t task, bool opener_capable)
    : netlink_(netlink),
      netns_(netns),
      task_(task),
      opener_capable_(opener_capable),
      queue_(netlink.config().default_rcvbuf) {
  netlink_.attach(*this);
}

Socket::~Socket() {
  if (bound_) netlink_.release(netns_, portid_);
  netlink_.detach(*this);
}

Status Socket::autobind() {
  const uint32_t portid = netlink_.autobind_id(netns_, task_);
  if (const Status claimed = netlink_.claim(netns_, portid, *this); !claimed.ok()) return claimed;
  portid_ = portid;
  bound_ = true;
  return {};
}

Status Socket::bind(const uapi::SockAddrNl& address, size_t address_length) {
  if (address_length < sizeof(address) || address.family != uapi::kAfNetlink) return EINVAL;
  if (bound_ && address.pid != portid_) return EINVAL;
  if (!bound_) {
    if (address.pid == 0) {
      if (const Status status = autobind(); !status.ok()) return status;
    } else {
      if (const Status status = netlink_.claim(netns_, address.pid, *this); !status.ok()) return status;
      portid_ = address.pid;
      bound_ = true;
    }
  }
  set_groups(address.groups);
  return {};
}

// nl_groups replaces the low 32 groups; bits above the existing groups are dropped (netlink.md 7).
void Socket::set_groups(uint32_t low_groups) {
  const uint32_t existing = netlink_.group_count();
  for (uint32_t group = 1; group <= 32; ++group) {
    const bool wanted = group <= existing && (low_groups >> (group - 1) & 1) != 0;
    if (wanted)
      groups_.insert(group);
    else
      groups_.erase(group);
  }
}

Status Socket::connect(const uapi::SockAddrNl& address) {
  if (address.family == 0) {
    connected_portid_ = 0;
    connected_group_ = 0;
    return {};
  }
  if (address.family != uapi::kAfNetlink) return EINVAL;
  if ((address.pid != 0 || address.groups != 0) && !netlink_.caller().netns_admin) return EPERM;
  if (!bound_)
    if (const Status status = autobind(); !status.ok()) return status;
  connected_portid_ = address.pid;
  connected_group_ = address.groups == 0 ? 0 : static_cast<uint32_t>(std::countr_zero(address.groups)) + 1;
  return {};
}

uapi::SockAddrNl Socket::name() const {
  uapi::SockAddrNl name{uapi::kAfNetlink, 0, portid_, 0};
  for (const uint32_t group : groups_)
    if (group <= 32) name.groups |= 1u << (group - 1);
  return name;
}

Status Socket::change_membership(uint32_t group, bool join) {
  if (group == 0 || group > netlink_.group_count()) return EINVAL;
  if (join)
    groups_.insert(group);
  else
    groups_.erase(group);
  return {};
}

Status Socket::set_option(int option, wire::Bytes value) {
  const auto word = value.size() < sizeof(uint32_t) ? 0 : wire::load_zero_filled<uint32_t>(value);
  const bool on = word != 0;
  switch (option) {
    case uapi::kNetlinkAddMembership:
    case uapi::kNetlinkDropMembership:
      return change_membership(word, option == uapi::kNetlinkAddMembership);
    case uapi::kNetlinkPktinfo:
      pktinfo_ = on;
      return {};
    case uapi::kNetlinkBroadcastError:
      broadcast_error_ = on;
      return {};
    case uapi::kNetlinkNoEnobufs:
      queue_.set_no_enobufs(on);
      return {};
    case uapi::kNetlinkListenAllNsid:
      if (!netlink_.caller().init_admin) return EPERM;
      listen_all_nsid_ = on;
      return {};
    case uapi::kNetlinkCapAck:
      cap_ack_ = on;
      return {};
    case uapi::kNetlinkExtAck:
      ext_ack_ = on;
      return {};
    case uapi::kNetlinkGetStrictChk:
      strict_chk_ = on;
      return {};
    default:
      return ENOPROTOOPT;
  }
}

Result<Socket::OptionValue> Socket::get_option(int option, int length) const {
  if (length < 0) return Status(EINVAL);
  if (option == uapi::kNetlinkListMemberships) {
    std::vector<uint8_t> bits(uapi::align4((netlink_.group_count() + 7) / 8), 0);
    for (const uint32_t group : groups_)
      if ((group - 1) / 8 < bits.size())
        bits[(group - 1) / 8] = static_cast<uint8_t>(bits[(group - 1) / 8] | 1u << (group - 1) % 8);
    const int full = static_cast<int>(bits.size());
    bits.resize(std::min(bits.size(), static_cast<size_t>(length) / 4 * 4));
    return OptionValue{std::move(bits), full};
  }
  bool value = false;
  switch (option) {
    case uapi::kNetlinkPktinfo:
      value = pktinfo_;
      break;
    case uapi::kNetlinkBroadcastError:
      value = broadcast_error_;
      break;
    case uapi::kNetlinkNoEnobufs:
      value = queue_.no_enobufs();
      break;
    case uapi::kNetlinkCapAck:
      value = cap_ack_;
      break;
    case uapi::kNetlinkExtAck:
      value = ext_ack_;
      break;
    case uapi::kNetlinkGetStrictChk:
      value = strict_chk_;
      break;
    default:
      return Status(ENOPROTOOPT);
  }
  if (length < static_cast<int>(sizeof(int))) return Status(EINVAL);
  const int word = value ? 1 : 0;
  const auto* const raw = reinterpret_cast<const uint8_t*>(&word);
  return OptionValue{std::vector<uint8_t>(raw, raw + sizeof(word)), static_cast<int>(sizeof(word))};
}

Status Socket::set_rcvbuf(int bytes, bool force) {
  if (force && !netlink_.caller().netns_admin) return EPERM;
  // The value is compared as unsigned, so a negative one is a very large one (netlink.md 10).
  size_t wanted = static_cast<uint32_t>(bytes);
  if (!force) wanted = std::min(wanted, netlink_.config().rmem_max);
  wanted = std::min(wanted, static_cast<size_t>(INT32_MAX / 2));
  queue_.set_rcvbuf(std::max(2 * wanted, kSmallestRcvbuf));
  return {};
}

Result<size_t> Socket::send(wire::Bytes datagram, const uapi::SockAddrNl* to, size_t address_length,
                            int flags) {
  const CurrentRun run(netlink_.mark());
  ++netlink_.mark().step;
  if ((flags & kMsgOob) != 0) return Status(EOPNOTSUPP);
  if (datagram.empty()) return Status(ENODATA);
  uint32_t portid = connected_portid_;
  uint32_t group = connected_group_;
  if (to != nullptr) {
    if (address_length < sizeof(*to) || to->family != uapi::kAfNetlink) return Status(EINVAL);
    portid = to->pid;
    group = to->groups == 0 ? 0 : static_cast<uint32_t>(std::countr_zero(to->groups)) + 1;
    if ((portid != 0 || group != 0) && !netlink_.caller().netns_admin) return Status(EPERM);
  }
  if (!bound_)
    if (const Status status = autobind(); !status.ok()) return status;
  if (datagram.size() > netlink_.config().sndbuf - kSendOverhead) return Status(EMSGSIZE);
  if (group != 0) netlink_.multicast(datagram, group, portid_, this, netns_);
  if (portid == 0) {
    serve_datagram(netlink_, *this, datagram, to != nullptr);
    return datagram.size();
  }
  Socket* const target = netlink_.find(netns_, portid);
  if (target == nullptr || (target->connected_portid_ != 0 && target->connected_portid_ != portid_))
    return Status(ECONNREFUSED);
  auto copy = std::make_unique<wire::Skb>(datagram.size());
  std::copy(datagram.begin(), datagram.end(), copy->begin());
  copy->resize(datagram.size());
  copy->set_source(portid_, 0);
  if (const Status status = target->queue_.accept(std::move(copy)); !status.ok()) return status;
  return datagram.size();
}

RecvResult Socket::recv(size_t capacity, int flags) {
  const CurrentRun run(netlink_.mark());
  ++netlink_.mark().step;
  RecvResult result;
  const wire::Skb* skb = nullptr;
  if ((flags & kMsgOob) != 0) {
    result.err = EOPNOTSUPP;
    return result;
  }
  if (queue_.error() != 0) {
    result.err = queue_.take_error();
  } else if ((skb = queue_.head()) == nullptr) {
    result.err = EAGAIN;
  } else {
    learned_size_ = std::min(std::max(learned_size_, capacity), NetlinkConfig::kLearnedCap);
    result.length = skb->size();
    result.bytes = skb->bytes().first(std::min(capacity, skb->size()));
    result.truncated = capacity < skb->size();
    const uint32_t group = skb->group();
    result.source = {uapi::kAfNetlink, 0, skb->source_portid(),
                     group == 0 || group > 32 ? 0 : 1u << (group - 1)};
    if (pktinfo_) result.pktinfo_group = group;
    if ((flags & kMsgPeek) == 0) {
      result.owner = queue_.pop();
      ++counters_.datagrams;
      counters_.bytes += result.length;
      ++netlink_.mutable_counters().datagrams;
      netlink_.mutable_counters().bytes += result.length;
    }
    advance_dump();
  }
  queue_.end_of_receive();
  return result;
}

void Socket::advance_dump() {
  if (dump_ == nullptr) return;
  if (!queue_.wants_chunk()) return cover_mark("dump_waits_for_half_the_queue");
  if (const Status status = dump_->next_chunk(*this); !status.ok()) queue_.set_error(status.err());
  if (dump_->finished()) dump_.reset();
}

Status Socket::start_dump(std::unique_ptr<Dump> dump) {
  if (dump_ != nullptr) return EBUSY;
  if (const Status status = dump->start(); !status.ok()) {
    cover_mark("dump_refused_by_its_start");
    return status;
  }
  dump_ = std::move(dump);
  const Status status = dump_->next_chunk(*this);
  if (dump_->finished()) dump_.reset();
  return status;
}

std::optional<DumpCursor> Socket::dump_cursor() const {
  return dump_ == nullptr ? std::nullopt : std::optional(dump_->cursor());
}

bool Socket::capable(bool destination_given) const {
  return netlink_.caller().init_admin && (destination_given || opener_capable_);
}

Status Socket::deliver(wire::SkbPtr skb) {
  if (connected_portid_ != 0 && connected_portid_ != skb->source_portid()) return ECONNREFUSED;
  if (netlink_.faults().lose_answer()) return {};
  return queue_.accept(std::move(skb));
}

}  // namespace ipvsim::genl
