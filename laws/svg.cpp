// Drawing timelines.
#include "laws/svg.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "laws/report.h"

namespace ipvsim::laws {

namespace {

constexpr int kWidth = 1060;
constexpr int kMargin = 24;
constexpr int kLeft = 300;   // where the time line stands
constexpr int kRight = 800;  // where the reader's column begins
constexpr int kRow = 40;
constexpr int kTextHeight = 18;
constexpr std::string_view kColours[kServices] = {"#4e79a7", "#f28e2b", "#59a14f", "#b07aa1",
                                                  "#76b7b2", "#9c755f", "#edc948", "#bab0ac"};

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

class Panel {
 public:
  Panel(const Counterexample& example, int top)
      : example_(example), timeline_(replay(example.which)), y_(top) {}

  // Returns where the next panel may begin.
  int draw(std::string& out) {
    const Case& which = example_.which;
    text(kMargin, 20, 600,
         fmt::format("{} breaks {}", dump_variant_name(which.variant), law_name(example_.law)));
    y_ += 26;
    text(kMargin, 13, 400, std::string(law_text(example_.law)), "#555");
    y_ += 30;
    const int top = y_;
    const int table_end = draw_table(top);
    const int reader_end = draw_reader(top);
    y_ = top;
    draw_steps();
    y_ = std::max({y_, table_end, reader_end}) + 16;
    text(kMargin, 15, 600, example_.complaint, "#c0392b");
    y_ += 22;
    text(kMargin, 12, 400, replay_line(example_), "#555", "monospace");
    y_ += 20;
    body_ += fmt::format("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='#ddd'/>\n", kMargin, y_,
                         kWidth - kMargin, y_);
    out += body_;
    return y_ + 34;
  }

 private:
  void text(int x, int size, int weight, const std::string& words, std::string_view colour = "#222",
            std::string_view family = "sans-serif") {
    body_ += fmt::format(
        "<text x='{}' y='{}' font-family='{}' font-size='{}' font-weight='{}' fill='{}'>{}</text>\n", x, y_,
        family, size, weight, colour, escape(words));
  }

  void service_lines(int x, ServiceIndex service, const std::vector<DestIndex>& dests,
                     const std::string& note = {}) {
    const ServiceFacts& facts = service_facts(service);
    body_ += fmt::format("<rect x='{}' y='{}' width='10' height='10' fill='{}'/>\n", x, y_ - 10,
                         kColours[service]);
    text(x + 16, 13, 600, std::string(facts.name) + note);
    y_ += kTextHeight;
    for (const DestIndex dest : dests) {
      text(x + 28, 12, 400, dest_facts(dest).name, "#444");
      y_ += kTextHeight - 2;
    }
    y_ += 4;
  }

  int draw_table(int top) {
    y_ = top;
    text(kMargin, 13, 600, "the table", "#888");
    y_ += 24;
    for (const TableService& entry : example_.which.table)
      service_lines(kMargin, entry.service, {entry.dests.rbegin(), entry.dests.rend()});
    if (example_.which.table.empty()) {
      text(kMargin, 12, 400, "empty", "#444");
      y_ += kTextHeight;
    }
    text(kMargin, 12, 400, fmt::format("asked for {}", asked_for(example_.which)), "#888");
    y_ += kTextHeight;
    return y_;
  }

  int draw_reader(int top) {
    y_ = top;
    text(kRight, 13, 600, "what the reader has", "#888");
    y_ += 24;
    const auto merged = merge(timeline_.world->reading());
    for (const MergedService& each : merged)
      service_lines(kRight, each.service, each.dests, repeats(example_.which, each));
    if (merged.empty()) {
      text(kRight, 12, 400, "nothing", "#444");
      y_ += kTextHeight;
    }
    return y_;
  }

  // Datagrams to scale, a cell an entry, an outline for the room that was left.
  void draw_datagram(const Step& step, double scale) {
    const int height = 22;
    const int box_top = y_ - 16;
    double x = kLeft;
    const size_t entries = step.datagram->entries.size();
    for (const Entry& entry : step.datagram->entries) {
      const double width = entry.is_dest
                               ? kNestedDest * scale
                               : static_cast<double>(service_facts(entry.service).wire_size) * scale;
      body_ += fmt::format(
          "<rect x='{:.1f}' y='{}' width='{:.1f}' height='{}' fill='{}' fill-opacity='{}' stroke='white'/>\n",
          x, box_top, width, height, kColours[entry.service], entry.is_dest ? "0.55" : "1");
      const std::string label =
          entry.is_dest ? fmt::format(".{}", int{entry.dest} + 1) : fmt::format("s{}", int{entry.service});
      body_ += fmt::format(
          "<text x='{:.1f}' y='{}' font-family='sans-serif' font-size='11' fill='white'>{}</text>\n", x + 4,
          box_top + 15, label);
      x += width;
    }
    if (entries == 0) {
      body_ += fmt::format(
          "<rect x='{}' y='{}' width='64' height='{}' fill='none' stroke='#888' stroke-dasharray='3 2'/>\n",
          kLeft, box_top, height);
      std::string words = step.datagram->error ? fmt::format("ERROR {}", -*step.datagram->error)
                                               : fmt::format("DONE {}", -step.datagram->done.value_or(0));
      body_ +=
          fmt::format("<text x='{}' y='{}' font-family='sans-serif' font-size='11' fill='#555'>{}</text>\n",
                      kLeft + 6, box_top + 15, words);
      x = kLeft + 64;
    }
    std::string note = fmt::format("{}: {} bytes", step.number, step.datagram->length);
    if (step.datagram->interrupted) note += ", DUMP_INTR";
    body_ +=
        fmt::format("<text x='{:.1f}' y='{}' font-family='sans-serif' font-size='11' fill='#777'>{}</text>\n",
                    x + 8, box_top + 15, note);
    y_ += kRow - 8;
  }

  void draw_edit(const Step& step) {
    body_ += fmt::format("<path d='M {} {} l 14 -6 l 0 12 z' fill='#c0392b'/>\n", kLeft - 16, y_ - 8);
    body_ += fmt::format("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='#c0392b' stroke-dasharray='4 3'/>\n",
                         kLeft, y_ - 8, kRight - 24, y_ - 8);
    y_ += 8;
    std::string words = describe(step.edit);
    if (!step.taken) words += " (refused)";
    if (step.already_cut > 0) words += fmt::format(" (after datagram {} was cut)", step.already_cut);
    text(kLeft + 4, 12, 600, words, "#c0392b");
    y_ += kRow - 12;
  }

  void draw_steps() {
    text(kLeft, 13, 600,
         fmt::format("datagrams, cut to {} bytes", fmt::join(example_.which.sizes, ", then ")), "#888");
    y_ += 34;
    uint32_t longest = 1;
    for (const Datagram& datagram : timeline_.world->reading().datagrams)
      longest = std::max(longest, datagram.length);
    const double scale = std::min(0.5, (kRight - kLeft - 130.0) / longest);
    for (const Step& step : timeline_.steps)
      step.kind == Step::Kind::edit ? draw_edit(step) : draw_datagram(step, scale);
  }

  const Counterexample& example_;
  Timeline timeline_;
  int y_;
  std::string body_;
};

}  // namespace

std::string timelines_svg(const std::vector<Counterexample>& examples) {
  std::string body;
  int bottom = kMargin + 16;
  for (const Counterexample& example : examples) bottom = Panel(example, bottom).draw(body);
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}'>\n"
      "<rect width='100%' height='100%' fill='white'/>\n{2}</svg>\n",
      kWidth, bottom, body);
}

}  // namespace ipvsim::laws
