// Services and destinations for tests: as attributes a 6.1 kernel would send, and as the values they stand
// for.
#pragma once

#include "client/testing/wire.h"
#include "client/values/destination.h"
#include "client/values/service.h"

namespace ipvsim::client::testing {

// 10.0.0.`last`:80 over TCP, scheduler rr, flags 2 (HASHED), mask 255.255.255.255, no statistics.
ServiceId tcp_id(uint8_t last);
Service tcp_service(uint8_t last);
// 192.168.0.`last`:8080, masquerading, weight 1.
Destination v4_destination(uint8_t last);

// The content of SERVICE and DEST for any value, attributes in the kernel's order (ipvs-control.md 10),
// without statistics.
Attrs service_attrs(const Service& service);
Attrs destination_attrs(const Destination& destination);

// Parts of dumps.
Message service_part(const Service& service);
Message destination_part(const Destination& destination);
// A SERVICE with its DESTS, as rfc-dumps.md 2 has it.
Message nested_part(const Service& service, const std::vector<Destination>& destinations);

ByteString address16(const Address& address);

}  // namespace ipvsim::client::testing
