// Counterexamples as a picture for a bug report or a mail: the table, the datagrams to scale, the edits
// between them, what the reader made of it, and the complaint.
#pragma once

#include <string>
#include <vector>

#include "laws/shrink.h"

namespace ipvsim::laws {

// One SVG document, a panel for each counterexample, one below the other. Text and shapes only; no script, no
// font that a viewer might lack.
std::string timelines_svg(const std::vector<Counterexample>& examples);

}  // namespace ipvsim::laws
