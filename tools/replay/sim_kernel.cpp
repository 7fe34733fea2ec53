// Binds sim/kernel.h to the replayer.
#include "tools/replay/sim_kernel.h"

#include <map>

#include "sim/ipvs/audit.h"
#include "sim/kernel.h"

namespace ipvsim::tools {
namespace {

// A link of a recording may have several addresses; the simulator keeps one entry an address.
std::vector<ipvs::Link> links_of(const TraceHeader& header) {
  std::vector<ipvs::Link> links;
  for (const TraceLink& traced : header.links) {
    for (const TraceAddress& address : traced.addresses) {
      ipvs::Link link;
      link.name = traced.name;
      link.mtu = traced.mtu;
      link.af = address.family;
      link.address.bytes = address.bytes;
      link.prefix = address.prefix;
      links.push_back(std::move(link));
    }
  }
  return links;
}

Profile profile_of(const TraceHeader& header) {
  Profile profile = ipvsim::profile("linux-6.1");
  profile.variant = dump_variant(header.variant);
  profile.family_id = header.family;
  profile.bucket_salt = header.salt;
  profile.hz = header.hz;
  profile.pad64 = header.pad64 ? wire::Pad64::yes : wire::Pad64::no;
  profile.u_thresh_limit = release_has_u_thresh_limit(header.kernel);
  profile.links = links_of(header);
  return profile;
}

class SimKernel : public ReplayKernel {
 public:
  explicit SimKernel(const TraceHeader& header) : kernel_(profile_of(header)) {}

  void add_namespace(uint32_t ns, uint8_t salt) override { namespaces_[ns] = kernel_.add_netns(salt); }

  int open(uint32_t sock, uint32_t portid, uint32_t ns) override {
    auto socket = kernel_.socket(namespaces_.at(ns));
    const int error = socket->bind(portid).err();
    sockets_[sock] = std::move(socket);
    return error;
  }

  int set_option(uint32_t sock, int option, int value) override {
    return sockets_.at(sock)->set_option(option, value).err();
  }

  int set_rcvbuf(uint32_t sock, int value) override { return sockets_.at(sock)->set_rcvbuf(value).err(); }

  int send(uint32_t sock, std::span<const uint8_t> datagram) override {
    return sockets_.at(sock)->send(datagram).err();
  }

  Received receive(uint32_t sock, size_t capacity, bool peek) override {
    const int flags = genl::kMsgTrunc | (peek ? genl::kMsgPeek : 0);
    const genl::RecvResult result = sockets_.at(sock)->recv(capacity, flags);
    if (result.err != 0) return {result.err, 0, {}};
    return {0, result.length, {result.bytes.begin(), result.bytes.end()}};
  }

  void close(uint32_t sock) override { sockets_.erase(sock); }

  std::vector<std::string> audit() override { return ipvs::audit(kernel_.ipvs()); }

 private:
  sim::Kernel kernel_;
  std::map<uint32_t, genl::NetnsId> namespaces_ = {{0, 0}};
  std::map<uint32_t, std::unique_ptr<genl::Socket>> sockets_;  // die before the kernel
};

}  // namespace

std::unique_ptr<ReplayKernel> make_sim_kernel(const TraceHeader& header) {
  return std::make_unique<SimKernel>(header);
}

}  // namespace ipvsim::tools
