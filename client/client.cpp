// Each operation: build a request, send it, collect the answer.
#include "client/client.h"

#include <utility>

#include "client/bytes/message_sink.h"
#include "client/retry.h"
#include "uapi/ipvs.h"
#include "uapi/netlink.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

// Collects messages of one command, each holding one nest (or none), with one decode function.
template <typename T, typename Decode>
class ListSink final : public MessageSink {
 public:
  ListSink(uint8_t command, uint16_t nest, Decode decode) : command_(command), nest_(nest), decode_(decode) {}

  Problem message(uint8_t command, Bytes attributes) override {
    if (command != command_) return "an answer to another command";
    Bytes value = attributes;
    if (nest_ != 0) {
      bool found = false;
      if (Problem problem = find_attribute(attributes, nest_, value, found); problem != nullptr)
        return problem;
      if (!found) return "an answer without its main attribute";
    }
    return decode_(value, entries.emplace_back());
  }
  size_t progress() const override { return entries.size(); }

  std::vector<T> entries;

 private:
  uint8_t command_;
  uint16_t nest_;
  Decode decode_;
};

template <typename T, typename Decode>
ListSink<T, Decode> list_of(uint8_t command, uint16_t nest, Decode decode) {
  return {command, nest, decode};
}

Problem plain_service(Bytes nest, Service& out) {
  Bytes dests;
  bool has_dests = false;
  return decode_service(nest, out, dests, has_dests);
}

}  // namespace

Client::Client(Transport transport, const ConnectionOptions& options)
    : connection_(std::move(transport), options), family_(resolve_family(connection_)) {}

Client::Client(Transport transport, const Family& family, const ConnectionOptions& options)
    : connection_(std::move(transport), options), family_(family) {}

Request Client::request(const char* operation, uint8_t command, uint16_t flags) const {
  return Request(operation, family_.id, command, family_.version, flags);
}

void Client::set_one(const char* operation, uint8_t command, const ServiceId& id) {
  Request r = request(operation, command, kNlmFAck);
  put_service_id(r, id);
  connection_.call(r);
}

void Client::add_service(const Service& service) {
  Request r = request("NEW_SERVICE", kIpvsNewService, kNlmFAck);
  put_service(r, service, kSettableFlags);
  connection_.call(r);
}

void Client::set_service(const Service& service, uint32_t flags_mask) {
  Request r = request("SET_SERVICE", kIpvsSetService, kNlmFAck);
  put_service(r, service, flags_mask & kSettableFlags);
  connection_.call(r);
}

void Client::del_service(const ServiceId& id) { set_one("DEL_SERVICE", kIpvsDelService, id); }

Service Client::get_service(const ServiceId& id) {
  Request r = request("GET_SERVICE", kIpvsGetService, kNlmFAck);
  put_service_id(r, id);
  auto sink = list_of<Service>(kIpvsNewService, kIpvsCmdAttrService, &plain_service);
  connection_.call(r, &sink);
  return std::move(sink.entries.front());
}

Dump<Service> Client::list_services(const RetryPolicy& retry) {
  return read_with_retries("GET_SERVICE dump", retry, [this] {
    Request r = request("GET_SERVICE dump", kIpvsGetService, kNlmFDump);
    auto sink = list_of<Service>(kIpvsNewService, kIpvsCmdAttrService, &plain_service);
    const bool interrupted = connection_.dump(r, sink);
    return Dump<Service>{std::move(sink.entries), interrupted};
  });
}

void Client::add_destination(const ServiceId& service, const Destination& destination) {
  Request r = request("NEW_DEST", kIpvsNewDest, kNlmFAck);
  put_service_id(r, service);
  put_destination(r, destination);
  connection_.call(r);
}

void Client::set_destination(const ServiceId& service, const Destination& destination) {
  Request r = request("SET_DEST", kIpvsSetDest, kNlmFAck);
  put_service_id(r, service);
  put_destination(r, destination);
  connection_.call(r);
}

void Client::del_destination(const ServiceId& service, const DestinationId& destination) {
  Request r = request("DEL_DEST", kIpvsDelDest, kNlmFAck);
  put_service_id(r, service);
  put_destination_id(r, destination);
  connection_.call(r);
}

Dump<Destination> Client::list_destinations(const ServiceId& service, const RetryPolicy& retry) {
  return read_with_retries("GET_DEST dump", retry, [&] {
    Request r = request("GET_DEST dump", kIpvsGetDest, kNlmFDump);
    put_service_id(r, service);
    const uint16_t family = service.family();
    auto sink = list_of<Destination>(kIpvsNewDest, kIpvsCmdAttrDest, [family](Bytes nest, Destination& out) {
      return decode_destination(nest, family, out);
    });
    const bool interrupted = connection_.dump(r, sink);
    return Dump<Destination>{std::move(sink.entries), interrupted};
  });
}

Config Client::get_config() {
  Request r = request("GET_CONFIG", kIpvsGetConfig, kNlmFAck);
  auto sink = list_of<Config>(kIpvsSetConfig, 0, &decode_config);
  connection_.call(r, &sink);
  return sink.entries.front();
}

void Client::set_config(const Config& config) {
  Request r = request("SET_CONFIG", kIpvsSetConfig, kNlmFAck);
  put_config(r, config);
  connection_.call(r);
}

Info Client::get_info() {
  Request r = request("GET_INFO", kIpvsGetInfo, kNlmFAck);
  auto sink = list_of<Info>(kIpvsSetInfo, 0, &decode_info);
  connection_.call(r, &sink);
  return sink.entries.front();
}

void Client::new_daemon(const Daemon& daemon) {
  Request r = request("NEW_DAEMON", kIpvsNewDaemon, kNlmFAck);
  put_daemon(r, daemon);
  connection_.call(r);
}

void Client::del_daemon(uint32_t state) {
  Request r = request("DEL_DAEMON", kIpvsDelDaemon, kNlmFAck);
  nlattr* nest = r.open(kIpvsCmdAttrDaemon);
  r.put_u32(kIpvsDaemonAttrState, state);
  r.close(nest);
  connection_.call(r);
}

Dump<Daemon> Client::list_daemons(const RetryPolicy& retry) {
  return read_with_retries("GET_DAEMON dump", retry, [this] {
    Request r = request("GET_DAEMON dump", kIpvsGetDaemon, kNlmFDump);
    auto sink = list_of<Daemon>(kIpvsNewDaemon, kIpvsCmdAttrDaemon, &decode_daemon);
    const bool interrupted = connection_.dump(r, sink);
    return Dump<Daemon>{std::move(sink.entries), interrupted};
  });
}

void Client::zero() {
  Request r = request("ZERO", kIpvsZero, kNlmFAck);
  connection_.call(r);
}

void Client::zero(const ServiceId& id) { set_one("ZERO", kIpvsZero, id); }

void Client::flush() {
  Request r = request("FLUSH", kIpvsFlush, kNlmFAck);
  connection_.call(r);
}

}  // namespace ipvsim::client
