// The laws, one function each.
#include "laws/laws.h"

#include <fmt/format.h>

#include <algorithm>

namespace ipvsim::laws {

namespace {

using Complaint = std::optional<std::string>;

constexpr std::pair<std::string_view, std::string_view> kNames[kLaws] = {
    {"terminates", "a dump ends, and each data datagram brings an entry not brought before"},
    {"nothing-invented", "each reported entry existed, with those values, at some moment of the dump"},
    {"exactly-once",
     "each untouched service, and each untouched destination of one, is reported exactly once"},
    {"owner", "each destination is attributed to the service that owned it"},
    {"order", "the destinations of a service come in list order"},
    {"quiet-equals-table", "without edits the dump is the table"},
    {"no-silent-cut", "an entry that cannot fit is an error, never an early end that looks complete"},
    {"single-service", "a dump for one service holds that service alone; an unknown one is an error"},
    {"interruption-told", "if an untouched entry may be missing or doubled, NLM_F_DUMP_INTR says so"},
    {"linear-cost", "table steps are at most a constant times entries and datagrams"},
};

std::string_view name(ServiceIndex service) { return service_facts(service).name; }
const std::string& name_of_dest(DestIndex dest) { return dest_facts(dest).name; }

bool nested(const Evidence& evidence) {
  return evidence.variant != DumpVariant::stock && evidence.variant != DumpVariant::rfc_v1;
}
// Every chunk can carry every entry: smaller ones are the business of no_silent_cut.
bool roomy(const Evidence& evidence) {
  const size_t largest = largest_entry(evidence);
  return std::all_of(evidence.sizes.begin(), evidence.sizes.end(),
                     [&](uint32_t size) { return size >= largest; });
}
bool complete(const Evidence& evidence) { return evidence.reading.ended && evidence.reading.error == 0; }
bool asked_for(const Evidence& evidence, ServiceIndex service) {
  return !evidence.single || *evidence.single == service;
}

// The same table read with chunks that hold everything.
Reading generous_reading(const Evidence& evidence) {
  constexpr uint32_t kGenerous = 1'000'000;
  CaseRun world(evidence.variant, {kGenerous});
  for (size_t s = 0; s < kServices; ++s) {
    const auto service = static_cast<ServiceIndex>(s);
    const Model::ServiceState& state = evidence.model.initial(service);
    if (state.present) world.apply({EditKind::add_service, service, 0, 0});
    for (auto dest = state.dests.rbegin(); dest != state.dests.rend(); ++dest)
      world.apply({EditKind::add_dest, service, *dest, 1});
  }
  if (evidence.services_only)
    world.start_reading_services_only();
  else
    world.start_reading(evidence.single);
  return world.finish();
}

// How often each entry of the universe was reported.
struct Tally {
  std::array<int, kServices> services{};
  std::array<std::array<int, kDests>, kServices> dests{};

