// What happens to a reader of dumps under test: a table, the sizes that chunks are cut to, and edits between
// its datagrams. Any bytes are one, so that a fuzzer's input is a schedule; rapidcheck.h draws and shrinks
// them.
//
//   const auto schedule = ipvsim::Schedule::from_bytes(data, size);
//   ipvsim::Kernel kernel = schedule.kernel();
//   ipvsim::Door door(kernel);
//   schedule.attach(door, kernel);
//   my_reader(door.fd());
//
// Plain values, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ipvsim/dump_buffer.h"
#include "ipvsim/kernel.h"
#include "ipvsim/names.h"
#include "ipvsim/profile.h"

namespace ipvsim {

// One edit, and when it is made.
struct Edit {
  enum class Kind : uint8_t {
    add_service,
    del_service,
    edit_service,  // timeout_s := value
    add_dest,
    del_dest,
    edit_dest,  // weight := value
    flush,
  };
  size_t before_receive = 1;  // the first receive of the reader is 1
  Kind kind = Kind::add_service;
  ServiceKey service;  // but for flush
  DestKey dest;        // of the kinds with dest
  uint32_t value = 0;  // of edit_service and edit_dest, at most 65535

  // Makes it now; 0 or a positive errno, as the Kernel's function of that name: a schedule may ask for what
  // cannot be.
  int make(Kernel& kernel) const;
  // "before receive 2: del_dest tcp:10.0.0.1:80 10.1.0.1:8080".
  std::string text() const;
};

struct Schedule {
  struct Service {
    ServiceKey key;
    std::vector<DestKey> dests = {};
  };
  // In the order of adding; what stands there twice is added once.
  std::vector<Service> table;
  DumpBufferRule dump_buffer = DumpBufferRule::kernel();
  std::vector<Edit> edits;

  // The few that schedules are drawn from, so that edits meet what is there; several share a row of the
  // table. `i` is taken modulo kServices or kDests; a destination is of the service's family.
  static constexpr size_t kServices = 8;
  static constexpr size_t kDests = 8;
  static ServiceKey some_service(size_t i);
  static DestKey some_dest(const ServiceKey& service, size_t i);

  // Any bytes, also none. Of the few services and destinations; sizes are such that most chunks hold an entry
  // or two. The same bytes give the same schedule on every machine; longer inputs only add to it or change
  // it.
  static Schedule from_bytes(const uint8_t* data, size_t size);

  // A kernel with the table and the sizes. Throws as Kernel's constructor.
  Kernel kernel(const Profile& profile = {}) const;
  // Makes the edits before the receives of a Door or an NlDoor of that kernel. The kernel must outlive the
  // door.
  template <class AnyDoor>
  void attach(AnyDoor& door, Kernel& kernel) const {
    for (const Edit& edit : edits)
      door.before_receive(edit.before_receive, [edit, &kernel] { (void)edit.make(kernel); });
  }

  // The services of the table that no edit is about: a sound reader tells each of them once. In the order of
  // adding.
  std::vector<ServiceKey> untouched() const;
  // For people: a line a service, one for the sizes, a line an edit.
  std::string text() const;
};

}  // namespace ipvsim
