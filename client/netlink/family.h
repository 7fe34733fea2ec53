// What the controller knows of the IPVS family (genetlink.md 6).
#pragma once

#include <cstdint>
#include <optional>

#include "client/netlink/connection.h"

namespace ipvsim::client {

struct Family {
  uint16_t id = 0;  // the nlmsg type of every IPVS message; changes when the module is reloaded
  uint8_t version = 1;
  // Whether GET_SERVICE_DEST (command 18) is in the list of commands; nothing when the kernel sent no list.
  std::optional<bool> combined_dump;
};

// Asks nlctrl for the family "IPVS". Throws Error: no_family (ENOENT) where there is none.
Family resolve_family(Connection& connection);

}  // namespace ipvsim::client
