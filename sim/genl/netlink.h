// The netlink core of one kernel: sockets by port id, families, who is calling, and the rules they share.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "sim/base/check.h"
#include "sim/base/rng.h"
#include "sim/genl/dump_buffer.h"
#include "sim/genl/faults.h"
#include "sim/genl/registry.h"
#include "sim/genl/socket.h"

namespace ipvsim::genl {

// What depends on machine and build (netlink.md, reference constants; sockets-and-builds.md 1).
struct NetlinkConfig {
  size_t page_size = 4096;
  wire::Pad64 pad64 = wire::Pad64::no;
  size_t rmem_max = 212992;
  size_t default_rcvbuf = 212992;
  size_t sndbuf = 212992;

  // The smallest dump buffer, and the cap of the learned receive size.
  size_t goodsize() const { return (page_size >= 8192 ? size_t{8192} : page_size) - 320; }
  static constexpr size_t kLearnedCap = 32768 - 320;
};

// What the calling task may do (netlink.md 8): CAP_NET_ADMIN in the initial user namespace, and in the one
// that owns the network namespace.
struct Credentials {
  bool init_admin = true;
  bool netns_admin = true;
};

// Not thread-safe, like everything below endpoint/. Must outlive its sockets.
class Netlink {
 public:
  // `mark` is the run's place; each system call is a step of it.
  Netlink(NetlinkConfig config, Rng rng, RunMark& mark);
  ~Netlink();
  Netlink(const Netlink&) = delete;
  Netlink& operator=(const Netlink&) = delete;

  RunMark& mark() { return mark_; }
  const NetlinkConfig& config() const { return config_; }
  Registry& registry() { return registry_; }
  const Registry& registry() const { return registry_; }

  const DumpBufferRule& dump_buffer() const { return dump_buffer_; }
  void set_dump_buffer(DumpBufferRule rule) { dump_buffer_ = std::move(rule); }
  // The size that `dump_buffer` gives to chunk `chunk` of a dump; not for the rule `kernel`.
  size_t ruled_chunk_size(uint64_t chunk) { return chunk_size(dump_buffer_, chunk, rng_); }

  const Credentials& caller() const { return caller_; }
  void set_caller(Credentials caller) { caller_ = caller; }

  Faults& faults() { return faults_; }

  // Called when a family name is unknown, so that a module may register it (genetlink.md 6.1).
  void on_unknown_family(std::function<void(std::string_view)> load) { load_module_ = std::move(load); }
  void request_module(std::string_view family) {
    if (load_module_) load_module_(family);
  }

  // Port ids. `claim` gives EADDRINUSE; `autobind_id` prefers `task` (netlink.md 7).
  Status claim(NetnsId netns, uint32_t portid, Socket& socket);
  uint32_t autobind_id(NetnsId netns, uint32_t task);
  void release(NetnsId netns, uint32_t portid) { ports_.erase({netns, portid}); }
  Socket* find(NetnsId netns, uint32_t portid) const;

  // Sockets announce themselves here.
  void attach(Socket& socket);
  void detach(Socket& socket);

  // One copy of `message` to each member of `group`, in `netns` or, without one, in every namespace; not to
  // `except`.
  void multicast(wire::Bytes message, uint32_t group, uint32_t source_portid, const Socket* except = nullptr,
                 std::optional<NetnsId> netns = std::nullopt);
  // Announces a family that came or went to the controller's notify group (genetlink.md 6.4).
  void announce(const Family& family, uint8_t ctrl_cmd);
  // Whether some socket runs a dump of this family: it then holds its module (genetlink.md 5).
  bool dumped_now(uint16_t family_id) const;
  // Groups that exist: 32, more in steps of 64 as families register them (netlink.md 7).
  uint32_t group_count() const;

  // Totals over all sockets that ever were.
  const Counters& counters() const { return counters_; }
  Counters& mutable_counters() { return counters_; }
  // Where the families count their work; each request's and chunk's share goes to its socket's table_steps.
  void count_steps_in(const uint64_t* steps) { steps_ = steps; }
  uint64_t steps() const { return steps_ == nullptr ? 0 : *steps_; }

 private:
  NetlinkConfig config_;
  Rng rng_;
  RunMark& mark_;
  Registry registry_;
  DumpBufferRule dump_buffer_ = DumpBufferRule::kernel();
  Credentials caller_;
  Faults faults_;
  std::function<void(std::string_view)> load_module_;
  std::map<std::pair<NetnsId, uint32_t>, Socket*> ports_;
  std::map<uint64_t, Socket*> sockets_;  // in the order of opening
  uint64_t next_socket_ = 0;
  Counters counters_;
  const uint64_t* steps_ = nullptr;
};

}  // namespace ipvsim::genl
