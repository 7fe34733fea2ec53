// Memory files and their watches.
#include "tools/run/files/written_files.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace ipvsim::run {
namespace {

std::string own_path(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

endpoint::Fd new_memory(const std::string& text, uint16_t mode) {
  endpoint::Fd memory(memfd_create("ipvs", MFD_CLOEXEC));
  if (!memory.valid()) return memory;
  (void)fchmod(memory.get(), mode);
  if (pwrite(memory.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) memory.reset();
  return memory;
}

std::string text_of(int memory) {
  struct stat facts;
  if (fstat(memory, &facts) != 0) return {};
  // A program may make the file as long as it likes; no value needs more.
  constexpr off_t kMost = 4096;
  std::string text(static_cast<size_t>(std::min(facts.st_size, kMost)), '\0');
  const ssize_t got = pread(memory, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  return text;
}

}  // namespace

endpoint::Fd memory_file(const std::string& text, uint16_t mode, int access) {
  const endpoint::Fd memory = new_memory(text, mode);
  if (!memory.valid()) return {};
  // Opened anew, so that it has the access that was asked for, and a position of its own.
  return endpoint::Fd(::open(own_path(memory.get()).c_str(), access | O_CLOEXEC));
}

WrittenFiles::WrittenFiles(KernelAccess& world)
    : world_(world), inotify_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  if (!inotify_.valid()) throw std::system_error(errno, std::generic_category(), "ipvsim: inotify");
}

endpoint::Fd WrittenFiles::open(const NetnsKey& netns, const std::string& path,
                                const KernelAccess::File& file, int access) {
  // What is only written begins empty, so that it holds just what was written.
  const std::string text = access == O_RDWR ? file.text : std::string();
  // Of the owner's bits the system would refuse us, who are not root, those for reading.
  endpoint::Fd memory = new_memory(text, file.mode);
  if (!memory.valid()) return {};
  endpoint::Fd programs(::open(own_path(memory.get()).c_str(), access | O_CLOEXEC));
  const int watch =
      inotify_add_watch(inotify_.get(), own_path(memory.get()).c_str(), IN_MODIFY | IN_CLOSE_WRITE);
  if (!programs.valid() || watch < 0) return {};
  Written& written = files_[watch] = {std::move(memory), netns, path, text, {}};
  if (access == O_RDWR) {
    // While we share it we do not hear of its end; so not for ever.
    constexpr size_t kMostShared = 16;
    written.shared.reset(fcntl(programs.get(), F_DUPFD_CLOEXEC, 0));
    sharing_.push_back(watch);
    if (sharing_.size() > kMostShared) {
      if (const auto oldest = files_.find(sharing_.front()); oldest != files_.end())
        oldest->second.shared.reset();
      sharing_.pop_front();
    }
  }
  return programs;
}

// A file that was not empty does not tell how much of it was written, its position does: "8" over "86400\n".
void WrittenFiles::look_where_it_stands(Written& written) {
  const off_t end = lseek(written.shared.get(), 0, SEEK_CUR);
  std::string text = text_of(written.memory.get());
  const bool behind = text.size() > written.text.size() && text.starts_with(written.text);
  if (end <= 0 || (behind && written.text.size() < static_cast<size_t>(end))) return;
  written.shared.reset();
  text.resize(std::min(text.size(), static_cast<size_t>(end)));
  (void)world_.write_file(written.netns, written.path, text);
  // What a program reads next is the value, as the kernel writes it.
  written.text = world_.read_file(written.netns, written.path).text;
  (void)ftruncate(written.memory.get(), 0);
  (void)pwrite(written.memory.get(), written.text.data(), written.text.size(), 0);
}

void WrittenFiles::look(Written& written) {
  std::string text = text_of(written.memory.get());
  if (text == written.text) return;
  // Only a write at the beginning counts; what stands behind earlier text was written later.
  const bool at_beginning = written.text.empty() || !text.starts_with(written.text);
  if (at_beginning && !text.empty()) (void)world_.write_file(written.netns, written.path, text);
  written.text = std::move(text);
}

void WrittenFiles::serve() {
  alignas(inotify_event) char buffer[4096];
  for (;;) {
    const ssize_t got = read(inotify_.get(), buffer, sizeof(buffer));
    if (got <= 0) return;
    for (const char* at = buffer; at < buffer + got;) {
      const auto* const event = reinterpret_cast<const inotify_event*>(at);
      at += sizeof(inotify_event) + event->len;
      const auto found = files_.find(event->wd);
      if (found == files_.end()) continue;
      if (found->second.shared.valid())
        look_where_it_stands(found->second);
      else
        look(found->second);
      // With the last descriptor of it; the memory and the watch go with ours.
      if ((event->mask & IN_CLOSE_WRITE) != 0) files_.erase(found);
    }
  }
}

}  // namespace ipvsim::run
