// A request message on libnl's message builder.
#include "client/bytes/request.h"

#include <arpa/inet.h>
#include <netlink/attr.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>

#include <cerrno>
#include <new>

#include "client/values/error.h"
#include "uapi/netlink.h"

namespace ipvsim::client {
namespace {

// The longest request, a NEW_DEST for an IPv6 service with a tunnel, takes about 220 bytes without names.
constexpr size_t kRequestSize = 768;

}  // namespace

Request::Request(const char* operation, uint16_t family, uint8_t command, uint8_t version, uint16_t flags)
    : operation_(operation), message_(nlmsg_alloc_size(kRequestSize)) {
  if (message_ == nullptr) throw std::bad_alloc();
  // Neither sequence number nor port id is left to libnl: it takes them from the clock and the process id.
  if (genlmsg_put(message_, 0, 0, family, 0, uapi::kNlmFRequest | flags, command, version) == nullptr) {
    nlmsg_free(message_);
    throw std::bad_alloc();
  }
}

Request::~Request() { nlmsg_free(message_); }

void Request::stamp(uint32_t seq, uint32_t portid) {
  nlmsg_hdr(message_)->nlmsg_seq = seq;
  nlmsg_hdr(message_)->nlmsg_pid = portid;
}

void Request::too_long() const {
  throw Error(Error::Kind::transport, operation_, EMSGSIZE, "a name is too long for any request");
}

void Request::put(uint16_t type, const void* value, size_t size) {
  if (size > kRequestSize || nla_put(message_, type, static_cast<int>(size), value) < 0) too_long();
}

void Request::put_be16(uint16_t type, uint16_t host_order) { put_u16(type, htons(host_order)); }

void Request::put_be32(uint16_t type, uint32_t host_order) { put_u32(type, htonl(host_order)); }

void Request::put_string(uint16_t type, std::string_view text) {
  if (text.size() > kRequestSize) too_long();
  nlattr* attribute = nla_reserve(message_, type, static_cast<int>(text.size() + 1));
  if (attribute == nullptr) too_long();
  char* to = static_cast<char*>(nla_data(attribute));
  text.copy(to, text.size());
  to[text.size()] = '\0';
}

nlattr* Request::open(uint16_t type) {
  nlattr* nest = nla_nest_start(message_, type);
  if (nest == nullptr) too_long();
  return nest;
}

void Request::close(nlattr* nest) { nla_nest_end(message_, nest); }

}  // namespace ipvsim::client
