// A saved table into a kernel, through a client.
#pragma once

#include <string>
#include <vector>

#include "client/client.h"
#include "client/values/table.h"

namespace ipvsim::tools {

// The services of a file in ipvsadm-save text ("-": standard input). Throws std::runtime_error with one line:
// the file cannot be read, or FILE:LINE: REASON for the first bad line.
std::vector<client::ServiceEntry> read_saved_table(const std::string& path);

// Adds them all, in order. Throws client::Error where the kernel refuses one.
void restore(client::Client& client, const std::vector<client::ServiceEntry>& table);

}  // namespace ipvsim::tools
