// The few services and destinations that small worlds are made of. They are chosen so that what breaks dumps
// happens often: several share a row of the table, some are firewall-mark services, sizes on the wire differ.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ipvsim::laws {

// Index into the universe; text form "s3", "d7".
using ServiceIndex = uint8_t;
using DestIndex = uint8_t;

inline constexpr size_t kServices = 8;
inline constexpr size_t kDests = 16;
// Values an edit can give: a service's timeout in seconds, a destination's weight, are 0 to kValues - 1.
inline constexpr size_t kValues = 4;

struct ServiceFacts {
  uint16_t af;
  uint16_t protocol;
  std::array<uint8_t, 16> addr;
  uint16_t port;
  uint32_t fwmark;  // 0: an ordinary service
  std::string_view scheduler;
  std::string_view pe;
  std::string_view name;  // for people
  size_t wire_size;       // of its NEW_SERVICE message without destinations (ipvs-control.md 10)
};

const ServiceFacts& service_facts(ServiceIndex index);

struct DestFacts {
  std::array<uint8_t, 16> addr;
  uint16_t port;
  std::string name;
};
const DestFacts& dest_facts(DestIndex index);

// Wire sizes (ipvs-control.md 10, rfc-dumps.md 2).
inline constexpr size_t kDestMessage = 356;
inline constexpr size_t kDestsNest = 4;
inline constexpr size_t kNestedDest = 336;

// Which of the universe has this identity as it stands on the wire; nothing: none of it.
std::optional<ServiceIndex> find_service(uint16_t af, uint16_t protocol, const std::array<uint8_t, 16>& addr,
                                         uint16_t port, uint32_t fwmark);
std::optional<DestIndex> find_dest(const std::array<uint8_t, 16>& addr, uint16_t port);

}  // namespace ipvsim::laws
