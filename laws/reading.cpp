// The reader of raw bytes. It shares nothing with sim/ but the bounded read, and nothing with client/.
#include "laws/reading.h"

#include <algorithm>
#include <cstring>

#include "uapi/genetlink.h"
#include "uapi/ipvs.h"

namespace ipvsim::laws {

namespace {

using wire::Bytes;

// Calls visit(type, payload) for each attribute; false when bytes are left over.
template <class Visit>
bool for_each_attr(Bytes bytes, Visit visit) {
  while (!bytes.empty()) {
    const auto header = wire::load<uapi::NlAttr>(bytes, 0);
    if (!header || header->len < sizeof(uapi::NlAttr) || header->len > bytes.size()) return false;
    visit(header->type, bytes.subspan(sizeof(uapi::NlAttr), header->len - sizeof(uapi::NlAttr)));
    bytes = bytes.subspan(std::min(uapi::align4(header->len), bytes.size()));
  }
  return true;
}

template <class T>
T value_of(Bytes payload) {
  return wire::load_zero_filled<T>(payload);
}
uint16_t port_of(Bytes payload) {
  const auto raw = value_of<std::array<uint8_t, 2>>(payload);
  return static_cast<uint16_t>(raw[0] << 8 | raw[1]);
}
bool text_is(Bytes payload, std::string_view text) {
  return payload.size() == text.size() + 1 && std::memcmp(payload.data(), text.data(), text.size()) == 0 &&
         payload.back() == 0;
}
bool in_values(uint32_t value) { return value < kValues; }

Entry read_dest(Bytes nest) {
  std::array<uint8_t, 16> addr{};
  uint16_t port = 0;
  uint32_t weight = kValues;
  uint32_t forwarding = ~0u;
  bool sound = for_each_attr(nest, [&](uint16_t type, Bytes payload) {
    if (type == uapi::kIpvsDestAttrAddr) addr = value_of<std::array<uint8_t, 16>>(payload);
    if (type == uapi::kIpvsDestAttrPort) port = port_of(payload);
    if (type == uapi::kIpvsDestAttrWeight) weight = value_of<uint32_t>(payload);
    if (type == uapi::kIpvsDestAttrFwdMethod) forwarding = value_of<uint32_t>(payload);
  });
  Entry entry;
  entry.is_dest = true;
  const auto dest = find_dest(addr, port);
  entry.dest = dest.value_or(0);
  entry.value = static_cast<uint8_t>(weight);
  entry.strange = !sound || !dest || !in_values(weight) || forwarding != uapi::kIpvsFwdTunnel;
  return entry;
}

struct ServiceMessage {
  Entry entry;
  std::vector<Entry> dests;
};

ServiceMessage read_service(Bytes nest) {
  uint16_t af = 0;
  uint16_t protocol = 0;
  uint16_t port = 0;
  uint32_t fwmark = 0;
  uint32_t timeout = kValues;
  std::array<uint8_t, 16> addr{};
  Bytes scheduler;
  Bytes dests;
  bool sound = for_each_attr(nest, [&](uint16_t type, Bytes payload) {
    switch (type) {
      case uapi::kIpvsSvcAttrAf:
        af = value_of<uint16_t>(payload);
        break;
      case uapi::kIpvsSvcAttrProtocol:
        protocol = value_of<uint16_t>(payload);
        break;
      case uapi::kIpvsSvcAttrAddr:
        addr = value_of<std::array<uint8_t, 16>>(payload);
        break;
      case uapi::kIpvsSvcAttrPort:
        port = port_of(payload);
        break;
      case uapi::kIpvsSvcAttrFwmark:
        fwmark = value_of<uint32_t>(payload);
        break;
      case uapi::kIpvsSvcAttrSchedName:
        scheduler = payload;
        break;
      case uapi::kIpvsSvcAttrTimeout:
        timeout = value_of<uint32_t>(payload);
        break;
      case uapi::kIpvsSvcAttrDests:
        dests = payload;
        break;
      default:
        break;
    }
  });
  ServiceMessage out;
  const auto service = find_service(af, protocol, addr, port, fwmark);
  out.entry.service = service.value_or(0);
  out.entry.value = static_cast<uint8_t>(timeout);
  out.entry.strange =
      !sound || !service || !in_values(timeout) || !text_is(scheduler, service_facts(*service).scheduler);
  const bool whole = for_each_attr(dests, [&](uint16_t, Bytes payload) {
    out.dests.push_back(read_dest(payload));
    out.dests.back().service = out.entry.service;
  });
  out.entry.strange |= !whole;
  return out;
}

// The first attribute of a generic message, if it has this type.
std::optional<Bytes> only_nest(Bytes message, uint16_t type) {
  std::optional<Bytes> nest;
  for_each_attr(wire::slice(message, uapi::kGenlAttrOffset, message.size()), [&](uint16_t at, Bytes payload) {
    if (at == type) nest = payload;
  });
  return nest;
}

void read_message(Bytes message, const uapi::NlMsgHdr& nlh, Datagram& out,
                  std::optional<ServiceIndex>& owner) {
  if ((nlh.flags & uapi::kNlmFDumpIntr) != 0 && nlh.type != uapi::kNlmsgError) out.interrupted = true;
  if (nlh.type == uapi::kNlmsgDone || nlh.type == uapi::kNlmsgError) {
    const auto value = wire::load<int32_t>(message, sizeof(nlh));
    if (!value) out.malformed = true;
    (nlh.type == uapi::kNlmsgDone ? out.done : out.error) = -value.value_or(0);
    return;
  }
  const auto genl = wire::load<uapi::GenlMsgHdr>(message, sizeof(nlh));
  if (genl && genl->cmd == uapi::kIpvsNewService) {
    if (const auto nest = only_nest(message, uapi::kIpvsCmdAttrService)) {
      ServiceMessage service = read_service(*nest);
      owner = service.entry.service;
      out.entries.push_back(service.entry);
      out.entries.insert(out.entries.end(), service.dests.begin(), service.dests.end());
      return;
    }
  }
  if (genl && genl->cmd == uapi::kIpvsNewDest) {
    if (const auto nest = only_nest(message, uapi::kIpvsCmdAttrDest)) {
      Entry dest = read_dest(*nest);
      dest.strange |= !owner;
      dest.service = owner.value_or(0);
      out.entries.push_back(dest);
      return;
    }
  }
  out.malformed = true;
}

}  // namespace

bool Reading::interrupted() const {
  return std::any_of(datagrams.begin(), datagrams.end(),
                     [](const Datagram& each) { return each.interrupted; });
}

size_t Reading::data_datagrams() const {
  return static_cast<size_t>(std::count_if(datagrams.begin(), datagrams.end(),
                                           [](const Datagram& each) { return !each.entries.empty(); }));
}

std::vector<MergedService> merge(const Reading& reading) {
  std::vector<MergedService> merged;
  const auto slot = [&](ServiceIndex service) -> MergedService& {
    for (MergedService& each : merged)
      if (each.service == service) return each;
    merged.push_back({service, 0, {}});
    return merged.back();
  };
  for (const Datagram& datagram : reading.datagrams)
    for (const Entry& entry : datagram.entries) {
      if (entry.strange) continue;
      MergedService& service = slot(entry.service);
      if (entry.is_dest)
        service.dests.push_back(entry.dest);
      else
        ++service.messages;
    }
  return merged;
}

Datagram decode(Bytes bytes, Answer answer, std::optional<ServiceIndex>& owner) {
  Datagram out;
  out.answer = answer;
  out.length = static_cast<uint32_t>(bytes.size());
  while (!bytes.empty()) {
    const auto nlh = wire::load<uapi::NlMsgHdr>(bytes, 0);
    if (!nlh || nlh->len < sizeof(*nlh) || nlh->len > bytes.size()) {
      out.malformed = true;
      break;
    }
    read_message(bytes.first(nlh->len), *nlh, out, owner);
    bytes = bytes.subspan(std::min(uapi::align4(nlh->len), bytes.size()));
  }
  return out;
}

}  // namespace ipvsim::laws
