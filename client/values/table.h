// What a dump brings home: entries, and whether the kernel said that they may not fit together.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "client/values/destination.h"
#include "client/values/service.h"

namespace ipvsim::client {

// The answer to one kind of dump, entries in the order in which the kernel sent them, repeats included.
template <typename T>
struct Dump {
  std::vector<T> entries;
  bool interrupted = false;  // NLM_F_DUMP_INTR on any message, DONE included
  unsigned attempts = 1;     // reads it took (RetryPolicy)
};

// A service with its destinations in list order (the kernel lists the newest first).
struct ServiceEntry {
  ServiceEntry() {}  // NOLINT(modernize-use-equals-default): as Destination's
  ServiceEntry(Service settings, std::vector<Destination> list)
      : service(std::move(settings)), destinations(std::move(list)) {}

  Service service;
  std::vector<Destination> destinations;

  bool operator==(const ServiceEntry&) const = default;
};

// How a table was read. The two forms of GET_SERVICE_DEST are those of rfc-dumps.md; which one a kernel
// speaks shows in its messages, so a dump without any leaves combined.
enum class WireForm : uint8_t {
  n_plus_1,  // GET_SERVICE, then GET_DEST for each
  combined,  // GET_SERVICE_DEST, nothing in it
  flat,      // NEW_SERVICE followed by its NEW_DEST messages
  nested,    // destinations inside their service
};

struct Table {
  std::vector<ServiceEntry> services;
  bool interrupted = false;
  unsigned attempts = 1;
  WireForm form = WireForm::n_plus_1;
};

}  // namespace ipvsim::client
