// One simulated kernel, a whole world: namespaces, the IPVS module, sockets, virtual time, one seed. A
// thousand of them live in one process.
//
// Not thread-safe: a kernel and its doors are used by one thread at a time (pump.h for others). Edits by the
// functions below take the kernel's own path behind the netlink message: the same checks, the same errnos.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "ipvsim/dump_buffer.h"
#include "ipvsim/names.h"
#include "ipvsim/profile.h"
#include "ipvsim/settings.h"

namespace ipvsim {

namespace sim {
class Kernel;
}

// What all sockets of a kernel have cost so far.
struct Costs {
  uint64_t requests = 0;     // messages dispatched
  uint64_t datagrams = 0;    // received, peeks not counted
  uint64_t bytes = 0;        // of those datagrams
  uint64_t chunks = 0;       // dump chunks made
  uint64_t table_steps = 0;  // entries of the table passed
};

class Kernel {
 public:
  // `profile`: a preset's name. `seed` decides everything that is drawn. Throws std::invalid_argument for an
  // unknown name and for a profile that cannot be (hz 0, a family id out of range, a page below 4096).
  explicit Kernel(std::string_view profile = "linux-6.1", uint64_t seed = 1);
  explicit Kernel(const char* profile, uint64_t seed = 1) : Kernel(std::string_view(profile), seed) {}
  explicit Kernel(const Profile& profile, uint64_t seed = 1);
  ~Kernel();
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;

  const Profile& profile() const;
  uint64_t seed() const;
  // The netlink type of IPVS messages; changes when the module is loaded anew.
  uint16_t family_id() const;

  // Edits, each 0 or a positive errno: EEXIST, ESRCH or ENOENT, EINVAL, ... as a client is told
  // (ipvs-control.md 4 to 6). `netns`: 0 or what add_netns() gave.
  int add_service(const ServiceKey& key, const ServiceSettings& settings = {}, uint32_t netns = 0);
  int edit_service(const ServiceKey& key, const ServiceSettings& settings, uint32_t netns = 0);
  int del_service(const ServiceKey& key, uint32_t netns = 0);
  int add_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings = {},
               uint32_t netns = 0);
  int edit_dest(const ServiceKey& service, const DestKey& key, const DestSettings& settings,
                uint32_t netns = 0);
  int del_dest(const ServiceKey& service, const DestKey& key, uint32_t netns = 0);
  int flush(uint32_t netns = 0);
  bool has_service(const ServiceKey& key, uint32_t netns = 0) const;

  // A further network namespace, with the loopback link and the given row salt; returns its number.
  uint32_t add_netns(uint8_t bucket_salt = 0);

  // How chunks of every dump are cut from now on.
  void set_dump_buffer(const DumpBufferRule& rule);
  // Whether callers have CAP_NET_ADMIN.
  void set_privileged(bool privileged);
  // The module. EEXIST, ENOENT: already so; EBUSY: a dump of the family is running. Unloading takes the table
  // with it.
  int load_module();
  int unload_module();

  // Moves virtual time: trash timers and the sampler of statistics run.
  void advance_ms(int64_t delta);
  int64_t now_ms() const;

  Costs costs() const;

  // What stands behind the face; for code inside this project.
  sim::Kernel& inside() { return *inside_; }
  const sim::Kernel& inside() const { return *inside_; }

 private:
  std::unique_ptr<sim::Kernel> inside_;
};

}  // namespace ipvsim
