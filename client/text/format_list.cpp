// A table as ipvsadm lists it.
#include "client/text/format_list.h"

#include <iterator>
#include <string_view>

#include "client/text/order.h"
#include "client/text/scheduler_flags.h"
#include "client/text/text.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

std::string_view protocol_name(const ServiceId& id) {
  if (id.fwmark != 0) return "FWM  ";
  switch (id.protocol) {
    case kIpprotoTcp:
      return "TCP  ";
    case kIpprotoUdp:
      return "UDP  ";
    case kIpprotoSctp:
      return "SCTP ";
    default:
      return "?    ";
  }
}

std::string_view forward_name(uint32_t forward) {
  switch (forward) {
    case kIpvsFwdMasq:
      return "Masq    ";
    case kIpvsFwdLocalnode:
      return "Local   ";
    case kIpvsFwdTunnel:
      return "Tunnel  ";
    case kIpvsFwdDroute:
      return "Route   ";
    default:
      return "(null)  ";
  }
}

void append_service(std::string& out, const Service& s) {
  out.append(protocol_name(s.id));
  if (s.id.fwmark != 0) {
    append_mark(out, s.id.fwmark);
    if (s.id.address.is_v6()) out.append(" IPv6");
  } else {
    append_address_port(out, s.id.address, s.id.port);
  }
  out.append(" ").append(s.scheduler);
  if (has_scheduler_flags(s.flags)) {
    out.append(" (");
    append_scheduler_flags(out, s.scheduler, s.flags);
    out.push_back(')');
  }
  if (s.persistent()) {
    out.append(" persistent ");
    append_number(out, s.timeout_s);
    if (s.netmask != default_netmask(s.id.family())) {
      out.append(" mask ");
      append_netmask(out, s);
    }
    if (!s.persistence_engine.empty()) out.append(" pe ").append(s.persistence_engine);
  }
  if (s.one_packet()) out.append(" ops");
  out.push_back('\n');
}

// A number in a column of its own, one space behind it at least.
template <typename Integer>
void append_column(std::string& out, Integer value, size_t width) {
  const size_t start = out.size();
  append_number(out, value);
  pad_to(out, start, width);
}

void append_destination(std::string& out, const Destination& d) {
  out.append("  -> ");
  const size_t start = out.size();
  append_address_port(out, d.id.address, d.id.port);
  pad_to(out, start, 28);
  out.push_back(' ');
  out.append(forward_name(d.forward));
  append_column(out, d.weight, 6);
  out.push_back(' ');
  append_column(out, d.active_connections, 10);
  out.push_back(' ');
  append_column(out, d.inactive_connections, 10);
  out.push_back('\n');
}

}  // namespace

void append_list(std::string& out, const std::vector<ServiceEntry>& services, const Info& info) {
  fmt::format_to(std::back_inserter(out), "IP Virtual Server version {}.{}.{} (size={})\n",
                 info.version >> 16 & 0xff, info.version >> 8 & 0xff, info.version & 0xff,
                 info.connection_table_size);
  append_list(out, services);
}

void append_list(std::string& out, const std::vector<ServiceEntry>& services) {
  out.append(
      "Prot LocalAddress:Port Scheduler Flags\n"
      "  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\n");
  std::vector<uint32_t> order;
  for (uint32_t position : print_order(services)) {
    const ServiceEntry& entry = services[position];
    append_service(out, entry.service);
    print_order(entry.destinations, order);
    for (uint32_t d : order) append_destination(out, entry.destinations[d]);
  }
}

}  // namespace ipvsim::client
