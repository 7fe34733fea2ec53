// A table as ipvsadm-save text.
#include "client/text/format_save.h"

#include "client/text/order.h"
#include "client/text/scheduler_flags.h"
#include "client/text/text.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

void append_id(std::string& out, const ServiceId& id) {
  if (id.fwmark != 0) {
    out.append("-f ");
    append_mark(out, id.fwmark);
    if (id.address.is_v6()) out.append(" -6");
    return;
  }
  switch (id.protocol) {
    case kIpprotoTcp:
      out.append("-t ");
      break;
    case kIpprotoUdp:
      out.append("-u ");
      break;
    case kIpprotoSctp:
      out.append("--sctp-service ");
      break;
    default:
      out.append("--xxx-service ");
      break;
  }
  append_address_port(out, id.address, id.port);
}

void append_service(std::string& out, std::string_view id, const Service& s) {
  out.append("-A ").append(id).append(" -s ").append(s.scheduler);
  if (s.persistent()) {
    out.append(" -p ");
    append_number(out, s.timeout_s);
    if (s.netmask != default_netmask(s.id.family())) {
      out.append(" -M ");
      append_netmask(out, s);
    }
  }
  if (!s.persistence_engine.empty()) out.append(" --pe ").append(s.persistence_engine);
  if (s.one_packet()) out.append(" -o");
  if (has_scheduler_flags(s.flags)) {
    out.append(" -b ");
    append_scheduler_flags(out, s.scheduler, s.flags);
  }
  out.push_back('\n');
}

void append_tunnel(std::string& out, const Destination& d) {
  switch (d.tunnel_type) {
    case kIpvsTunIpip:
      out.append(" --tun-type ipip");
      return;
    case kIpvsTunGue:
      out.append(" --tun-type gue --tun-port ");
      append_number(out, d.tunnel_port);
      break;
    case kIpvsTunGre:
      out.append(" --tun-type gre");
      break;
    default:
      return;
  }
  switch (d.tunnel_flags) {
    case kIpvsTunFlagNocsum:
      out.append(" --tun-nocsum");
      break;
    case kIpvsTunFlagCsum:
      out.append(" --tun-csum");
      break;
    case kIpvsTunFlagRemcsum:
      out.append(" --tun-remcsum");
      break;
    default:
      break;
  }
}

void append_destination(std::string& out, std::string_view id, const Destination& d) {
  out.append("-a ").append(id).append(" -r ");
  append_address_port(out, d.id.address, d.id.port);
  switch (d.forward) {
    case kIpvsFwdMasq:
      out.append(" -m -w ");
      break;
    case kIpvsFwdTunnel:
      out.append(" -i -w ");
      break;
    case kIpvsFwdLocalnode:
    case kIpvsFwdDroute:
      out.append(" -g -w ");
      break;
    default:
      out.append(" (null) -w ");
      break;
  }
  append_number(out, d.weight);
  if (d.forward == kIpvsFwdTunnel) append_tunnel(out, d);
  out.push_back('\n');
}

}  // namespace

void append_save(std::string& out, const std::vector<ServiceEntry>& services) {
  std::string id;
  std::vector<uint32_t> order;
  for (uint32_t position : print_order(services)) {
    const ServiceEntry& entry = services[position];
    id.clear();
    append_id(id, entry.service.id);
    append_service(out, id, entry.service);
    print_order(entry.destinations, order);
    for (uint32_t d : order) append_destination(out, id, entry.destinations[d]);
  }
}

}  // namespace ipvsim::client
