// The names of the three flags of a service that belong to its scheduler (ipvsadm(8), -b).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ipvsim::client {

// Whether any of the three is set.
bool has_scheduler_flags(uint32_t service_flags);

// Appends the names, comma-separated, as ipvsadm has them: sh and mh name the first two and are silent about
// the third.
void append_scheduler_flags(std::string& out, std::string_view scheduler, uint32_t service_flags);

// A comma-separated list of such names, those of any scheduler; nothing if one is unknown.
std::optional<uint32_t> parse_scheduler_flags(std::string_view list);

}  // namespace ipvsim::client
