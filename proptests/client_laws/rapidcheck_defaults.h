// RapidCheck draws a new seed for each run; here the seed is fixed unless RC_PARAMS asks for another, so that
// a failure in one place is a failure in all. RapidCheck prints its parameters first and the replay line
// last.
#pragma once

#include <string>

namespace ipvsim::client_laws {

// To be called before the first property, from a static initialiser. `cases`: of each property of the
// program; under sanitizers a tenth of them. Without effect where the environment has RC_PARAMS. Returns
// true.
bool rapidcheck_defaults(int cases, int max_size);

}  // namespace ipvsim::client_laws
