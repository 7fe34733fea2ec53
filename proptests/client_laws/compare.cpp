// Client values to entries of the universe.
#include "proptests/client_laws/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "uapi/ipvs.h"

namespace ipvsim::client_laws {

namespace {

using laws::Entry;

Entry entry_of(const client::Service& service) {
  const client::ServiceId& id = service.id;
  Entry entry;
  const auto index = laws::find_service(id.family(), id.protocol, id.address.bytes, id.port, id.fwmark);
  entry.service = index.value_or(0);
  entry.value = static_cast<uint8_t>(service.timeout_s);
  entry.strange = !index || service.timeout_s >= laws::kValues ||
                  service.scheduler != laws::service_facts(*index).scheduler ||
                  service.persistence_engine != laws::service_facts(*index).pe;
  return entry;
}

Entry entry_of(const client::Destination& destination, laws::ServiceIndex owner) {
  Entry entry;
  entry.is_dest = true;
  entry.service = owner;
  const auto index = laws::find_dest(destination.id.address.bytes, destination.id.port);
  entry.dest = index.value_or(0);
  entry.value = static_cast<uint8_t>(destination.weight);
  entry.strange = !index || destination.weight < 0 ||
                  static_cast<uint32_t>(destination.weight) >= laws::kValues ||
                  destination.forward != uapi::kIpvsFwdTunnel || !destination.id.address.is_v4();
  return entry;
}

// A merged service with its values: of a service those that came last, as the client documents.
struct Told {
  laws::ServiceIndex service = 0;
  uint8_t timeout = 0;
  std::vector<std::pair<laws::DestIndex, uint8_t>> dests;
  friend bool operator==(const Told&, const Told&) = default;
};

std::vector<Told> told(const laws::Reading& reading) {
  std::vector<Told> all;
  for (const laws::Datagram& datagram : reading.datagrams)
    for (const Entry& entry : datagram.entries) {
      auto at =
          std::find_if(all.begin(), all.end(), [&](const Told& t) { return t.service == entry.service; });
      if (at == all.end()) at = all.insert(all.end(), Told{entry.service, 0, {}});
      if (entry.is_dest)
        at->dests.emplace_back(entry.dest, entry.value);
      else
        at->timeout = entry.value;
    }
  return all;
}

bool strange(const laws::Reading& reading) {
  for (const laws::Datagram& datagram : reading.datagrams)
    for (const Entry& entry : datagram.entries)
      if (entry.strange) return true;
  return false;
}

std::string describe(const std::vector<Told>& all) {
  std::string text;
  for (const Told& each : all) {
    text += fmt::format("    {} ({} s):", laws::service_facts(each.service).name, int{each.timeout});
    for (const auto& [dest, weight] : each.dests)
      text += fmt::format(" {} (weight {})", laws::dest_facts(dest).name, int{weight});
    text += "\n";
  }
  return text.empty() ? "    an empty table\n" : text;
}

std::optional<std::string> difference_of_ends(const laws::Reading& raw, const Outcome& outcome) {
  using Kind = client::Error::Kind;
  if (raw.ended && raw.error == 0)
    return outcome.threw() ? std::optional("the raw reading ended well, the client threw: " +
                                           std::string(outcome.error->what()))
                           : std::nullopt;
  if (!outcome.threw())
    return raw.ended ? fmt::format("the raw reading ended with {}, the client returned a table",
                                   client::errno_name(raw.error))
                     : "the raw reading has no end, the client returned a table";
  const Kind kind = raw.ended ? Kind::kernel : Kind::protocol;
  const int code = raw.ended ? raw.error : ELOOP;
  if (outcome.error->kind() == kind && outcome.error->code() == code) return std::nullopt;
  return fmt::format("the client should have thrown {}, it threw: {}", client::errno_name(code),
                     outcome.error->what());
}

}  // namespace

laws::Reading as_reading(const Outcome& outcome) {
  laws::Reading reading;
  reading.edits = outcome.edits;
  reading.ended = !outcome.threw() || outcome.error->kind() == client::Error::Kind::kernel;
  if (outcome.threw()) {
    reading.error = outcome.error->code();
    return reading;
  }
  laws::Datagram& all = reading.datagrams.emplace_back();
  all.answer = laws::Answer::service_dest;
  all.interrupted = outcome.table->interrupted;
  for (const client::ServiceEntry& service : outcome.table->services) {
    const Entry entry = entry_of(service.service);
    all.entries.push_back(entry);
    for (const client::Destination& destination : service.destinations)
      all.entries.push_back(entry_of(destination, entry.service));
  }
  return reading;
}

laws::Evidence evidence_of(const laws::CaseRun& raw, const Outcome& outcome) {
  laws::Evidence evidence = laws::gather(raw);
  evidence.reading = as_reading(outcome);
  return evidence;
}

std::optional<std::string> difference(const laws::CaseRun& raw, const Outcome& outcome) {
  const laws::Reading& expected = raw.reading();
  if (auto ends = difference_of_ends(expected, outcome)) return ends;
  if (outcome.edits != expected.edits && expected.ended)
    return fmt::format("{} edits took effect under the raw reader, {} under the client", expected.edits,
                       outcome.edits);
  if (outcome.threw()) return std::nullopt;
  const laws::Reading got = as_reading(outcome);
  if (strange(got)) return "the client returned an entry that nobody added";
  if (got.interrupted() != expected.interrupted())
    return fmt::format("the raw reading was {}interrupted, the client says the opposite",
                       expected.interrupted() ? "" : "not ");
  // The laws' own merge says which and in what order; the values are looked at besides.
  const auto merged = laws::merge(expected);
  const auto client_merged = laws::merge(got);
  const bool same = std::equal(merged.begin(), merged.end(), client_merged.begin(), client_merged.end(),
                               [](const laws::MergedService& a, const laws::MergedService& b) {
                                 return a.service == b.service && a.dests == b.dests;
                               });
  if (same && told(expected) == told(got)) return std::nullopt;
  return "the raw reading merged is\n" + describe(told(expected)) + "  the client returned\n" +
         describe(told(got));
}

std::string describe(const Outcome& outcome) {
  if (outcome.threw()) return std::string("    thrown: ") + outcome.error->what() + "\n";
  return describe(told(as_reading(outcome))) +
         (outcome.table->interrupted ? "    marked as interrupted\n" : "");
}

}  // namespace ipvsim::client_laws
