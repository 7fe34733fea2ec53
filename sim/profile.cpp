// The presets, and what a release's name tells.
#include "sim/profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "sim/base/check.h"

namespace ipvsim {

namespace {

constexpr std::pair<std::string_view, DumpVariant> kVariants[] = {
    {"stock", DumpVariant::stock},   {"rfc-v1", DumpVariant::rfc_v1}, {"rfc-v2", DumpVariant::rfc_v2},
    {"rfc-v3", DumpVariant::rfc_v3}, {"serial", DumpVariant::serial},
};

constexpr std::string_view kBaseline = "linux-6.1";

std::string preset_name(std::string_view variant) {
  return variant == "stock" ? std::string(kBaseline) : fmt::format("{}-{}", kBaseline, variant);
}

// The numbers of "6.1.0-57-amd64" in order: 6, 1, 0, 57; missing ones are 0.
std::array<unsigned, 4> release_numbers(std::string_view release) {
  std::array<unsigned, 4> numbers{};
  const char* at = release.data();
  const char* const end = at + release.size();
  for (unsigned& number : numbers) {
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || rest == end) break;
    at = rest + 1;
  }
  return numbers;
}

}  // namespace

Link Link::loopback() { return {"lo", 65536, kInet, Address::v4(127, 0, 0, 1), 8}; }

const std::vector<std::string>& profile_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const auto& [name, variant] : kVariants) out.push_back(preset_name(name));
    return out;
  }();
  return names;
}

Profile profile(std::string_view name) {
  for (const auto& [variant_name, variant] : kVariants) {
    if (name != preset_name(variant_name)) continue;
    Profile preset;
    preset.name = name;
    preset.variant = variant;
    return preset;
  }
  throw std::invalid_argument(
      fmt::format("unknown profile '{}'; there are: {}", name, fmt::join(profile_names(), ", ")));
}

DumpVariant dump_variant(std::string_view name) {
  for (const auto& [known, variant] : kVariants)
    if (known == name) return variant;
  throw std::invalid_argument(fmt::format("unknown dump variant '{}'", name));
}

std::string_view dump_variant_name(DumpVariant variant) {
  for (const auto& [name, known] : kVariants)
    if (known == variant) return name;
  IPVSIM_CHECK(false && "a variant with a name");
  return {};
}

bool release_has_u_thresh_limit(std::string_view release) {
  const auto [major, minor, patch, abi] = release_numbers(release);
  if (major != 6 || minor != 1) return true;
  // Debian names its 6.1 builds 6.1.0-ABI; ABI 57 is 6.1.192, and nothing is known of the limit in an earlier
  // one.
  constexpr unsigned kFirstPatch = 183;
  constexpr unsigned kFirstDebianAbi = 57;
  return patch == 0 ? abi == 0 || abi >= kFirstDebianAbi : patch >= kFirstPatch;
}

}  // namespace ipvsim
