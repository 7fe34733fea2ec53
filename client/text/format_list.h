// Prints a table as `ipvsadm -L -n` does. Depends on value types only.
#pragma once

#include <string>
#include <vector>

#include "client/values/info.h"
#include "client/values/table.h"

namespace ipvsim::client {

// Appends the three lines of heading, then one line a service and one a destination, sorted as ipvsadm sorts
// (order.h); the text of version 1.31 to the byte, the spaces at the end of lines included.
void append_list(std::string& out, const std::vector<ServiceEntry>& services, const Info& info);

// The same without the first line ("IP Virtual Server version ..."): what ipvsadm prints for a single
// service.
void append_list(std::string& out, const std::vector<ServiceEntry>& services);

}  // namespace ipvsim::client