  explicit Tally(const Reading& reading) {
    for (const Datagram& datagram : reading.datagrams)
      for (const Entry& entry : datagram.entries) {
        if (entry.strange) continue;
        entry.is_dest ? ++dests[entry.service][entry.dest] : ++services[entry.service];
      }
  }
};

Complaint terminates(const Evidence& evidence) {
  Tally seen(Reading{});
  for (size_t i = 0; i < evidence.reading.datagrams.size(); ++i) {
    const Datagram& datagram = evidence.reading.datagrams[i];
    bool fresh = datagram.entries.empty();
    for (const Entry& entry : datagram.entries) {
      int& count = entry.is_dest ? seen.dests[entry.service][entry.dest] : seen.services[entry.service];
      fresh |= entry.strange || count == 0;
      ++count;
    }
    if (!fresh) return fmt::format("datagram {} brings nothing that was not brought before", i + 1);
  }
  if (!evidence.reading.ended)
    return fmt::format("no end after {} datagrams", evidence.reading.datagrams.size());
  return {};
}

Complaint nothing_invented(const Evidence& evidence) {
  for (const Datagram& datagram : evidence.reading.datagrams) {
    if (datagram.malformed) return "a datagram holds bytes that are no answer";
    for (const Entry& entry : datagram.entries) {
      if (entry.strange) return "an entry was reported that nobody added";
      if (!entry.is_dest && !evidence.model.existed(entry.service, entry.value))
        return fmt::format("{} was reported with a timeout of {} s, which it never had during the dump",
                           name(entry.service), int{entry.value});
      if (!entry.is_dest) continue;
      bool existed = false;
      for (size_t s = 0; s < kServices; ++s)
        existed |= evidence.model.existed(static_cast<ServiceIndex>(s), entry.dest, entry.value);
      if (!existed)
        return fmt::format("{} was reported with weight {}, which it never had during the dump",
                           name_of_dest(entry.dest), int{entry.value});
    }
  }
  return {};
}

// The first untouched entry that is not reported exactly once. A fragment repeats its service by design.
Complaint miscounted(const Evidence& evidence, bool only_missing) {
  const Tally tally(evidence.reading);
  for (size_t s = 0; s < kServices; ++s) {
    const auto service = static_cast<ServiceIndex>(s);
    if (!evidence.model.untouched(service) || !asked_for(evidence, service)) continue;
    if (tally.services[s] == 0) return fmt::format("{} was never touched and is missing", name(service));
    if (tally.services[s] > 1 && !nested(evidence) && !only_missing)
      return fmt::format("{} was never touched and is reported {} times", name(service), tally.services[s]);
    for (size_t d = 0; d < kDests && !evidence.services_only; ++d) {
      const auto dest = static_cast<DestIndex>(d);
      if (!evidence.model.untouched(service, dest)) continue;
      if (tally.dests[s][d] == 0)
        return fmt::format("{} of {} was never touched and is missing", name_of_dest(dest), name(service));
      if (tally.dests[s][d] > 1 && !only_missing)
        return fmt::format("{} of {} was never touched and is reported {} times", name_of_dest(dest),
                           name(service), tally.dests[s][d]);
    }
  }
  return {};
}

Complaint exactly_once(const Evidence& evidence) {
  if (!complete(evidence) || !roomy(evidence)) return {};
  return miscounted(evidence, false);
}

Complaint owner(const Evidence& evidence) {
  for (const Datagram& datagram : evidence.reading.datagrams)
    for (const Entry& entry : datagram.entries)
      if (entry.is_dest && !entry.strange && !evidence.model.owned(entry.service, entry.dest))
        return fmt::format("{} was attributed to {}, which never owned it during the dump",
                           name_of_dest(entry.dest), name(entry.service));
  return {};
}

// Untouched destinations that were reported once: one reported twice has no place, and is the business of
// exactly-once.
Complaint order(const Evidence& evidence) {
  for (const MergedService& merged : merge(evidence.reading)) {
    std::vector<DestIndex> seen;
    for (const DestIndex dest : merged.dests)
      if (evidence.model.untouched(merged.service, dest) &&
          std::count(merged.dests.begin(), merged.dests.end(), dest) == 1)
        seen.push_back(dest);
    const auto& list = evidence.model.initial(merged.service).dests;
    const auto place = [&](DestIndex dest) {
      return std::find(list.begin(), list.end(), dest) - list.begin();
    };
    for (size_t i = 1; i < seen.size(); ++i)
      if (place(seen[i - 1]) > place(seen[i]))
        return fmt::format("{} comes before {} in {}, the list has them the other way round",
                           name_of_dest(seen[i - 1]), name_of_dest(seen[i]), name(merged.service));
  }
  return {};
}

Complaint quiet_equals_table(const Evidence& evidence) {
  if (!complete(evidence) || !roomy(evidence) || evidence.reading.edits > 0 || evidence.single) return {};
  const auto merged = merge(evidence.reading);
  for (size_t s = 0; s < kServices; ++s) {
    const auto service = static_cast<ServiceIndex>(s);
    const Model::ServiceState& state = evidence.model.initial(service);
    const auto at =
        std::find_if(merged.begin(), merged.end(), [&](const auto& each) { return each.service == s; });
    if (state.present && at == merged.end())
      return fmt::format("{} is in the table and not in the dump", name(service));
    if (!state.present && at != merged.end())
      return fmt::format("{} is in the dump and not in the table", name(service));
    if (state.present && !evidence.services_only && at->dests != state.dests)
      return fmt::format("{} has {} destinations in the table, {} in the dump, or another order",
                         name(service), state.dests.size(), at->dests.size());
  }
  return {};
}

Complaint no_silent_cut(const Evidence& evidence) {
  if (!evidence.generous || !complete(evidence)) return {};
  const Tally cut(evidence.reading);
  const Tally whole(*evidence.generous);
  for (size_t s = 0; s < kServices; ++s) {
    const auto service = static_cast<ServiceIndex>(s);
    if (cut.services[s] == 0 && whole.services[s] != 0)
      return fmt::format("{} did not fit, and the dump ended with success without it", name(service));
    for (size_t d = 0; d < kDests; ++d)
      if (cut.dests[s][d] == 0 && whole.dests[s][d] != 0)
        return fmt::format("{} of {} did not fit, and the dump ended with success without it",
                           name_of_dest(static_cast<DestIndex>(d)), name(service));
  }
  return {};
}

Complaint single_service(const Evidence& evidence) {
  if (!evidence.single) return {};
  for (const Datagram& datagram : evidence.reading.datagrams)
    for (const Entry& entry : datagram.entries)
      if (entry.service != *evidence.single)
        return fmt::format("asked for {} alone, got {}", name(*evidence.single), name(entry.service));
  const bool unknown = !evidence.model.initial(*evidence.single).present && evidence.reading.edits == 0;
  if (unknown && complete(evidence))
    return fmt::format("{} does not exist, and asking for it is answered with success",
                       name(*evidence.single));
  return {};
}

Complaint interruption_told(const Evidence& evidence) {
  if (!complete(evidence) || !roomy(evidence) || evidence.reading.interrupted()) return {};
  const Complaint wrong = miscounted(evidence, false);
  if (wrong) return *wrong + ", and no message says that the dump was interrupted";
  return {};
}

Complaint linear_cost(const Evidence& evidence) {
  if (!evidence.reading.ended) return {};
  const uint64_t entries = evidence.model.entries_ever();
  const uint64_t datagrams = evidence.reading.datagrams.size();
  const uint64_t allowed = kStepsPerEntryOrChunk * (entries + datagrams);
  if (evidence.reading.steps <= allowed) return {};
  return fmt::format("{} table steps for {} entries in {} datagrams, at most {} are allowed",
                     evidence.reading.steps, entries, datagrams, allowed);
}

}  // namespace

std::string_view law_name(Law law) { return kNames[static_cast<size_t>(law)].first; }
std::string_view law_text(Law law) { return kNames[static_cast<size_t>(law)].second; }

std::optional<Law> find_law(std::string_view name) {
  for (const Law law : kAllLaws)
    if (law_name(law) == name) return law;
  return std::nullopt;
}

size_t largest_entry(const Evidence& evidence) {
  size_t largest = 0;
  for (size_t s = 0; s < kServices; ++s) {
    const auto service = static_cast<ServiceIndex>(s);
    if (!evidence.model.existed_at_all(service)) continue;
    const bool dests = !evidence.services_only && evidence.model.had_dests(service);
    const size_t alone = service_facts(service).wire_size;
    largest = std::max(largest, nested(evidence) ? alone + kDestsNest + (dests ? kNestedDest : 0)
                                                 : std::max(alone, dests ? kDestMessage : 0));
  }
  return largest;
}

Evidence gather(const CaseRun& world) {
  Evidence evidence{.variant = world.variant(),
                    .single = world.single(),
                    .services_only = world.services_only(),
                    .sizes = world.sizes(),
                    .reading = world.reading(),
                    .model = world.model(),
                    .generous = std::nullopt};
  if (evidence.reading.edits == 0 && !roomy(evidence)) evidence.generous = generous_reading(evidence);
  return evidence;
}

std::optional<std::string> check(Law law, const Evidence& evidence) {
  switch (law) {
    case Law::terminates:
      return terminates(evidence);
    case Law::nothing_invented:
      return nothing_invented(evidence);
    case Law::exactly_once:
      return exactly_once(evidence);
    case Law::owner:
      return owner(evidence);
    case Law::order:
      return order(evidence);
    case Law::quiet_equals_table:
      return quiet_equals_table(evidence);
    case Law::no_silent_cut:
      return no_silent_cut(evidence);
    case Law::single_service:
      return single_service(evidence);
    case Law::interruption_told:
      return interruption_told(evidence);
    case Law::linear_cost:
      return linear_cost(evidence);
  }
  return {};
}

}  // namespace ipvsim::laws
