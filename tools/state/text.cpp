// ipvsadm-save text.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "client/text/format_save.h"
#include "client/text/parse_save.h"
#include "client/text/save_line.h"
#include "tools/state/client_values.h"
#include "tools/state/kernel_state.h"
#include "tools/state/state.h"
#include "tools/text/errno_name.h"

namespace ipvsim::tools {
namespace {

// An entry that the kernel refuses; null: the service itself.
struct Refused {
  const client::ServiceEntry* entry;
  const client::Destination* destination;
  std::string reason;
};

// The line that said it, from 1.
size_t line_of(std::string_view text, const Refused& refused) {
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const auto line = client::read_save_line(text.substr(0, end));
    if (line && line->service.id == refused.entry->service.id &&
        (refused.destination == nullptr
             ? !line->is_destination
             : line->is_destination && line->destination.id == refused.destination->id))
      return number;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return 0;
}

std::string words(const Status& status, const client::Service& service) {
  if (status.err() != ENOENT) return fmt::format("the kernel says {}", errno_name(status.err()));
  return fmt::format("scheduler {}{}{} is not available in this kernel", service.scheduler,
                     service.persistence_engine.empty() ? "" : " or persistence engine ",
                     service.persistence_engine);
}

// Rows 5 and 6 of ipvs-control.md 6, which netlink's side of the kernel would check.
std::string wrong_family(const ipvs::Ipvs& ipvs, const ipvs::Netns& netns, const client::Service& service,
                         const client::Destination& destination) {
  if (!ipvs.config().ipv6 && destination.id.address.is_v6()) return "this kernel has no IPv6";
  if (destination.id.address.family == service.id.family()) return "";
  if (netns.daemon_runs()) return "a destination of another family while a sync daemon runs";
  if (destination.forward != uapi::kIpvsFwdTunnel) return "a destination of another family must be a tunnel";
  return "";
}

void add(ipvs::Ipvs& ipvs, ipvs::Netns& netns, const client::ServiceEntry& entry) {
  if (!ipvs.config().ipv6 && entry.service.id.address.is_v6())
    throw Refused{&entry, nullptr, "this kernel has no IPv6"};
  const ipvs::ServiceKey key = service_key(entry.service.id);
  if (const Status status = ipvs.add_service(netns, key, service_settings(entry.service)); !status.ok())
    throw Refused{&entry, nullptr, words(status, entry.service)};
  ipvs::Service& service = *ipvs.find_service(netns, key);
  for (const client::Destination& destination : entry.destinations) {
    const std::string wrong = wrong_family(ipvs, netns, entry.service, destination);
    if (!wrong.empty()) throw Refused{&entry, &destination, wrong};
    const Status status = ipvs.add_dest(service, dest_key(destination.id), dest_settings(destination));
    if (!status.ok())
      throw Refused{&entry, &destination, fmt::format("the kernel says {}", errno_name(status.err()))};
  }
}

void add(sim::Kernel& kernel, genl::NetnsId netns, const std::vector<client::ServiceEntry>& entries) {
  (void)kernel.load_module();  // EEXIST: it is there
  for (const client::ServiceEntry& entry : entries) add(kernel.ipvs(), kernel.ipvs_netns(netns), entry);
}

}  // namespace

std::string save_text(const sim::Kernel& kernel, genl::NetnsId netns) {
  std::string text;
  if (!kernel.module_loaded()) return text;
  std::vector<client::ServiceEntry> entries;
  kernel.ipvs().table().for_each([&](const ipvs::Service& service) {
    if (service.id.netns == netns) entries.push_back(client_entry(service, kernel.profile().hz));
  });
  client::append_save(text, entries);
  try {
    (void)client::parse_save(text);
  } catch (const client::BadSaveLine& bad) {
    throw std::runtime_error(
        fmt::format("ipvsadm-save text has no words for this table ({}); save it as JSON", bad.reason()));
  }
  return text;
}

void restore_text(sim::Kernel& kernel, genl::NetnsId netns, std::string_view text, std::string_view file) {
  const std::vector<client::ServiceEntry> entries = client::parse_save(text, file);
  try {
    // On a copy first: the commands that were accepted before a refused one could not be taken back
    // unnoticed.
    add(*make_kernel(take_state(kernel)), netns, entries);
  } catch (const Refused& refused) {
    throw client::BadSaveLine(file, line_of(text, refused), refused.reason);
  }
  add(kernel, netns, entries);
}

}  // namespace ipvsim::tools
