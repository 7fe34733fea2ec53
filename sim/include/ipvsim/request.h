// Requests in a line: well-formed ones by name, and the pieces for malformed ones. A Request does not know
// its kernel yet: the door that sends it writes the family's id and the next sequence number.
//
// Plain values, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ipvsim/attributes.h"
#include "ipvsim/names.h"
#include "ipvsim/settings.h"

namespace ipvsim {

// The commands of the IPVS family, numbered as in <linux/ip_vs.h>; get_service_dest is the one never merged
// (rfc-dumps.md).
enum class Command : uint8_t {
  new_service = 1,
  set_service = 2,
  del_service = 3,
  get_service = 4,
  new_dest = 5,
  set_dest = 6,
  del_dest = 7,
  get_dest = 8,
  new_daemon = 9,
  del_daemon = 10,
  get_daemon = 11,
  set_config = 12,
  get_config = 13,
  set_info = 14,
  get_info = 15,
  zero = 16,
  flush = 17,
  get_service_dest = 18,
};

// NLM_F_* as one needs them most.
inline constexpr uint16_t kDo = 0x1;            // REQUEST
inline constexpr uint16_t kDoAck = 0x1 | 0x4;   // and ACK
inline constexpr uint16_t kDump = 0x1 | 0x300;  // and DUMP

// One generic netlink request.
struct Request {
  // Nothing: the IPVS family, whatever its id is.
  std::optional<uint16_t> family;
  uint8_t command = 0;
  uint16_t flags = kDoAck;
  Attrs attributes;
  uint32_t seq = 0;  // 0: the door's next
  uint8_t version = 1;

  // Its message, header first; in host byte order.
  Data bytes(uint16_t ipvs_family, uint32_t next_seq) const;
};

namespace request {

// A dump of the whole table, or of what belongs to one service: get_service, get_dest, get_daemon,
// get_service_dest.
Request dump(Command command, const std::optional<ServiceKey>& service = std::nullopt);

// Asking for an acknowledgement, as `ipvsadm` does.
Request add_service(const ServiceKey& key, const ServiceSettings& settings = {});
Request edit_service(const ServiceKey& key, const ServiceSettings& settings);
Request del_service(const ServiceKey& key);
Request get_service(const ServiceKey& key);
Request add_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings = {});
Request edit_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings);
Request del_dest(const ServiceKey& service, const DestKey& key);
Request zero(const std::optional<ServiceKey>& service = std::nullopt);
Request flush();
Request get_info();

// The controller's CTRL_CMD_GETFAMILY by name: what every client asks first.
Request get_family(std::string_view name = "IPVS");

// The nests that requests are made of, for requests that are nearly right: the identity alone, or identity
// and settings.
Attrs service_nest(const ServiceKey& key);
Attrs service_nest(const ServiceKey& key, const ServiceSettings& settings);
Attrs dest_nest(const DestKey& key);
Attrs dest_nest(const DestKey& key, const DestSettings& settings);

// A netlink message of any type around any payload; its length is the truth until with_length() lies.
Data message(uint16_t type, uint16_t flags, uint32_t seq, const Data& payload, uint32_t pid = 0);
// Overwrites the length in the header of the message that starts `message`.
Data with_length(Data message, uint32_t length);
// Several messages in one datagram, each starting at a multiple of 4.
Data batch(const std::vector<Data>& messages);

}  // namespace request

}  // namespace ipvsim
