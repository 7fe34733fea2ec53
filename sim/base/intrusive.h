// The one include of Boost.Intrusive, with the link mode this project uses: a linked entry that is destroyed,
// or an entry linked twice, is our mistake and stops the program.
#pragma once

#include "sim/base/check.h"

#define BOOST_INTRUSIVE_SAFE_HOOK_DEFAULT_ASSERT IPVSIM_CHECK
#define BOOST_INTRUSIVE_SAFE_HOOK_DESTRUCTOR_ASSERT IPVSIM_CHECK

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <boost/intrusive/unordered_set.hpp>

namespace ipvsim {
namespace bi = boost::intrusive;
}  // namespace ipvsim
