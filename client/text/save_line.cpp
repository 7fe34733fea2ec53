// One line of ipvsadm-save text.
#include "client/text/save_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <vector>

#include "client/text/scheduler_flags.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

template <typename... Args>
[[noreturn]] void bad(fmt::format_string<Args...> form, Args&&... args) {
  throw LineProblem{fmt::format(form, std::forward<Args>(args)...)};
}

// Long names (ipvsadm(8)) of what has a short one.
struct Alias {
  std::string_view name;
  std::string_view means;
};
constexpr Alias kAliases[] = {
    {"--add-service", "-A"},    {"--add-server", "-a"},  {"--tcp-service", "-t"},  {"--udp-service", "-u"},
    {"--fwmark-service", "-f"}, {"--ipv6", "-6"},        {"--scheduler", "-s"},    {"--persistent", "-p"},
    {"--netmask", "-M"},        {"--sched-flags", "-b"}, {"--ops", "-o"},          {"--real-server", "-r"},
    {"--gatewaying", "-g"},     {"--ipip", "-i"},        {"--masquerading", "-m"}, {"--weight", "-w"},
    {"--u-threshold", "-x"},    {"--l-threshold", "-y"},
};

std::string_view canonical(std::string_view option) {
  for (const Alias& a : kAliases)
    if (a.name == option) return a.means;
  return option;
}

uint32_t integer(std::string_view option, std::string_view text, uint32_t lowest, uint32_t highest) {
  uint32_t v = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error != std::errc() || end != text.data() + text.size() || v < lowest || v > highest)
    bad("{} wants a number from {} to {}, not `{}'", option, lowest, highest, text);
  return v;
}

// ipvsadm writes a mark above 2147483647 as a negative number.
uint32_t mark(std::string_view text) {
  int64_t v = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error != std::errc() || end != text.data() + text.size() || v == 0 ||
      v < std::numeric_limits<int32_t>::min() || v > std::numeric_limits<uint32_t>::max())
    bad("-f wants a firewall mark other than 0, not `{}'", text);
  return static_cast<uint32_t>(v);
}

struct Endpoint {
  Address address;
  std::optional<uint16_t> port;
};

