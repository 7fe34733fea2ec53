// Writing services, destinations and daemons as the kernel lays them out (ipvs-control.md 10, 13 and 14).
#pragma once

#include "sim/ipvs/ipvs.h"
#include "sim/wire/cursor.h"

namespace ipvsim::ipvs_genl {

// The attributes of a SERVICE nest, statistics last.
void put_service(wire::Cursor& cursor, const ipvs::Service& service, const ipvs::IpvsConfig& config);
// The attributes of a DEST nest.
void put_dest(wire::Cursor& cursor, const ipvs::Dest& dest);
// The attributes of a DAEMON nest.
void put_daemon(wire::Cursor& cursor, uint32_t state, const ipvs::Daemon& daemon);

// Whose answer a message is part of.
struct MessageHead {
  uint16_t type = 0;
  uint16_t flags = 0;
  uint32_t seq = 0;
  uint32_t portid = 0;
};

// Appends a whole NEW_SERVICE, NEW_DEST or NEW_DAEMON message to `skb`; false, and nothing written, if it
// does not fit.
bool append_service(wire::Skb& skb, const MessageHead& head, const ipvs::Service& service,
                    const ipvs::IpvsConfig& config);
bool append_dest(wire::Skb& skb, const MessageHead& head, const ipvs::Dest& dest);
bool append_daemon(wire::Skb& skb, const MessageHead& head, uint32_t state, const ipvs::Daemon& daemon);

}  // namespace ipvsim::ipvs_genl
