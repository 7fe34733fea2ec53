// Between the structures in a client's memory and the values of ipvs (ipvs-control.md 15, second table).
#pragma once

#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "sim/ipvs/ipvs.h"
#include "uapi/ipvs_sockopt.h"

namespace ipvsim::ipvs_sockopt {

// What names an IPv4 service; with a mark the look-up heeds nothing else.
ipvs::ServiceKey service_key(uint16_t protocol, uint32_t addr_be32, uint16_t port_be16, uint32_t fwmark);
ipvs::DestKey dest_key(uint32_t addr_be32, uint16_t port_be16);

// What becomes of conn_flags: of the client's bits 0x12007 count, 0x100 is added, and 0x80 unless it
// masquerades. Doing it twice changes nothing.
uint32_t stored_conn_flags(uint32_t given);

// Written over `out`, whose holes stay as they are.
uapi::IpvsServiceEntry service_entry(const ipvs::Service& service, uint32_t hz,
                                     uapi::IpvsServiceEntry out = {});
uapi::IpvsDestEntry dest_entry(const ipvs::Dest& dest);
uapi::IpvsDaemonUser daemon_record(uint32_t state, const std::optional<ipvs::Daemon>& daemon);

// The text in a name field; nothing when it has no NUL.
template <size_t N>
std::optional<std::string> name_in(const char (&field)[N]) {
  const void* const nul = std::memchr(field, 0, N);
  if (nul == nullptr) return std::nullopt;
  return std::string(field, static_cast<const char*>(nul));
}

}  // namespace ipvsim::ipvs_sockopt
