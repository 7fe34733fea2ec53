// Names of scheduler flags.
#include "client/text/scheduler_flags.h"

#include <algorithm>

#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

struct FlagName {
  std::string_view scheduler;  // empty: every scheduler that has no names of its own
  uint32_t flag;
  std::string_view name;
};
constexpr FlagName kNames[] = {
    {"sh", kIpvsSvcFSched1, "sh-fallback"}, {"sh", kIpvsSvcFSched2, "sh-port"},
    {"mh", kIpvsSvcFSched1, "mh-fallback"}, {"mh", kIpvsSvcFSched2, "mh-port"},
    {"", kIpvsSvcFSched1, "flag-1"},        {"", kIpvsSvcFSched2, "flag-2"},
    {"", kIpvsSvcFSched3, "flag-3"},
};

}  // namespace

bool has_scheduler_flags(uint32_t flags) {
  return (flags & (kIpvsSvcFSched1 | kIpvsSvcFSched2 | kIpvsSvcFSched3)) != 0;
}

void append_scheduler_flags(std::string& out, std::string_view scheduler, uint32_t flags) {
  if (scheduler != "sh" && scheduler != "mh") scheduler = "";
  bool first = true;
  for (const FlagName& n : kNames) {
    if (n.scheduler != scheduler || (flags & n.flag) == 0) continue;
    if (!first) out.push_back(',');
    first = false;
    out.append(n.name);
  }
}

std::optional<uint32_t> parse_scheduler_flags(std::string_view list) {
  uint32_t flags = 0;
  for (;;) {
    const size_t comma = std::min(list.find(','), list.size());
    const auto* found = std::find_if(std::begin(kNames), std::end(kNames),
                                     [&](const FlagName& n) { return n.name == list.substr(0, comma); });
    if (found == std::end(kNames)) return std::nullopt;
    flags |= found->flag;
    if (comma == list.size()) return flags;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace ipvsim::client
