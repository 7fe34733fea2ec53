// The filter, by libseccomp. It sees numbers only: neither what kind of file a descriptor is nor a path. So
// calls on any socket come here when their arguments could concern us, and are passed on by the supervisor
// otherwise.
#include "tools/run/trap/filter.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <seccomp.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <stdexcept>
#include <system_error>

#include "uapi/ipvs_sockopt.h"
#include "uapi/netlink.h"

namespace ipvsim::run {
namespace {

// An int argument: the upper half of the register is anything.
scmp_arg_cmp int_is(unsigned argument, int value) {
  return {argument, SCMP_CMP_MASKED_EQ, 0xffffffffu, static_cast<uint32_t>(value)};
}
scmp_arg_cmp int_has(unsigned argument, uint32_t mask, uint32_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

class Rules {
 public:
  explicit Rules(scmp_filter_ctx context) : context_(context) {}

  template <class... Conditions>
  void notify(int call, Conditions... conditions) {
    const int result =
        seccomp_rule_add(context_, SCMP_ACT_NOTIFY, call, sizeof...(conditions), conditions...);
    if (result != 0) throw std::system_error(-result, std::generic_category(), "seccomp filter");
  }

 private:
  scmp_filter_ctx context_;
};

void add_sockets(Rules& rules, bool isolate) {
  if (isolate)
    rules.notify(SCMP_SYS(socket), int_is(0, AF_NETLINK));
  else
    rules.notify(SCMP_SYS(socket), int_is(0, AF_NETLINK), int_is(2, uapi::kNetlinkGeneric));
  // What ipvsadm and keepalived open for the old socket options; an ordinary user may not.
  rules.notify(SCMP_SYS(socket), int_is(0, AF_INET), int_has(1, 0xf, SOCK_RAW), int_is(2, IPPROTO_RAW));
  for (const int call : {SCMP_SYS(bind), SCMP_SYS(connect), SCMP_SYS(getsockname), SCMP_SYS(getpeername),
                         SCMP_SYS(shutdown), SCMP_SYS(recvfrom), SCMP_SYS(recvmsg), SCMP_SYS(recvmmsg)})
    rules.notify(call);
}

// Of the old interface: 1152 to 1167 are one aligned block.
constexpr uint32_t kIpvsBlockMask = 0xfffffff0u;
static_assert((uapi::kIpvsSoBase & ~kIpvsBlockMask) == 0 && uapi::kIpvsSoSetMax == uapi::kIpvsSoBase + 15);

void add_options(Rules& rules) {
  for (const int call : {SCMP_SYS(setsockopt), SCMP_SYS(getsockopt)}) {
    rules.notify(call, int_is(1, uapi::kSolNetlink));
    rules.notify(call, int_is(1, IPPROTO_IP), int_has(2, kIpvsBlockMask, uapi::kIpvsSoBase));
  }
  // What a socket pair would not answer as a netlink socket does; the rest of SOL_SOCKET is its own.
  for (const int option : {SO_RCVBUF, SO_RCVBUFFORCE})
    rules.notify(SCMP_SYS(setsockopt), int_is(1, SOL_SOCKET), int_is(2, option));
  for (const int option : {SO_RCVBUF, SO_TYPE, SO_PROTOCOL, SO_DOMAIN, SO_ERROR})
    rules.notify(SCMP_SYS(getsockopt), int_is(1, SOL_SOCKET), int_is(2, option));
}

// Reading and writing opens, without the flags that nobody uses on such a file.
void add_files(Rules& rules) {
  constexpr uint32_t kMask = O_ACCMODE | O_DIRECTORY | O_PATH | O_EXCL;
  for (const uint32_t mode : {O_RDONLY, O_WRONLY, O_RDWR}) {
    rules.notify(SCMP_SYS(openat), int_has(2, kMask, mode));
#ifdef SYS_open
    rules.notify(SCMP_SYS(open), int_has(1, kMask, mode));
#endif
  }
  rules.notify(SCMP_SYS(openat2));
  // Listing a folder.
  rules.notify(SCMP_SYS(openat), int_has(2, O_DIRECTORY | O_PATH, O_DIRECTORY));
#ifdef SYS_open
  rules.notify(SCMP_SYS(open), int_has(1, O_DIRECTORY | O_PATH, O_DIRECTORY));
#endif
}

// What asks about a file by its path. fstat() is the same call with a flag, and far more frequent.
void add_stats(Rules& rules) {
  rules.notify(SCMP_SYS(newfstatat), int_has(3, AT_EMPTY_PATH, 0));
  rules.notify(SCMP_SYS(statx), int_has(2, AT_EMPTY_PATH, 0));
  rules.notify(SCMP_SYS(faccessat));
  rules.notify(SCMP_SYS(faccessat2));
#ifdef SYS_access
  rules.notify(SCMP_SYS(access));
#endif
#ifdef SYS_stat
  rules.notify(SCMP_SYS(stat));
  rules.notify(SCMP_SYS(lstat));
#endif
  for (const int call : {SCMP_SYS(getxattr), SCMP_SYS(lgetxattr), SCMP_SYS(listxattr), SCMP_SYS(llistxattr)})
    rules.notify(call);
}

// Listing the folders that ours are in.
void add_listings(Rules& rules) { rules.notify(SCMP_SYS(getdents64)); }

// What realpath() asks, of every part of a path. A compiler does so some thousand times a file.
void add_links(Rules& rules) {
  rules.notify(SCMP_SYS(readlinkat));
#ifdef SYS_readlink
  rules.notify(SCMP_SYS(readlink));
#endif
}

// A program that loads ip_vs must not do it to the real kernel.
void add_modules(Rules& rules) {
  for (const int call : {SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(delete_module)})
    rules.notify(call);
}

}  // namespace

Filter::Filter(const FilterOptions& options) : context_(seccomp_init(SCMP_ACT_ALLOW)) {
  if (context_ == nullptr) throw std::runtime_error("libseccomp cannot make a filter for this machine");
  try {
    // Programs of the machine's other word sizes run without the simulation.
    (void)seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ALLOW);
    // Without this, kernels before 5.16 slow down all that runs under any filter.
    (void)seccomp_attr_set(context_, SCMP_FLTATR_CTL_SSB, 1);
    (void)seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    // The system's own errno, for the one line that says why.
    (void)seccomp_attr_set(context_, SCMP_FLTATR_API_SYSRAWRC, 1);
    Rules rules(context_);
    add_sockets(rules, options.isolate);
    add_options(rules);
    if (options.files) {
      add_files(rules);
      add_stats(rules);
      add_listings(rules);
    }
    if (options.links) add_links(rules);
    add_modules(rules);
  } catch (...) {
    seccomp_release(context_);
    throw;
  }
}

Filter::~Filter() { seccomp_release(context_); }

endpoint::Fd Filter::load() {
  if (const int result = seccomp_load(context_); result != 0)
    throw std::system_error(-result, std::generic_category(), "seccomp user notification");
  return endpoint::Fd(seccomp_notify_fd(context_));
}

}  // namespace ipvsim::run
