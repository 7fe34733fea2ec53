// Timelines.
#include "laws/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ipvsim/version.h"

namespace ipvsim::laws {

namespace {

std::string_view request_name(Answer answer) {
  switch (answer) {
    case Answer::get_service:
      return "GET_SERVICE";
    case Answer::get_dest:
      return "GET_DEST";
    case Answer::service_dest:
      return "GET_SERVICE_DEST";
  }
  return {};
}

std::string table_lines(const Case& which) {
  if (which.table.empty()) return "  table       empty\n";
  std::string out;
  for (const TableService& entry : which.table) {
    const ServiceFacts& facts = service_facts(entry.service);
    std::vector<std::string> dests;
    for (auto at = entry.dests.rbegin(); at != entry.dests.rend(); ++at)
      dests.push_back(dest_facts(*at).name);
    out += fmt::format("  {:<11} {} {} [{}]\n", out.empty() ? "table" : "", facts.name, facts.scheduler,
                       fmt::join(dests, ", "));
  }
  return out;
}

}  // namespace

std::string repeats(const Case& which, const MergedService& merged) {
  const bool flat = which.variant == DumpVariant::stock || which.variant == DumpVariant::rfc_v1;
  return flat && merged.messages > 1 ? fmt::format(" {} times", merged.messages) : std::string();
}

std::string describe(const Datagram& datagram) {
  std::string out;
  bool open = false;
  bool first = true;
  for (const Entry& entry : datagram.entries) {
    if (entry.is_dest) {
      // Destinations before any service of this datagram continue the last one's.
      if (!open) out += fmt::format("{}... [", out.empty() ? "" : " ");
      if (!open) first = true;
      open = true;
      out += fmt::format("{}{}", first ? "" : ", ", entry.strange ? "?" : dest_facts(entry.dest).name);
      first = false;
      continue;
    }
    if (open) out += "]";
    out += fmt::format("{}{} [", out.empty() ? "" : "; ",
                       entry.strange ? "?" : service_facts(entry.service).name);
    open = true;
    first = true;
  }
  if (open) out += "]";
  if (datagram.done) out += fmt::format("{}DONE {}", out.empty() ? "" : "; ", -*datagram.done);
  if (datagram.error) out += fmt::format("{}ERROR {}", out.empty() ? "" : "; ", -*datagram.error);
  if (datagram.interrupted) out += ", DUMP_INTR";
  return out;
}

Timeline replay(const Case& which) {
  Timeline out;
  out.world = std::make_unique<CaseRun>(which.variant, which.sizes);
  CaseRun& world = *out.world;
  fill_table(world, which);
  start_reading(world, which);
  auto edit = which.edits.begin();
  for (;;) {
    const size_t received = world.reading().datagrams.size();
    for (; edit != which.edits.end() && edit->boundary <= received; ++edit) {
      Step step{
          .kind = Step::Kind::edit, .edit = edit->edit, .already_cut = received + (world.dumping() ? 1 : 0)};
      step.taken = world.apply(edit->edit);
      out.steps.push_back(step);
    }
    const bool more = world.receive();
    if (world.reading().datagrams.size() > received)
      out.steps.push_back({.kind = Step::Kind::datagram, .number = received + 1, .edit = {}});
    if (!more) break;
  }
  // The reading does not grow any more: its datagrams stay where they are.
  for (Step& step : out.steps)
    if (step.kind == Step::Kind::datagram) step.datagram = &world.reading().datagrams[step.number - 1];
  return out;
}

std::string_view asked_for(const Case& which) {
  if (which.services_only) return "the services alone";
  return which.single ? service_facts(*which.single).name : std::string_view("everything");
}

std::string timeline_text(const Counterexample& example) {
  const Case& which = example.which;
  const Timeline timeline = replay(which);
  const Reading& reading = timeline.world->reading();
  std::string out = fmt::format("{} breaks {}: {}\n", dump_variant_name(which.variant), law_name(example.law),
                                law_text(example.law));
  out += table_lines(which);
  out += fmt::format("  asked for   {}, chunks of {} bytes\n", asked_for(which),
                     fmt::join(which.sizes, ", then "));
  for (const Step& step : timeline.steps) {
    if (step.kind == Step::Kind::edit) {
      out += fmt::format("  edit        {}{}{}\n", describe(step.edit), step.taken ? "" : " (refused)",
                         step.already_cut == 0
                             ? std::string()
                             : fmt::format(" (datagrams 1 to {} were cut before)", step.already_cut));
      continue;
    }
    out += fmt::format("  datagram {:<2} {} answer, {} bytes: {}\n", step.number,
                       request_name(step.datagram->answer), step.datagram->length, describe(*step.datagram));
  }
  std::string label = "reader sees";
  for (const MergedService& merged : merge(reading)) {
    std::vector<std::string> dests;
    for (const DestIndex dest : merged.dests) dests.push_back(dest_facts(dest).name);
    out +=
        fmt::format("  {:<11} {} [{}]\n", label, service_facts(merged.service).name, fmt::join(dests, ", "));
    label.clear();
  }
  if (!label.empty()) out += fmt::format("  {:<11} nothing\n", label);
  out += fmt::format("  complaint   {}\n  replay      {}\n", example.complaint, replay_line(example));
  return out;
}

std::string replay_line(const Counterexample& example) {
  return fmt::format("ipvsim explore --law {} --replay '{}'  # ipvsim {}", law_name(example.law),
                     to_text(example.which), kVersion);
}

}  // namespace ipvsim::laws
