// Attribute by attribute.
#include "proptests/stateful/raw_request.h"

#include <array>

#include "client/bytes/decode.h"
#include "client/bytes/message_sink.h"
#include "client/bytes/request.h"
#include "uapi/netlink.h"

namespace ipvsim::stateful {

namespace {

using namespace uapi;

class Raw {
 public:
  Raw(client::Client& client, uint8_t command, uint16_t flags)
      : client_(client),
        request_("raw request", client.family().id, command, client.family().version, flags) {}

  client::Request& request() { return request_; }
  void call(client::MessageSink* sink = nullptr) { client_.connection().call(request_, sink); }
  void dump(client::MessageSink& sink) { (void)client_.connection().dump(request_, sink); }

  // In as many bytes as asked for, also more than there are. Nothing is put that is to be left out.
  void address(Absent absent, uint16_t attribute, const Bytes16& addr, uint8_t bytes) {
    if (is_absent(absent, attribute)) return;
    std::array<uint8_t, 256> room{};
    std::copy(addr.begin(), addr.end(), room.begin());
    request_.put(attribute, room.data(), bytes);
  }
  void u16(Absent absent, uint16_t attribute, uint16_t value) {
    if (!is_absent(absent, attribute)) request_.put_u16(attribute, value);
  }
  void be16(Absent absent, uint16_t attribute, uint16_t value) {
    if (!is_absent(absent, attribute)) request_.put_be16(attribute, value);
  }
  void u32(Absent absent, uint16_t attribute, uint32_t value) {
    if (!is_absent(absent, attribute)) request_.put_u32(attribute, value);
  }

  void identity(const ServiceRequest& r) {
    u16(r.absent, kIpvsSvcAttrAf, r.af);
    if (r.fwmark) request_.put_u32(kIpvsSvcAttrFwmark, *r.fwmark);
    u16(r.absent, kIpvsSvcAttrProtocol, r.protocol);
    address(r.absent, kIpvsSvcAttrAddr, r.addr, r.addr_bytes);
    be16(r.absent, kIpvsSvcAttrPort, r.port);
  }
  void service(const ServiceRequest& r) {
    if (is_absent(r.absent, 0)) return;
    nlattr* const nest = request_.open(kIpvsCmdAttrService);
    identity(r);
    request_.close(nest);
  }

  void identity(const DestRequest& r) {
    if (r.af) request_.put_u16(kIpvsDestAttrAddrFamily, *r.af);
    address(r.absent, kIpvsDestAttrAddr, r.addr, r.addr_bytes);
    be16(r.absent, kIpvsDestAttrPort, r.port);
  }

 private:
  client::Client& client_;
  client::Request request_;
};

class OneService final : public client::MessageSink {
 public:
  client::Problem message(uint8_t command, client::Bytes attributes) override {
    client::Bytes nest;
    client::Bytes dests;
    bool found = false;
    bool has_dests = false;
    if (command != kIpvsNewService) return "another answer than NEW_SERVICE";
    if (client::Problem problem = client::find_attribute(attributes, kIpvsCmdAttrService, nest, found))
      return problem;
    return found ? client::decode_service(nest, service, dests, has_dests) : "an answer without SERVICE";
  }
  size_t progress() const override { return 1; }
  client::Service service;
};

class Destinations final : public client::MessageSink {
 public:
  explicit Destinations(uint16_t family) : family_(family) {}
  client::Problem message(uint8_t command, client::Bytes attributes) override {
    client::Bytes nest;
    bool found = false;
    if (command != kIpvsNewDest) return "another answer than NEW_DEST";
    if (client::Problem problem = client::find_attribute(attributes, kIpvsCmdAttrDest, nest, found))
      return problem;
    return found ? client::decode_destination(nest, family_, entries.emplace_back())
                 : "an answer without DEST";
  }
  size_t progress() const override { return entries.size(); }
  std::vector<client::Destination> entries;

 private:
  uint16_t family_;
};

class Anything final : public client::MessageSink {
 public:
  client::Problem message(uint8_t, client::Bytes) override {
    ++count_;
    return nullptr;
  }
  size_t progress() const override { return count_; }

