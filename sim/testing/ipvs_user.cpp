// IPVS requests and answers, for tests.
#include "sim/testing/ipvs_user.h"

#include <algorithm>
#include <stdexcept>

namespace ipvsim::testing {

namespace {

uint16_t family_of(std::string_view text) { return ipvs::Address::family_of(text); }

std::string address_text(const AnswerAttr& attr, uint16_t af) {
  ipvs::Address address;
  if (attr.payload.size() != address.bytes.size()) throw std::runtime_error("an address of another size");
  std::copy(attr.payload.begin(), attr.payload.end(), address.bytes.begin());
  return address.text(af);
}

std::string dest_word(const AnswerAttrs& dest) {
  return address_text(find(dest, uapi::kIpvsDestAttrAddr), find(dest, uapi::kIpvsDestAttrAddrFamily).u16());
}

std::string service_word(const AnswerAttrs& service) {
  const uint16_t af = find(service, uapi::kIpvsSvcAttrAf).u16();
  std::string word = has(service, uapi::kIpvsSvcAttrFwmark)
                         ? "fwmark" + std::to_string(find(service, uapi::kIpvsSvcAttrFwmark).u32())
                         : address_text(find(service, uapi::kIpvsSvcAttrAddr), af) + ":" +
                               std::to_string(find(service, uapi::kIpvsSvcAttrPort).be16());
  if (!has(service, uapi::kIpvsSvcAttrDests)) return word;
  std::string dests;
  for (const AnswerAttr& dest : find(service, uapi::kIpvsSvcAttrDests).inside())
    dests += (dests.empty() ? "" : " ") + dest_word(dest.inside());
  return word + "[" + dests + "]";
}

std::string word_of(const Answer& answer) {
  if (answer.is_error()) return "error" + std::to_string(answer.error());
  if (answer.is_done()) return answer.error() == 0 ? "done" : "done" + std::to_string(answer.error());
  const auto attrs = answer.attributes();
  if (answer.command() == uapi::kIpvsNewService)
    return service_word(find(attrs, uapi::kIpvsCmdAttrService).inside());
  if (answer.command() == uapi::kIpvsNewDest) return dest_word(find(attrs, uapi::kIpvsCmdAttrDest).inside());
  throw std::runtime_error("told of command " + std::to_string(answer.command()));
}

}  // namespace

std::string variant_word(DumpVariant variant) {
  std::string word(dump_variant_name(variant));
  std::replace(word.begin(), word.end(), '-', '_');
  return word;
}

Data address_bytes(std::string_view text) {
  const ipvs::Address parsed = address(text);
  return {parsed.bytes.begin(), parsed.bytes.end()};
}

Attrs service_identity(std::string_view address, uint16_t port, uint16_t protocol) {
  return Attrs()
      .u16(uapi::kIpvsSvcAttrAf, family_of(address))
      .u16(uapi::kIpvsSvcAttrProtocol, protocol)
      .raw(uapi::kIpvsSvcAttrAddr, address_bytes(address))
      .be16(uapi::kIpvsSvcAttrPort, port);
}

Attrs mark_identity(uint32_t fwmark, uint16_t af) {
  return Attrs().u16(uapi::kIpvsSvcAttrAf, af).u32(uapi::kIpvsSvcAttrFwmark, fwmark);
}

Attrs service_settings(std::string_view scheduler, uint32_t flags, uint32_t mask, uint32_t timeout,
                       uint32_t netmask) {
  Data flags_and_mask = bytes_of(flags);
  const Data mask_bytes = bytes_of(mask);
  flags_and_mask.insert(flags_and_mask.end(), mask_bytes.begin(), mask_bytes.end());
  return Attrs()
      .text(uapi::kIpvsSvcAttrSchedName, scheduler)
      .raw(uapi::kIpvsSvcAttrFlags, flags_and_mask)
      .u32(uapi::kIpvsSvcAttrTimeout, timeout)
      .u32(uapi::kIpvsSvcAttrNetmask, netmask);
}

Attrs dest_identity(std::string_view address, uint16_t port) {
  return Attrs().raw(uapi::kIpvsDestAttrAddr, address_bytes(address)).be16(uapi::kIpvsDestAttrPort, port);
}

Attrs dest_settings(uint32_t forwarding, uint32_t weight, uint32_t u_thresh, uint32_t l_thresh) {
  return Attrs()
      .u32(uapi::kIpvsDestAttrFwdMethod, forwarding)
      .u32(uapi::kIpvsDestAttrWeight, weight)
      .u32(uapi::kIpvsDestAttrUThresh, u_thresh)
      .u32(uapi::kIpvsDestAttrLThresh, l_thresh);
}

Attrs in_service(const Attrs& service) { return Attrs().nest(uapi::kIpvsCmdAttrService, service); }
Attrs in_service_and_dest(const Attrs& service, const Attrs& dest) {
  return in_service(service).nest(uapi::kIpvsCmdAttrDest, dest);
}
Attrs in_daemon(const Attrs& daemon) { return Attrs().nest(uapi::kIpvsCmdAttrDaemon, daemon); }

IpvsUser::IpvsUser(sim::Kernel& kernel, uint32_t portid, genl::NetnsId netns)
    : User(kernel.socket(netns), portid, [&kernel] { kernel.audit(); }), kernel_(kernel) {}

Data IpvsUser::request(uint8_t cmd, const Attrs& top, uint16_t flags, uint32_t seq) const {
  return genl_request(kernel_.family_id(), cmd, flags, top, seq);
}

int IpvsUser::call(uint8_t cmd, const Attrs& top, uint16_t flags) { return ack_of(request(cmd, top, flags)); }
Answer IpvsUser::get(uint8_t cmd, const Attrs& top) { return ask_one(request(cmd, top, kDo)); }
std::vector<Received> IpvsUser::dump(uint8_t cmd, const Attrs& top, size_t capacity) {
  return ask(request(cmd, top, kDumpRequest), capacity);
}

std::string told(const Received& datagram) {
  std::string text;
  for (const Answer& answer : datagram.answers()) text += (text.empty() ? "" : " ") + word_of(answer);
  return text;
}

std::vector<std::string> told(const std::vector<Received>& datagrams) {
  std::vector<std::string> texts;
  for (const Received& datagram : datagrams) texts.push_back(told(datagram));
  return texts;
}

// TCP 6 and port 80 fold to 0x56 (ipvs-control.md 8).
std::string address_in_row(size_t row, int nth) {
  return "10.0." + std::to_string(nth) + "." + std::to_string(row ^ 0x56);
}

void add_dests(sim::Kernel& kernel, ipvs::Service& service, int count) {
  for (int i = count; i >= 1; --i) {
    const Status added = kernel.ipvs().add_dest(service, dest_key("10.1.0." + std::to_string(i), 80), {});
    if (!added.ok()) throw std::runtime_error("add_dest: errno " + std::to_string(added.err()));
  }
}

ipvs::Service& add_in_row(sim::Kernel& kernel, size_t row, int nth, int dests, genl::NetnsId netns) {
  const auto key = service_key(address_in_row(row, nth), 80);
  const Status added = kernel.ipvs().add_service(kernel.ipvs_netns(netns), key, {});
  if (!added.ok()) throw std::runtime_error("add_service: errno " + std::to_string(added.err()));
  ipvs::Service& service = *kernel.ipvs().find_service(kernel.ipvs_netns(netns), key);
  add_dests(kernel, service, dests);
  return service;
}

void add_services(sim::Kernel& kernel, size_t count) {
  for (size_t i = 0; i < count; ++i) add_in_row(kernel, i % 256, static_cast<int>(i / 256));
}

}  // namespace ipvsim::testing
