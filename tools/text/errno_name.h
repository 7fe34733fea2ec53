// Names of Linux error numbers, both ways: recordings and people write EINVAL, the wire carries -22.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ipvsim::tools {

// "EINVAL" for 22. The sign does not matter (the wire carries negative numbers); 0 gives "0", a number that
// Linux does not define gives "errno N". Of two names for one number the commoner is returned (EAGAIN,
// EOPNOTSUPP).
std::string errno_name(int number);

// 22 for "EINVAL"; nothing for a name Linux does not define. Upper case only.
std::optional<int> errno_number(std::string_view name);

}  // namespace ipvsim::tools
