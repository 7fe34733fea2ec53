// One line of ipvsadm-save text, read option by option. Part of parse_save.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client/values/destination.h"
#include "client/values/service.h"

namespace ipvsim::client {

// The line as a whole: a service (-A), or a destination of one (-a). Only `service.id` is meant for a
// destination.
struct SaveLine {
  bool is_destination = false;
  Service service;
  Destination destination;
};

// Why a line cannot be used.
struct LineProblem {
  std::string reason;
};

// Nothing for a line that says nothing. Throws LineProblem for a bad one.
std::optional<SaveLine> read_save_line(std::string_view line);

}  // namespace ipvsim::client
