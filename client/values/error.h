// The one error of the client: which operation, which errno, and what the kernel had to say about it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ipvsim::client {

class Error : public std::runtime_error {
 public:
  enum class Kind : uint8_t {
    kernel,       // the kernel refused: NLMSG_ERROR, or DONE with an errno
    protocol,     // the answer breaks netlink's rules: truncated, foreign, malformed, without an end
    transport,    // sending or receiving failed
    no_family,    // the kernel has no IPVS
    interrupted,  // a dump stayed interrupted and RetryPolicy says error
  };

  // `code` is a positive errno; for protocol it is EBADMSG, EMSGSIZE (truncated) or ELOOP (no progress).
  // `text` is the kernel's own (kernel) or the client's reason (all others).
  Error(Kind kind, std::string_view operation, int code, std::string_view text = {},
        std::optional<uint32_t> attribute_offset = std::nullopt);

  Kind kind() const { return kind_; }
  // The command as the kernel names it, "NEW_SERVICE" or "GET_DEST dump".
  const std::string& operation() const { return operation_; }
  int code() const { return code_; }
  // Extended-ack MSG, or the client's reason; may be empty.
  const std::string& text() const { return text_; }
  // Extended-ack OFFS: where in the request, counted from its netlink header, the refused attribute starts.
  std::optional<uint32_t> attribute_offset() const { return attribute_offset_; }

 private:
  Kind kind_;
  std::string operation_;
  int code_;
  std::string text_;
  std::optional<uint32_t> attribute_offset_;
};

// "ENOENT" for 2; "errno 4242" for a number that has no name here.
std::string errno_name(int code);

}  // namespace ipvsim::client
