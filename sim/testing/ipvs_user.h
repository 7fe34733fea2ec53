// A process that speaks the IPVS family to a simulated kernel, for tests: attribute sets of the usual
// requests, and what a dump told as short text. The table is audited after each call.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/kernel.h"
#include "sim/testing/ipvs_world.h"
#include "sim/testing/user.h"
#include "uapi/ipvs.h"

namespace ipvsim::ipvs_genl {

// What GoogleTest and ctest show of a variant.
inline void PrintTo(DumpVariant variant, std::ostream* out) { *out << dump_variant_name(variant); }

}  // namespace ipvsim::ipvs_genl

namespace ipvsim::testing {

// A variant as part of a test's name: "rfc_v1".
std::string variant_word(DumpVariant variant);

// What stands inside a SERVICE nest: who is meant. The family follows from the address.
Attrs service_identity(std::string_view address, uint16_t port, uint16_t protocol = uapi::kIpprotoTcp);
Attrs mark_identity(uint32_t fwmark, uint16_t af = uapi::kAfInet);
// What else NEW_SERVICE and SET_SERVICE must have.
Attrs service_settings(std::string_view scheduler = "rr", uint32_t flags = 0, uint32_t mask = 0xffffffff,
                       uint32_t timeout = 0, uint32_t netmask = 0xffffffff);
// The same for a DEST nest; the family is not given.
Attrs dest_identity(std::string_view address, uint16_t port);
Attrs dest_settings(uint32_t forwarding = uapi::kIpvsFwdMasq, uint32_t weight = 1, uint32_t u_thresh = 0,
                    uint32_t l_thresh = 0);
// 16 bytes of an address attribute.
Data address_bytes(std::string_view address);

// Top levels.
Attrs in_service(const Attrs& service);
Attrs in_service_and_dest(const Attrs& service, const Attrs& dest);
Attrs in_daemon(const Attrs& daemon);

class IpvsUser : public User {
 public:
  explicit IpvsUser(sim::Kernel& kernel, uint32_t portid = 4001, genl::NetnsId netns = 0);

  Data request(uint8_t cmd, const Attrs& top = {}, uint16_t flags = kDoAck, uint32_t seq = 7) const;
  // The errno of a do request's acknowledgement, its only answer.
  int call(uint8_t cmd, const Attrs& top = {}, uint16_t flags = kDoAck);
  // The reply of a GET and nothing else.
  Answer get(uint8_t cmd, const Attrs& top = {});
  // Runs a dump to its end.
  std::vector<Received> dump(uint8_t cmd, const Attrs& top = {}, size_t capacity = 8192);

 private:
  sim::Kernel& kernel_;
};

// A datagram as text, one word a message: "10.0.0.1:80" or "fwmark7" for a NEW_SERVICE, behind it in brackets
// the destinations nested in it ("fwmark7[10.1.0.1 10.1.0.2]"), "10.1.0.1" for a NEW_DEST, "done" or "done22"
// for DONE, "error16" for an ERROR.
std::string told(const Received& datagram);
std::vector<std::string> told(const std::vector<Received>& datagrams);

// Services by the row of the table they are in, when the salt is 0: "10.0.<nth>.<x>", port 80, TCP.
std::string address_in_row(size_t row, int nth = 0);
// Adds one there, with `dests` destinations 10.1.0.1, 10.1.0.2, ... so that 10.1.0.1 is listed first.
ipvs::Service& add_in_row(sim::Kernel& kernel, size_t row, int nth = 0, int dests = 0,
                          genl::NetnsId netns = 0);
// Adds `count` services to different rows, 10.0.0.x:80 from row 0 on.
void add_services(sim::Kernel& kernel, size_t count);
void add_dests(sim::Kernel& kernel, ipvs::Service& service, int count);

}  // namespace ipvsim::testing