// "10.0.0.1:80", "10.0.0.1", "[2001:db8::1]:80", "[2001:db8::1]".
Endpoint endpoint(std::string_view option, std::string_view text) {
  std::string_view host = text;
  std::string_view port;
  const bool bracketed = text.starts_with('[');
  const size_t colon = bracketed ? text.find("]:") : text.find(':');
  if (colon != text.npos) {
    host = text.substr(0, bracketed ? colon + 1 : colon);
    port = text.substr(colon + (bracketed ? 2 : 1));
  }
  if (bracketed && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const std::optional<Address> address = parse_address(host);
  if (!address || address->is_v6() != bracketed)
    bad("{} wants a numeric address, IPv6 in brackets, not `{}'", option, text);
  Endpoint out{*address, std::nullopt};
  if (colon != text.npos)
    out.port = static_cast<uint16_t>(integer(fmt::format("the port of {}", option), port, 0, 65535));
  return out;
}

uint32_t netmask(std::string_view text, uint16_t family) {
  if (family == kAfInet6) return integer("-M", text, 1, 128);
  const std::optional<Address> mask = parse_address(text);
  if (!mask || !mask->is_v4()) bad("-M wants a netmask like 255.255.255.0, not `{}'", text);
  uint32_t v = 0;
  for (size_t i = 0; i < 4; ++i) v = v << 8 | mask->bytes[i];
  return v;
}

uint8_t tunnel_type(std::string_view text) {
  if (text == "ipip") return kIpvsTunIpip;
  if (text == "gue") return kIpvsTunGue;
  if (text == "gre") return kIpvsTunGre;
  bad("--tun-type wants ipip, gue or gre, not `{}'", text);
}

std::vector<std::string_view> words(std::string_view line) {
  constexpr std::string_view kSpace = " \t\r";
  std::vector<std::string_view> out;
  for (size_t at = line.find_first_not_of(kSpace); at != line.npos;) {
    const size_t end = std::min(line.find_first_of(kSpace, at), line.size());
    std::string_view word = line.substr(at, end - at);
    // "--weight=3" is "--weight 3".
    const size_t equals = word.find('=');
    if (word.starts_with("--") && equals != word.npos) {
      out.push_back(word.substr(0, equals));
      word = word.substr(equals + 1);
    }
    out.push_back(word);
    at = line.find_first_not_of(kSpace, end);
  }
  return out;
}

class Reader {
 public:
  explicit Reader(std::vector<std::string_view> line) : words_(std::move(line)) {}

  SaveLine read() {
    while (at_ < words_.size()) {
      const std::string_view word = words_[at_++];
      option(canonical(word), word);
    }
    return finish();
  }

 private:
  std::string_view value(std::string_view option) {
    if (at_ == words_.size()) bad("{} wants a value", option);
    return words_[at_++];
  }

  void once(bool& seen, std::string_view what) {
    if (seen) bad("{} twice", what);
    seen = true;
  }

  void command(bool destination) {
    once(has_command_, "a command");
    out_.is_destination = destination;
  }

  void service(std::string_view word, uint16_t protocol) {
    once(has_service_, "a service");
    const Endpoint e = endpoint(word, value(word));
    out_.service.id = ServiceId::by_address(protocol, e.address, e.port.value_or(0));
  }

  void forward(uint32_t method) {
    once(has_forward_, "a forwarding method");
    out_.destination.forward = method;
  }

  void tunnel_flags(std::string_view word, uint16_t flags) {
    once(has_tunnel_flags_, "a checksum option");
    tunnel_only_ = word;
    out_.destination.tunnel_flags = flags;
  }

  void name(std::string_view word, std::string& to, size_t longest) {
    const std::string_view v = value(word);
    if (v.size() > longest) bad("{} wants a name of at most {} characters, not `{}'", word, longest, v);
    to = v;
  }

  void option(std::string_view o, std::string_view word);
  void service_option(std::string_view o, std::string_view word);
  void destination_option(std::string_view o, std::string_view word);
  void persistence();
  SaveLine finish();
  void finish_destination();

  std::vector<std::string_view> words_;
  size_t at_ = 0;
  SaveLine out_;
  bool has_command_ = false;
  bool has_service_ = false;
  bool has_forward_ = false;
  bool has_tunnel_flags_ = false;
  bool v6_ = false;
  std::optional<std::string_view> mask_;
  std::optional<Endpoint> real_server_;
  std::string_view service_only_;      // an option seen that is no use with -a
  std::string_view destination_only_;  // ... with -A
  std::string_view tunnel_only_;       // ... without -i
};

void Reader::option(std::string_view o, std::string_view word) {
  if (o == "-A") return command(false);
  if (o == "-a") return command(true);
  if (o == "-t") return service(word, kIpprotoTcp);
  if (o == "-u") return service(word, kIpprotoUdp);
  if (o == "--sctp-service") return service(word, kIpprotoSctp);
  if (o == "-f") {
    once(has_service_, "a service");
    out_.service.id = ServiceId::by_fwmark(mark(value(word)), kAfInet);
    return;
  }
  if (o == "-6") {
    v6_ = true;
    return;
  }
  service_option(o, word);
}

void Reader::service_option(std::string_view o, std::string_view word) {
  Service& s = out_.service;
  const std::string_view before = service_only_;
  service_only_ = word;
  if (o == "-s") return name(word, s.scheduler, kIpvsSchedNameMax);
  if (o == "--pe") return name(word, s.persistence_engine, kIpvsPeNameMax);
  if (o == "-p") return persistence();
  if (o == "-M") {
    mask_ = value(word);
    return;
  }
  if (o == "-o") {
    s.flags |= kIpvsSvcFOnePacket;
    return;
  }
  if (o == "-b") {
    // ipvsadm writes an empty list for flags that have no name of sh and mh.
    if (at_ == words_.size()) return;
    const std::string_view list = value(word);
    const std::optional<uint32_t> flags = parse_scheduler_flags(list);
    if (!flags) bad("{} wants scheduler flags like sh-port or flag-1, not `{}'", word, list);
    s.flags |= *flags;
    return;
  }
  service_only_ = before;
  destination_option(o, word);
}

// The timeout is optional: the next word is one if it looks like a number.
void Reader::persistence() {
  Service& s = out_.service;
  s.flags |= kIpvsSvcFPersistent;
  s.timeout_s = 360;
  if (at_ < words_.size() && !words_[at_].empty() && words_[at_][0] >= '0' && words_[at_][0] <= '9')
    s.timeout_s = integer("-p", words_[at_++], 0, std::numeric_limits<uint32_t>::max());
}

void Reader::destination_option(std::string_view o, std::string_view word) {
  constexpr uint32_t kMost = std::numeric_limits<uint32_t>::max();
  Destination& d = out_.destination;
  destination_only_ = word;
  if (o == "-r") {
    bool seen = real_server_.has_value();
    once(seen, "a real server");
    real_server_ = endpoint(word, value(word));
    return;
  }
  if (o == "-g") return forward(kIpvsFwdDroute);
  if (o == "-i") return forward(kIpvsFwdTunnel);
  if (o == "-m") return forward(kIpvsFwdMasq);
  if (o == "-w") {
    d.weight = static_cast<int32_t>(integer(word, value(word), 0, std::numeric_limits<int32_t>::max()));
  } else if (o == "-x") {
    d.upper_threshold = integer(word, value(word), 0, kMost);
  } else if (o == "-y") {
    d.lower_threshold = integer(word, value(word), 0, kMost);
  } else if (o == "--tun-type") {
    d.tunnel_type = tunnel_type(value(word));
    tunnel_only_ = word;
  } else if (o == "--tun-port") {
    d.tunnel_port = static_cast<uint16_t>(integer(word, value(word), 0, 65535));
    tunnel_only_ = word;
  } else if (o == "--tun-nocsum") {
    tunnel_flags(word, kIpvsTunFlagNocsum);
  } else if (o == "--tun-csum") {
    tunnel_flags(word, kIpvsTunFlagCsum);
  } else if (o == "--tun-remcsum") {
    tunnel_flags(word, kIpvsTunFlagRemcsum);
  } else {
    bad("unknown option `{}'", word);
  }
}

SaveLine Reader::finish() {
  if (!has_command_) bad("neither -A nor -a");
  if (!has_service_) bad("no service: -t, -u, --sctp-service or -f");
  Service& s = out_.service;
  if (v6_) {
    if (s.id.fwmark == 0) bad("-6 without -f");
    s.id = ServiceId::by_fwmark(s.id.fwmark, kAfInet6);
  }
  if (out_.is_destination) {
    if (!service_only_.empty()) bad("{} is an option of -A", service_only_);
    finish_destination();
    return std::move(out_);
  }
  if (!destination_only_.empty()) bad("{} is an option of -a", destination_only_);
  if (s.scheduler.empty()) s.scheduler = "wlc";
  s.netmask = mask_ ? netmask(*mask_, s.id.family()) : default_netmask(s.id.family());
  return std::move(out_);
}

void Reader::finish_destination() {
  Destination& d = out_.destination;
  if (!real_server_) bad("-a without -r");
  if (!has_forward_) d.forward = kIpvsFwdDroute;
  if (!tunnel_only_.empty() && d.forward != kIpvsFwdTunnel) bad("{} without -i", tunnel_only_);
  if (d.tunnel_type == kIpvsTunGue && d.tunnel_port == 0) bad("--tun-type gue without --tun-port");
  d.id = {real_server_->address, real_server_->port.value_or(out_.service.id.port)};
}

}  // namespace

std::optional<SaveLine> read_save_line(std::string_view line) {
  std::vector<std::string_view> all = words(line);
  if (all.empty() || all.front().starts_with('#')) return std::nullopt;
  if (all.front() == "ipvsadm") all.erase(all.begin());
  return Reader(std::move(all)).read();
}

}  // namespace ipvsim::client
