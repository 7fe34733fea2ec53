// Attributes of answers to values (ipvs-control.md 10 to 14). Each function walks its attributes once, in any
// order; where one comes twice the last wins; unknown ones are skipped. All strings and numbers are copied:
// nothing points into the bytes afterwards. `out` must be fresh: what the bytes do not say is left alone.
// Each returns nullptr, or what is wrong with the bytes (a literal).
#pragma once

#include <cstdint>

#include "client/bytes/walk.h"
#include "client/values/config.h"
#include "client/values/daemon.h"
#include "client/values/destination.h"
#include "client/values/info.h"
#include "client/values/service.h"

namespace ipvsim::client {

using Problem = const char*;

// `nest` is the content of SERVICE. `dests` becomes the content of DESTS, `has_dests` whether there is one.
// Without a family (kernels that knew only IPv4) a fwmark service is IPv4, and so is one whose address has
// nothing behind its fourth byte; any other is IPv6.
Problem decode_service(Bytes nest, Service& out, Bytes& dests, bool& has_dests);

// `nest` is the content of DEST. A missing family, or 0, is that of the service (kernels before 3.18).
Problem decode_destination(Bytes nest, uint16_t service_family, Destination& out);

Problem decode_daemon(Bytes nest, Daemon& out);
// The top-level attributes of SET_CONFIG and SET_INFO answers.
Problem decode_config(Bytes attributes, Config& out);
Problem decode_info(Bytes attributes, Info& out);

// The value of the last attribute of that type; `found` says whether there is one.
Problem find_attribute(Bytes attributes, uint16_t type, Bytes& value, bool& found);

}  // namespace ipvsim::client
