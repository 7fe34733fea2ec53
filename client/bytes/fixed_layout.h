// Entries laid out as Linux 6.1 lays them out, read without looking attribute by attribute: that would be
// half the cost of a dump. Whatever else a kernel sends is left to decode.h, and both give the same.
#pragma once

#include "client/bytes/walk.h"
#include "client/values/destination.h"
#include "client/values/service.h"

namespace ipvsim::client {

// As decode_service() and decode_destination(), for a fresh `out`. False: another layout, and nothing was
// written.
bool read_fixed_service(Bytes nest, Service& out, Bytes& dests, bool& has_dests);
bool read_fixed_destination(Bytes nest, uint16_t service_family, Destination& out);

}  // namespace ipvsim::client
