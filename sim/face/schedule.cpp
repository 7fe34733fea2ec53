// Schedules from bytes, and what they do to a kernel.
#include "ipvsim/schedule.h"

#include <fmt/format.h>

#include <algorithm>

namespace ipvsim {

namespace {

// Hands out the bytes, and zeros behind their end.
class Source {
 public:
  Source(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  // A number in [lo, hi], hi - lo below 65536.
  size_t in_range(size_t lo, size_t hi) {
    constexpr size_t kOneByte = 256;
    const size_t span = hi - lo + 1;
    size_t value = next();
    if (span > kOneByte) value = value * kOneByte + next();
    return lo + value % span;
  }

 private:
  uint8_t next() { return at_ < size_ ? data_[at_++] : uint8_t{0}; }

  const uint8_t* data_;
  size_t size_;
  size_t at_ = 0;
};

const char* name(Edit::Kind kind) {
  constexpr const char* kNames[] = {"add_service", "del_service", "edit_service", "add_dest",
                                    "del_dest",    "edit_dest",   "flush"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace

int Edit::make(Kernel& kernel) const {
  ServiceSettings settings;
  DestSettings dest_settings;
  switch (kind) {
    case Kind::add_service:
      return kernel.add_service(service);
    case Kind::del_service:
      return kernel.del_service(service);
    case Kind::edit_service:
      settings.timeout_s = value;
      return kernel.edit_service(service, settings);
    case Kind::add_dest:
      return kernel.add_dest(service, dest);
    case Kind::del_dest:
      return kernel.del_dest(service, dest);
    case Kind::edit_dest:
      dest_settings.weight = static_cast<int32_t>(value);
      return kernel.edit_dest(service, dest, dest_settings);
    case Kind::flush:
      return kernel.flush();
  }
  return 0;
}

std::string Edit::text() const {
  std::string out = fmt::format("before receive {}: {}", before_receive, name(kind));
  if (kind != Kind::flush) out += " " + service.name();
  if (kind == Kind::add_dest || kind == Kind::del_dest || kind == Kind::edit_dest) out += " " + dest.name();
  if (kind == Kind::edit_service || kind == Kind::edit_dest) out += fmt::format(" {}", value);
  return out;
}

ServiceKey Schedule::some_service(size_t i) {
  // The first three fall into one row of the table, as do the two marks for IPv4 (ipvs-control.md 8).
  static constexpr const char* kNames[kServices] = {
      "tcp:10.0.0.1:80", "tcp:10.0.0.2:83",      "tcp:10.0.0.3:82", "fwm:1",
      "fwm:257",         "udp:[2001:db8::1]:53", "fwm6:3",          "sctp:10.0.0.4:3868"};
  return kNames[i % kServices];
}

DestKey Schedule::some_dest(const ServiceKey& service, size_t i) {
  const size_t number = i % kDests + 1;
  return service.af == kInet6 ? fmt::format("[2001:db8:1::{}]:8080", number)
                              : fmt::format("10.1.0.{}:8080", number);
}

Schedule Schedule::from_bytes(const uint8_t* data, size_t size) {
  constexpr size_t kMostServices = 5;
  constexpr size_t kMostDests = 6;
  constexpr size_t kMostSizes = 3;
  constexpr size_t kMostEdits = 6;
  constexpr size_t kMostReceives = 8;
  constexpr size_t kLargestChunk = 2200;
  Source source(data, size);
  Schedule out;
  for (size_t services = source.in_range(0, kMostServices); services > 0; --services) {
    Service service{some_service(source.in_range(0, kServices - 1))};
    for (size_t dests = source.in_range(0, kMostDests); dests > 0; --dests)
      service.dests.push_back(some_dest(service.key, source.in_range(0, kDests - 1)));
    out.table.push_back(std::move(service));
  }
  std::vector<size_t> sizes;
  for (size_t count = source.in_range(0, kMostSizes); count > 0; --count)
    sizes.push_back(source.in_range(DumpBufferRule::kSmallest, kLargestChunk));
  if (!sizes.empty()) out.dump_buffer = DumpBufferRule::script(std::move(sizes));
  for (size_t edits = source.in_range(0, kMostEdits); edits > 0; --edits) {
    Edit edit;
    edit.kind = static_cast<Edit::Kind>(source.in_range(0, static_cast<size_t>(Edit::Kind::flush)));
    edit.before_receive = source.in_range(1, kMostReceives);
    edit.service = some_service(source.in_range(0, kServices - 1));
    edit.dest = some_dest(edit.service, source.in_range(0, kDests - 1));
    edit.value = static_cast<uint32_t>(source.in_range(0, 3));
    out.edits.push_back(std::move(edit));
  }
  return out;
}

Kernel Schedule::kernel(const Profile& profile) const {
  Kernel kernel(profile);
  kernel.set_dump_buffer(dump_buffer);
  for (const Service& service : table) {
    (void)kernel.add_service(service.key);
    for (const DestKey& dest : service.dests) (void)kernel.add_dest(service.key, dest);
  }
  return kernel;
}

std::vector<ServiceKey> Schedule::untouched() const {
  std::vector<ServiceKey> out;
  for (const Service& service : table) {
    const bool touched = std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
      return edit.kind == Edit::Kind::flush || edit.service == service.key;
    });
    if (!touched && std::find(out.begin(), out.end(), service.key) == out.end()) out.push_back(service.key);
  }
  return out;
}

std::string Schedule::text() const {
  std::string out;
  for (const Service& service : table) {
    out += service.key.name();
    const char* separator = " -> ";
    for (const DestKey& dest : service.dests) {
      out += separator + dest.name();
      separator = ", ";
    }
    out += "\n";
  }
  out += "chunks " + dump_buffer.text() + "\n";
  for (const Edit& edit : edits) out += edit.text() + "\n";
  return out;
}

}  // namespace ipvsim
