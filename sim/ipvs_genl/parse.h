// From attributes to what IPVS understands, with the checks of ipvs-control.md 4, 6 and 13 in their order.
#pragma once

#include <optional>

#include "sim/base/status.h"
#include "sim/ipvs/ipvs.h"
#include "sim/wire/policy.h"

namespace ipvsim::ipvs_genl {

// How much a request must carry: who is meant, or everything that is set.
enum class Extent : bool { identity, full };

struct ParsedService {
  ipvs::ServiceKey key;
  ipvs::Service* found = nullptr;  // not finding one is no error here
  ipvs::ServiceSettings settings;  // with Extent::full
};

// Rows 1 to 5 of ipvs-control.md 4. `nest` null is row 1. EINVAL, EAFNOSUPPORT.
Result<ParsedService> parse_service(ipvs::Ipvs& ipvs, const ipvs::Netns& netns, const wire::Attr* nest,
                                    Extent extent);

struct ParsedDest {
  ipvs::DestKey key;
  ipvs::DestSettings settings;  // with Extent::full
};

// Rows 1 to 4 of ipvs-control.md 6; a missing family is the service's. EINVAL, EAFNOSUPPORT.
Result<ParsedDest> parse_dest(const ipvs::Ipvs& ipvs, const ipvs::Service& service, const wire::Attr* nest,
                              Extent extent);

struct ParsedDaemon {
  uint32_t state = 0;
  ipvs::DaemonSettings settings;  // with Extent::full
};

// EINVAL for everything; the reason goes to `extack` (nlattr.md 7.3).
Result<ParsedDaemon> parse_daemon(const wire::Attr* nest, Extent extent, wire::ExtAck& extack);

}  // namespace ipvsim::ipvs_genl
