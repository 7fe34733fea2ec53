// Reading /proc and the memory of another process.
#include "tools/run/trap/caller.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

namespace ipvsim::run {
namespace {

constexpr size_t kLongestPath = 4096;

// The line that begins with `key`, without it and the blanks that follow; empty when there is none.
std::string_view field(std::string_view text, std::string_view key) {
  size_t at = text.starts_with(key) ? 0 : text.find(std::string("\n").append(key));
  if (at == std::string_view::npos) return {};
  if (text[at] == '\n') ++at;
  text.remove_prefix(at + key.size());
  text = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

}  // namespace

NetnsKey own_netns() { return KnownNamespaces().at("/proc/self/ns/net"); }

void Caller::check() const {
  if (!listener_.valid(call_)) throw CallerGone{};
}

bool Caller::glance(uint64_t address, void* to, size_t size) const {
  const iovec local{to, size};
  const iovec remote{reinterpret_cast<void*>(address), size};
  return process_vm_readv(call_.task, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

bool Caller::read(uint64_t address, void* to, size_t size) const {
  const bool whole = glance(address, to, size);
  check();
  return whole;
}

bool Caller::write(uint64_t address, const void* from, size_t size) const {
  check();
  const iovec local{const_cast<void*>(from), size};
  const iovec remote{reinterpret_cast<void*>(address), size};
  return process_vm_writev(call_.task, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

bool Caller::write(const Piece& first, const Piece& second) const {
  check();
  const iovec local[] = {{const_cast<void*>(first.from), first.size},
                         {const_cast<void*>(second.from), second.size}};
  const iovec remote[] = {{reinterpret_cast<void*>(first.address), first.size},
                          {reinterpret_cast<void*>(second.address), second.size}};
  return process_vm_writev(call_.task, local, 2, remote, 2, 0) ==
         static_cast<ssize_t>(first.size + second.size);
}

std::optional<std::string> Caller::read_path(uint64_t address, bool (*wanted)(std::string_view)) const {
  // A string near the end of its mapping must not be asked for beyond it, so a read never crosses a page.
  static const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  std::array<char, kLongestPath> buffer;
  size_t filled = 0;
  while (filled < buffer.size()) {
    const size_t room = std::min(buffer.size() - filled, page - (address + filled) % page);
    const iovec local{buffer.data() + filled, room};
    const iovec remote{reinterpret_cast<void*>(address + filled), room};
    const ssize_t got = process_vm_readv(call_.task, &local, 1, &remote, 1, 0);
    if (got <= 0) break;
    const void* const nul = std::memchr(buffer.data() + filled, 0, static_cast<size_t>(got));
    if (nul != nullptr) {
      const std::string_view path(buffer.data(),
                                  static_cast<size_t>(static_cast<const char*>(nul) - buffer.data()));
      // Most calls end here. Even if the path was another process's by now: what is not wanted is passed on.
      if (!wanted(path)) return std::nullopt;
      check();
      return std::string(path);
    }
    filled += static_cast<size_t>(got);
  }
  return std::nullopt;
}

SocketId Caller::socket(int fd) const {
  if (fd < 0) return 0;
  char path[64];
  *fmt::format_to_n(path, sizeof(path) - 1, "/proc/{}/fd/{}", call_.task, fd).out = '\0';
  struct stat facts;
  const bool found = stat(path, &facts) == 0 && S_ISSOCK(facts.st_mode);
  return found ? facts.st_ino : 0;
}

std::string Caller::proc_text(const char* name) const {
  const endpoint::Fd file(open(fmt::format("/proc/{}/{}", call_.task, name).c_str(), O_RDONLY | O_CLOEXEC));
  std::string text(8192, '\0');
  const ssize_t got = file.valid() ? ::read(file.get(), text.data(), text.size()) : 0;
  check();
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  return text;
}

int Caller::status_flags(int fd) const {
  const std::string text = proc_text(fmt::format("fdinfo/{}", fd).c_str());
  const std::string_view flags = field(text, "flags:");
  unsigned value = 0;
  std::from_chars(flags.data(), flags.data() + flags.size(), value, 8);
  return static_cast<int>(value);
}

int64_t Caller::position(int fd) const {
  const std::string text = proc_text(fmt::format("fdinfo/{}", fd).c_str());
  const std::string_view position = field(text, "pos:");
  int64_t value = -1;
  std::from_chars(position.data(), position.data() + position.size(), value);
  return value;
}

uint32_t Caller::process() const {
  const std::string text = proc_text("status");
  // One number for each pid namespace from ours down to the caller's own.
  std::string_view ids = field(text, "NStgid:");
  if (ids.empty()) ids = field(text, "Tgid:");
  const size_t last = ids.find_last_of(" \t");
  if (last != std::string_view::npos) ids.remove_prefix(last + 1);
  uint32_t value = 0;
  std::from_chars(ids.data(), ids.data() + ids.size(), value);
  return value;
}

NetnsKey Caller::netns() const {
  const NetnsKey key = namespaces_.at(fmt::format("/proc/{}/ns/net", call_.task));
  check();
  return key;
}

NetnsKey Caller::netns_of(const std::string& process) const {
  const NetnsKey key = namespaces_.at(fmt::format("/proc/{}/ns/net", process));
  return key == NetnsKey{} ? netns() : key;
}

std::string Caller::link(const std::string& name) const {
  std::array<char, kLongestPath> target;
  const ssize_t length =
      readlink(fmt::format("/proc/{}/{}", call_.task, name).c_str(), target.data(), target.size());
  check();
  return length <= 0 ? std::string() : std::string(target.data(), static_cast<size_t>(length));
}

}  // namespace ipvsim::run
