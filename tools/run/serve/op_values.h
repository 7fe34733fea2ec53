// The values in messages between a run that serves its kernel and one that joined it (channel.h), as both
// ends write and read them. Reading throws nlohmann::json::exception when they are not there.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/run/world/kernel_access.h"
#include "uapi/netlink.h"

namespace ipvsim::run {

inline nlohmann::json to_op(const NetnsKey& netns) { return {netns.device, netns.inode}; }
inline NetnsKey netns_of_op(const nlohmann::json& message) {
  const nlohmann::json& value = message.at("netns");
  return {value.at(0).get<uint64_t>(), value.at(1).get<uint64_t>()};
}

inline nlohmann::json to_op(const uapi::SockAddrNl& address) {
  return {address.family, address.pid, address.groups};
}
inline uapi::SockAddrNl address_of_op(const nlohmann::json& message) {
  const nlohmann::json& value = message.at("address");
  return {value.at(0).get<uint16_t>(), 0, value.at(1).get<uint32_t>(), value.at(2).get<uint32_t>()};
}

}  // namespace ipvsim::run
