// One request message under construction, and what IPVS requests are made of. Built with libnl's nlmsg and
// nla functions in request.cpp and encode.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "client/values/config.h"
#include "client/values/daemon.h"
#include "client/values/destination.h"
#include "client/values/service.h"

struct nl_msg;
struct nlattr;

namespace ipvsim::client {

// A generic netlink request. All put functions throw Error (transport, EMSGSIZE) when a value is too long
// for any request, which only an absurd name can cause.
class Request {
 public:
  // `flags` are added to NLM_F_REQUEST: uapi::kNlmFAck or uapi::kNlmFDump.
  // `operation` names the request in errors and must outlive it (a literal).
  Request(const char* operation, uint16_t family, uint8_t command, uint8_t version, uint16_t flags);
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request();

  const char* operation() const { return operation_; }
  nl_msg* message() { return message_; }
  void stamp(uint32_t seq, uint32_t portid);

  void put(uint16_t type, const void* value, size_t size);
  void put_u8(uint16_t type, uint8_t value) { put(type, &value, sizeof value); }
  void put_u16(uint16_t type, uint16_t value) { put(type, &value, sizeof value); }
  void put_be16(uint16_t type, uint16_t host_order);
  void put_u32(uint16_t type, uint32_t value) { put(type, &value, sizeof value); }
  void put_be32(uint16_t type, uint32_t host_order);
  void put_string(uint16_t type, std::string_view text);  // with its NUL
  nlattr* open(uint16_t type);
  void close(nlattr* nest);

 private:
  [[noreturn]] void too_long() const;
  const char* operation_;
  nl_msg* message_;
};

// The SERVICE nest with what identifies it.
void put_service_id(Request& request, const ServiceId& id);

// The SERVICE nest with everything NEW_SERVICE and SET_SERVICE want: (kernel's flags & ~mask) | (flags &
// mask) is what the kernel will make of the flags.
void put_service(Request& request, const Service& service, uint32_t flags_mask);

// The DEST nest, identity only, and in full.
void put_destination_id(Request& request, const DestinationId& id);
void put_destination(Request& request, const Destination& destination);

void put_daemon(Request& request, const Daemon& daemon);
void put_config(Request& request, const Config& config);

}  // namespace ipvsim::client
