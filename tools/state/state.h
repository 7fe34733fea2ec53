// Saving and restoring a simulated kernel. Two formats: ipvsadm-save text, which says what ipvsadm can say
// about the services of one namespace; and JSON, which says everything (state_json.h).
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "sim/kernel.h"

namespace ipvsim::tools {

// All of these throw std::runtime_error with one line when they cannot do it, and then nothing has changed.

// What `ipvsadm -S -n` prints in that namespace, to the byte; empty while the module is not loaded. Services
// that have no words in that text (protocols other than TCP, UDP and SCTP, forwarding methods without an
// option) are an error: the text could not be read back.
std::string save_text(const sim::Kernel& kernel, genl::NetnsId netns = 0);
nlohmann::json save_json(const sim::Kernel& kernel);

// Adds the services of a text, in its order, to those the namespace has, as `ipvsadm -R` would; loads the
// module. As there, a destination that comes later is listed earlier, and ipvsadm prints both tables alike.
// Errors: "FILE:LINE: REASON".
void restore_text(sim::Kernel& kernel, genl::NetnsId netns, std::string_view text,
                  std::string_view file = "stdin");
// Replaces all that the kernel remembers, see put_state() in kernel_state.h. Errors: "PATH IN JSON: REASON"
// or just a reason.
void restore_json(sim::Kernel& kernel, const nlohmann::json& state);
// A new kernel of the profile that was saved: it answers as the saved one, byte for byte, also after any
// further commands and time.
std::unique_ptr<sim::Kernel> kernel_from_json(const nlohmann::json& state);

// Whether the contents of a file are JSON: the first character that is no blank is '{'.
bool is_json_state(std::string_view contents);
// The JSON of a file. Errors: "FILE:LINE: REASON".
nlohmann::json parse_json_state(std::string_view contents, std::string_view file = "stdin");
// Restores contents of either format; `netns` counts for text only. Errors begin with the file's name.
void restore_contents(sim::Kernel& kernel, genl::NetnsId netns, std::string_view contents,
                      std::string_view file);

// Files. `path` "-" is the standard input or output; errors of the system: "PATH: REASON".
void restore_file(sim::Kernel& kernel, genl::NetnsId netns, const std::string& path);
// JSON when the name ends in ".json", else text of namespace `netns`. Nothing is written when it cannot be
// said.
void save_file(const sim::Kernel& kernel, genl::NetnsId netns, const std::string& path);

}  // namespace ipvsim::tools
