// Wording of errors.
#include "client/values/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace ipvsim::client {
namespace {

struct Name {
  int code;
  const char* name;
};

// The errnos that IPVS, netlink and the socket calls of a client give (ipvs-control.md 16, netlink.md 2 and
// 9).
constexpr Name kNames[] = {
    {EPERM, "EPERM"},
    {ENOENT, "ENOENT"},
    {ESRCH, "ESRCH"},
    {EINTR, "EINTR"},
    {EIO, "EIO"},
    {EBADF, "EBADF"},
    {EAGAIN, "EAGAIN"},
    {ENOMEM, "ENOMEM"},
    {EACCES, "EACCES"},
    {EBUSY, "EBUSY"},
    {EEXIST, "EEXIST"},
    {ENODEV, "ENODEV"},
    {EINVAL, "EINVAL"},
    {EMFILE, "EMFILE"},
    {EPIPE, "EPIPE"},
    {ERANGE, "ERANGE"},
    {ELOOP, "ELOOP"},
    {ENODATA, "ENODATA"},
    {EPROTO, "EPROTO"},
    {EBADMSG, "EBADMSG"},
    {EMSGSIZE, "EMSGSIZE"},
    {ENOPROTOOPT, "ENOPROTOOPT"},
    {EPROTONOSUPPORT, "EPROTONOSUPPORT"},
    {EOPNOTSUPP, "EOPNOTSUPP"},
    {EAFNOSUPPORT, "EAFNOSUPPORT"},
    {EADDRINUSE, "EADDRINUSE"},
    {ECONNRESET, "ECONNRESET"},
    {ENOBUFS, "ENOBUFS"},
    {ENOTCONN, "ENOTCONN"},
    {ETIMEDOUT, "ETIMEDOUT"},
    {ECONNREFUSED, "ECONNREFUSED"},
    {ENOTSOCK, "ENOTSOCK"},
};

std::string sentence(std::string_view operation, int code, std::string_view text,
                     std::optional<uint32_t> attribute_offset) {
  std::string out =
      fmt::format("{}: {} ({})", operation, std::generic_category().message(code), errno_name(code));
  if (!text.empty()) out += fmt::format(": {}", text);
  if (attribute_offset) out += fmt::format(" (attribute at offset {})", *attribute_offset);
  return out;
}

}  // namespace

std::string errno_name(int code) {
  for (const Name& n : kNames)
    if (n.code == code) return n.name;
  return fmt::format("errno {}", code);
}

Error::Error(Kind kind, std::string_view operation, int code, std::string_view text,
             std::optional<uint32_t> attribute_offset)
    : std::runtime_error(sentence(operation, code, text, attribute_offset)),
      kind_(kind),
      operation_(operation),
      code_(code),
      text_(text),
      attribute_offset_(attribute_offset) {}

}  // namespace ipvsim::client
