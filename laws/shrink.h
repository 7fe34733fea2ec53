// Making a counterexample small: the table, the chunk sizes and the edits shrink together (ARCHITECTURE.md
// 7).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "laws/laws.h"

namespace ipvsim::laws {

// How large a counterexample is to a reader, most important first: services, datagrams with content,
// all datagrams, destinations, edits, then details. Compared as a tuple; the case's text decides between
// equals, so that one of two is always less.
struct Measure {
  std::array<uint64_t, 9> parts{};
  std::string text;
  friend auto operator<=>(const Measure&, const Measure&) = default;
};
Measure measure(const Case& which, const Reading& reading);

struct Counterexample {
  Law law = Law::terminates;
  Case which;
  std::string complaint;
  Measure size;
};

// Runs the case; its complaint and measure if it breaks the law.
std::optional<Counterexample> judge(Law law, const Case& which);

// The smallest counterexample that small steps lead to: no single removal, renaming, change of a size or
// earlier edit makes it smaller. Deterministic.
Counterexample shrink(Counterexample start);

// The same for a complaint of somebody else's: `judged` runs a case and gives its complaint, if there is one.
using Judge = std::function<std::optional<Counterexample>(const Case&)>;
Counterexample shrink(Counterexample start, const Judge& judged);

}  // namespace ipvsim::laws
