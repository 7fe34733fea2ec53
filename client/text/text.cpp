// Columns of the table printers.
#include "client/text/text.h"

namespace ipvsim::client {

void append_netmask(std::string& out, const Service& service) {
  if (service.id.address.is_v6())
    append_number(out, service.netmask);
  else
    append_address(out, Address::v4(service.netmask));
}

void append_mark(std::string& out, uint32_t mark) { append_number(out, static_cast<int32_t>(mark)); }

}  // namespace ipvsim::client
