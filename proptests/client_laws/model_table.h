// Whether what the client returned is the table as the laws' model has it at one moment, values and order
// included.
#pragma once

#include <vector>

#include "proptests/client_laws/case_reader.h"

namespace ipvsim::client_laws {

bool is_table(const Outcome& outcome, const laws::Model& model);

// The table before the case's first edit, after it, and so on to after the last.
std::vector<laws::Model> moments(const laws::Case& which);

}  // namespace ipvsim::client_laws
