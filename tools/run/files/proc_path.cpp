// Taking a path apart.
#include "tools/run/files/proc_path.h"

#include <algorithm>
#include <filesystem>

#include "tools/run/world/kernel_access.h"

namespace ipvsim::run {
namespace {

constexpr std::string_view kTablePrefix = "ip_vs";

// Takes `prefix` off; false when it is not there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes "123/" off and gives the digits; empty when there are none.
std::string_view take_number(std::string_view& text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits == text.size() || text[digits] != '/') return {};
  const std::string_view number = text.substr(0, digits);
  text.remove_prefix(digits + 1);
  return number;
}

bool is_name(std::string_view text) { return !text.empty() && text.find('/') == std::string_view::npos; }

}  // namespace

uint64_t inode_of(std::string_view path) {
  uint64_t hash = 14695981039346656037u;
  for (const char c : path) hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
  return hash | uint64_t{1} << 32;
}

bool may_be_proc_path(std::string_view path) {
  const size_t slash = path.rfind('/');
  const std::string_view folder =
      slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  // A bare name may be one of the values, in a folder that is open or the working one.
  return folder.empty() ? slash == std::string_view::npos
                        : name.starts_with(kTablePrefix) || folder.ends_with("vs") || name == "vs";
}

std::optional<ProcPath> proc_path(std::string_view folder, std::string_view path) {
  namespace fs = std::filesystem;
  const fs::path whole = path.starts_with('/') ? fs::path(path) : fs::path(folder) / path;
  const std::string normal = whole.lexically_normal().string();
  std::string_view rest = normal;
  if (rest == kValuesFolder) return ProcPath{std::string(kProcSysVs), {}, true};
  if (!take(rest, "/proc/")) return std::nullopt;
  if (rest == kProcSysVs) return ProcPath{std::string(rest), {}, true};
  if (rest.starts_with(kProcSysVs)) {
    if (!is_name(rest.substr(kProcSysVs.size()))) return std::nullopt;
    return ProcPath{std::string(rest), {}, false};
  }
  std::string_view process;
  if (!take(rest, "self/") && !take(rest, "thread-self/")) process = take_number(rest);
  if (take(rest, "task/")) {
    process = take_number(rest);
    if (process.empty()) return std::nullopt;
  }
  if (!rest.starts_with(kProcNet)) return std::nullopt;
  const std::string_view name = rest.substr(kProcNet.size());
  if (!is_name(name) || !name.starts_with(kTablePrefix)) return std::nullopt;
  return ProcPath{std::string(rest), std::string(process), false};
}

}  // namespace ipvsim::run
