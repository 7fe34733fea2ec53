// What a reader of a kernel gets to see: the contents of a namespace as plain values, the same from the model
// and from the client.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "proptests/stateful/values.h"

namespace ipvsim::stateful {

// Five counters (connections, packets in and out, bytes in and out), then their rates (ipvs-control.md 14).
inline constexpr size_t kCounters = 5;
using Numbers = std::array<uint64_t, kCounters>;
struct ListedStats {
  Numbers counters{};
  Numbers rates{};
  friend bool operator==(const ListedStats&, const ListedStats&) = default;
};

struct ListedDest {
  DestKey key;
  uint32_t forward = 0;
  int64_t weight = 0;
  uint32_t upper = 0;
  uint32_t lower = 0;
  uint32_t tun_type = 0;
  uint32_t tun_port = 0;
  uint32_t tun_flags = 0;
  uint32_t active = 0;
  uint32_t inactive = 0;
  uint32_t persistent = 0;
  ListedStats stats;
  friend bool operator==(const ListedDest&, const ListedDest&) = default;
};

struct ListedService {
  ServiceKey key;
  std::string scheduler;
  std::string pe;
  uint32_t flags = 0;
  uint32_t timeout = 0;
  uint32_t netmask = 0;  // as in ServiceRequest
  ListedStats stats;
  std::vector<ListedDest> dests;
  friend bool operator==(const ListedService&, const ListedService&) = default;
};
using ListedTable = std::vector<ListedService>;

struct ListedDaemon {
  uint32_t state = 0;
  std::string interface;
  uint32_t sync_id = 0;
  uint16_t maxlen = 0;
  uint16_t group_af = 0;
  Bytes16 group{};
  uint16_t port = 0;
  uint8_t ttl = 0;
  friend bool operator==(const ListedDaemon&, const ListedDaemon&) = default;
};

std::string to_text(const ListedDest& dest);
std::string to_text(const ListedService& service);
std::string to_text(const ListedTable& table);
std::string to_text(const ListedDaemon& daemon);

}  // namespace ipvsim::stateful
