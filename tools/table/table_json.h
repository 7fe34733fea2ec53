// A table as the client read it, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "client/values/table.h"

namespace ipvsim::tools {

// An object with the array "services"; addresses and ports as text, numbers as numbers, statistics always
// there.
nlohmann::json table_json(const client::Table& table);

}  // namespace ipvsim::tools
