// The defaults go where RapidCheck reads its parameters: into the environment.
#include "proptests/client_laws/rapidcheck_defaults.h"

#include <fmt/format.h>

#include <cstdlib>

#include "proptests/client_laws/campaign.h"

namespace ipvsim::client_laws {

bool rapidcheck_defaults(int cases, int max_size) {
  constexpr int kSanitizedShare = 10;
  const std::string parameters = fmt::format("seed=1 max_success={} max_size={}",
                                             kSanitized ? cases / kSanitizedShare : cases, max_size);
  (void)setenv("RC_PARAMS", parameters.c_str(), 0);
  return true;
}

}  // namespace ipvsim::client_laws