 private:
  size_t count_ = 0;
};

}  // namespace

void raw_set_service(client::Client& client, uint8_t command, const ServiceRequest& r) {
  Raw raw(client, command, kNlmFAck);
  client::Request& request = raw.request();
  if (!is_absent(r.absent, 0)) {
    nlattr* const nest = request.open(kIpvsCmdAttrService);
    raw.identity(r);
    if (!is_absent(r.absent, kIpvsSvcAttrSchedName)) request.put_string(kIpvsSvcAttrSchedName, r.scheduler);
    if (!r.pe.empty() || r.empty_pe) request.put_string(kIpvsSvcAttrPeName, r.pe);
    const uint32_t flags[3] = {r.flags, r.mask, 0};
    if (!is_absent(r.absent, kIpvsSvcAttrFlags)) request.put(kIpvsSvcAttrFlags, flags, r.flags_bytes);
    raw.u32(r.absent, kIpvsSvcAttrTimeout, r.timeout);
    if (!is_absent(r.absent, kIpvsSvcAttrNetmask)) {
      if (r.af == kAfInet6)
        request.put_u32(kIpvsSvcAttrNetmask, r.netmask);
      else
        request.put_be32(kIpvsSvcAttrNetmask, r.netmask);
    }
    request.close(nest);
  }
  raw.call();
}

void raw_service_command(client::Client& client, uint8_t command, const ServiceRequest& r) {
  Raw raw(client, command, kNlmFAck);
  raw.service(r);
  raw.call();
}

client::Service raw_get_service(client::Client& client, const ServiceRequest& r) {
  Raw raw(client, kIpvsGetService, kNlmFAck);
  raw.service(r);
  OneService sink;
  raw.call(&sink);
  return sink.service;
}

void raw_set_dest(client::Client& client, uint8_t command, const ServiceRequest& service,
                  const DestRequest& r) {
  Raw raw(client, command, kNlmFAck);
  client::Request& request = raw.request();
  raw.service(service);
  if (!is_absent(r.absent, 0)) {
    nlattr* const nest = request.open(kIpvsCmdAttrDest);
    raw.identity(r);
    raw.u32(r.absent, kIpvsDestAttrFwdMethod, r.forward);
    raw.u32(r.absent, kIpvsDestAttrWeight, r.weight);
    raw.u32(r.absent, kIpvsDestAttrUThresh, r.upper);
    raw.u32(r.absent, kIpvsDestAttrLThresh, r.lower);
    if (r.tunnel_sent()) {
      request.put_u8(kIpvsDestAttrTunType, r.tun_type);
      request.put_be16(kIpvsDestAttrTunPort, r.tun_port);
      request.put_u16(kIpvsDestAttrTunFlags, r.tun_flags);
    }
    request.close(nest);
  }
  raw.call();
}

void raw_del_dest(client::Client& client, const ServiceRequest& service, const DestRequest& r) {
  Raw raw(client, kIpvsDelDest, kNlmFAck);
  client::Request& request = raw.request();
  raw.service(service);
  if (!is_absent(r.absent, 0)) {
    nlattr* const nest = request.open(kIpvsCmdAttrDest);
    raw.identity(r);
    request.close(nest);
  }
  raw.call();
}

std::vector<client::Destination> raw_list_dests(client::Client& client, const ServiceRequest& service) {
  Raw raw(client, kIpvsGetDest, kNlmFDump);
  raw.service(service);
  Destinations sink(service.af);
  raw.dump(sink);
  return std::move(sink.entries);
}

void raw_set_config(client::Client& client, const ConfigRequest& r) {
  Raw raw(client, kIpvsSetConfig, kNlmFAck);
  raw.u32(r.absent, kIpvsCmdAttrTimeoutTcp, r.tcp);
  raw.u32(r.absent, kIpvsCmdAttrTimeoutTcpFin, r.tcp_fin);
  raw.u32(r.absent, kIpvsCmdAttrTimeoutUdp, r.udp);
  raw.call();
}

void raw_new_daemon(client::Client& client, const DaemonRequest& r) {
  Raw raw(client, kIpvsNewDaemon, kNlmFAck);
  client::Request& request = raw.request();
  if (!is_absent(r.absent, 0)) {
    constexpr size_t kV4 = 4;
    nlattr* const nest = request.open(kIpvsCmdAttrDaemon);
    raw.u32(r.absent, kIpvsDaemonAttrState, r.state);
    if (!is_absent(r.absent, kIpvsDaemonAttrMcastIfn))
      request.put_string(kIpvsDaemonAttrMcastIfn, r.interface);
    raw.u32(r.absent, kIpvsDaemonAttrSyncId, r.sync_id);
    if (r.maxlen != 0) request.put_u16(kIpvsDaemonAttrSyncMaxlen, r.maxlen);
    if (r.group6) request.put(kIpvsDaemonAttrMcastGroup6, r.group6->data(), r.group6->size());
    if (r.group) request.put(kIpvsDaemonAttrMcastGroup, r.group->data(), kV4);
    if (r.port != 0) request.put_u16(kIpvsDaemonAttrMcastPort, r.port);
    if (r.ttl != 0) request.put_u8(kIpvsDaemonAttrMcastTtl, r.ttl);
    request.close(nest);
  }
  raw.call();
}

void raw_del_daemon(client::Client& client, const DaemonRequest& r) {
  Raw raw(client, kIpvsDelDaemon, kNlmFAck);
  client::Request& request = raw.request();
  if (!is_absent(r.absent, 0)) {
    nlattr* const nest = request.open(kIpvsCmdAttrDaemon);
    raw.u32(r.absent, kIpvsDaemonAttrState, r.state);
    request.close(nest);
  }
  raw.call();
}

void raw_bare(client::Client& client, uint8_t command, bool as_dump) {
  Raw raw(client, command, as_dump ? kNlmFDump : kNlmFAck);
  Anything sink;
  if (as_dump)
    raw.dump(sink);
  else
    raw.call(&sink);
}

}  // namespace ipvsim::stateful
