// What the supervisor asks of a simulated kernel on behalf of the programs it watches. One implementation
// owns the kernel (local_world.h); another may ask a server for everything.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/endpoint/endpoint.h"
#include "sim/endpoint/fd.h"

namespace ipvsim::run {

using Bytes = std::span<const uint8_t>;

// A simulated socket is known by the inode number of the program's end of its pair: dup, fork, exec and
// descriptor passing keep it. 0: none.
using SocketId = uint64_t;

// A network namespace of the system, told apart by its place in the file system of namespaces.
struct NetnsKey {
  uint64_t device = 0;
  uint64_t inode = 0;
  friend auto operator<=>(const NetnsKey&, const NetnsKey&) =
      default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 takes <=> for it
};

// How the paths of files begin, behind /proc/.
inline constexpr std::string_view kProcNet = "net/";
inline constexpr std::string_view kProcSysVs = "sys/net/ipv4/vs/";

struct OpenedSocket {
  int err = 0;  // EMFILE and the like: this process has no descriptors left
  SocketId id = 0;
  endpoint::Fd user_end;  // to be given away; once every copy of it is closed the socket is
};

// A value read from the kernel: an errno, or bytes and the length to report.
struct OptionAnswer {
  int err = 0;
  std::vector<uint8_t> bytes;
  int length = 0;
};

// Every function that gives an int gives an errno, 0 for success. Each one first serves what programs have
// sent so far, so that its answer follows from it. Unknown ids are EBADF. Not thread-safe.
class KernelAccess {
 public:
  virtual ~KernelAccess() = default;

  // Readable when serve() has work.
  virtual int fd() const = 0;
  // Serves what was sent and notices what was received or closed. Never blocks.
  virtual void serve() = 0;

  // A program was met in this namespace for the first time; `netns` is a descriptor of it. Whoever keeps a
  // kernel for several runs must keep it too (known_namespaces.h).
  virtual void hold(int netns) { (void)netns; }

  // NETLINK_GENERIC sockets. `type`: SOCK_RAW or SOCK_DGRAM. `task`: the process id that autobind prefers.
  virtual OpenedSocket open(const NetnsKey& netns, int type, uint32_t task) = 0;
  virtual bool has(SocketId id) const = 0;
  virtual bool has_any() const = 0;
  virtual int type(SocketId id) const = 0;
  virtual int bind(SocketId id, const uapi::SockAddrNl& address) = 0;
  virtual int connect(SocketId id, const uapi::SockAddrNl& address) = 0;
  virtual uapi::SockAddrNl name(SocketId id) = 0;
  virtual uapi::SockAddrNl peer_name(SocketId id) = 0;
  // SOL_NETLINK.
  virtual int set_option(SocketId id, int option, Bytes value) = 0;
  virtual OptionAnswer get_option(SocketId id, int option, int length) = 0;
  virtual int set_rcvbuf(SocketId id, int bytes, bool force) = 0;
  virtual int rcvbuf(SocketId id) = 0;
  virtual int take_error(SocketId id) = 0;
  // A native receive is about to be made on the socket; see Endpoint::expect_receive().
  virtual endpoint::Expected expect_receive(SocketId id, size_t capacity, int flags) = 0;

  // The old socket-option interface (ipvs-control.md 15). `value` is what could be read at the program's
  // pointer.
  virtual int set_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) = 0;
  virtual OptionAnswer get_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) = 0;

  // Files by their path behind /proc/.
  struct File {
    int err = 0;  // ENOENT: no such file at this time
    std::string text;
    uint16_t mode = 0;
  };
  virtual File read_file(const NetnsKey& netns, std::string_view path) = 0;
  // What kProcSysVs holds at this time; nothing when there is no such folder.
  virtual std::vector<std::string> value_names() = 0;
  virtual int write_file(const NetnsKey& netns, std::string_view path, std::string_view text) = 0;

  // Whether callers count as having CAP_NET_ADMIN.
  virtual bool privileged() const = 0;
};

}  // namespace ipvsim::run
