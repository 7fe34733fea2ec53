// Reading a whole table: N+1 requests, or one GET_SERVICE_DEST.
#include <cerrno>
#include <utility>

#include "client/bytes/table_builder.h"
#include "client/client.h"
#include "client/retry.h"
#include "uapi/ipvs.h"
#include "uapi/netlink.h"

namespace ipvsim::client {

using namespace uapi;

constexpr char kCombinedName[] = "GET_SERVICE_DEST dump";

Table Client::combined_once(const ServiceId* only) {
  Request r = request(kCombinedName, kIpvsGetServiceDest, kNlmFDump);
  if (only != nullptr) put_service_id(r, *only);
  // A whole table is most often read again and again.
  TableBuilder builder(only == nullptr ? services_last_read_ : 0);
  const bool interrupted = connection_.dump(r, builder);
  Table table = builder.take();
  table.interrupted = interrupted;
  if (only == nullptr) services_last_read_ = table.services.size();
  return table;
}

Table Client::n_plus_1_once() {
  Dump<Service> services = list_services();
  Table table;
  table.interrupted = services.interrupted;
  table.services.reserve(services.entries.size());
  for (Service& service : services.entries) {
    Dump<Destination> destinations = list_destinations(service.id);
    table.interrupted |= destinations.interrupted;
    table.services.push_back({std::move(service), std::move(destinations.entries)});
  }
  return table;
}

bool Client::prefers_combined(ReadMethod method) const {
  if (method == ReadMethod::automatic) return family_.combined_dump.value_or(true);
  return method == ReadMethod::combined;
}

// automatic asks a kernel that did not list its commands once, by using the command.
Table Client::read_once(ReadMethod method) {
  if (!prefers_combined(method)) return n_plus_1_once();
  try {
    Table table = combined_once(nullptr);
    family_.combined_dump = true;
    return table;
  } catch (const Error& e) {
    if (e.kind() != Error::Kind::kernel || e.code() != EOPNOTSUPP) throw;
    family_.combined_dump = false;
    if (method != ReadMethod::automatic) throw;
  }
  return n_plus_1_once();
}

Table Client::read_table(const ReadOptions& options) {
  return read_with_retries("reading the table", options.retry, [&] { return read_once(options.method); });
}

Table Client::read_combined(const ServiceId& only, const RetryPolicy& retry) {
  return read_with_retries(kCombinedName, retry, [&] { return combined_once(&only); });
}

Dump<ServiceEntry> Client::read_service(const ServiceId& id, const ReadOptions& options) {
  if (prefers_combined(options.method)) {
    try {
      Table table = read_combined(id, options.retry);
      family_.combined_dump = true;
      for (ServiceEntry& entry : table.services) {
        if (entry.service.id != id) continue;
        Dump<ServiceEntry> found;
        found.entries.push_back(std::move(entry));
        found.interrupted = table.interrupted;
        found.attempts = table.attempts;
        return found;
      }
      throw Error(Error::Kind::kernel, kCombinedName, ESRCH, "the service is not in the answer");
    } catch (const Error& e) {
      if (e.kind() != Error::Kind::kernel || e.code() != EOPNOTSUPP) throw;
      family_.combined_dump = false;
      if (options.method != ReadMethod::automatic) throw;
    }
  }
  Dump<ServiceEntry> found;
  found.entries.push_back({get_service(id), {}});
  Dump<Destination> destinations = list_destinations(id, options.retry);
  found.entries.front().destinations = std::move(destinations.entries);
  found.interrupted = destinations.interrupted;
  found.attempts = destinations.attempts;
  return found;
}

}  // namespace ipvsim::client
