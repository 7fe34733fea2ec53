// A recording of a real kernel as values: what was in the `.nltrace` file, checked, nothing interpreted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ipvsim::tools {

// One address of a link: `bytes` in network order, the first 4 (family 2) or all 16 (family 10) in use.
struct TraceAddress {
  uint16_t family = 0;
  std::array<uint8_t, 16> bytes{};
  uint8_t prefix = 0;

  bool operator==(const TraceAddress&) const = default;
};

struct TraceLink {
  std::string name;
  uint32_t mtu = 0;
  std::vector<TraceAddress> addresses;

  bool operator==(const TraceLink&) const = default;
};

// What the recording says about the kernel it was made on.
struct TraceHeader {
  std::string kernel;   // release, for people
  std::string variant;  // "stock", "rfc-v2", ...
  uint16_t family = 0;  // netlink type of IPVS in that boot
  uint8_t salt = 0;     // bucket salt K of the first namespace
  uint32_t hz = 0;
  bool pad64 = false;  // 64-bit attributes are padded
  std::vector<TraceLink> links;

  bool operator==(const TraceHeader&) const = default;
};

// The events. Socket and namespace numbers are the recording's own names for them; errors are errno numbers,
// 0 = ok.
struct NoteEvent {
  std::string text;
};
struct NamespaceEvent {
  uint32_t ns = 0;
  uint8_t salt = 0;
};
struct OpenEvent {
  uint32_t sock = 0;
  uint32_t portid = 0;
  uint32_t ns = 0;  // 0 is the first namespace
};
struct OptionEvent {
  uint32_t sock = 0;
  int option = 0;  // level SOL_NETLINK
  int value = 0;
  int error = 0;
};
struct RcvbufEvent {
  uint32_t sock = 0;
  int value = 0;
  int error = 0;
};
struct SendEvent {
  uint32_t sock = 0;
  std::vector<uint8_t> datagram;
  int error = 0;
};
// recv with MSG_TRUNC, and MSG_PEEK where `peek` is set. Either `error` or a datagram of true length
// `length`, of which the first min(capacity, length) bytes arrived.
struct ReceiveEvent {
  uint32_t sock = 0;
  bool peek = false;
  size_t capacity = 0;
  int error = 0;
  size_t length = 0;
  std::vector<uint8_t> bytes;
};
struct CloseEvent {
  uint32_t sock = 0;
};

struct TraceEvent {
  size_t line = 0;  // in the file, from 1
  std::variant<NoteEvent, NamespaceEvent, OpenEvent, OptionEvent, RcvbufEvent, SendEvent, ReceiveEvent,
               CloseEvent>
      what;
};

struct Trace {
  TraceHeader header;
  std::vector<TraceEvent> events;
};

}  // namespace ipvsim::tools
