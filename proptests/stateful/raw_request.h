// Requests that no operation of the client sends: attributes left out, in other lengths, with values it does
// not know. Through the client's connection; each throws client::Error like the client.
#pragma once

#include <vector>

#include "client/client.h"
#include "proptests/stateful/requests.h"

namespace ipvsim::stateful {

void raw_set_service(client::Client& client, uint8_t command, const ServiceRequest& request);
// DEL_SERVICE or ZERO.
void raw_service_command(client::Client& client, uint8_t command, const ServiceRequest& request);
client::Service raw_get_service(client::Client& client, const ServiceRequest& request);
void raw_set_dest(client::Client& client, uint8_t command, const ServiceRequest& service,
                  const DestRequest& request);
void raw_del_dest(client::Client& client, const ServiceRequest& service, const DestRequest& request);
std::vector<client::Destination> raw_list_dests(client::Client& client, const ServiceRequest& service);
void raw_set_config(client::Client& client, const ConfigRequest& request);
void raw_new_daemon(client::Client& client, const DaemonRequest& request);
void raw_del_daemon(client::Client& client, const DaemonRequest& request);
void raw_bare(client::Client& client, uint8_t command, bool as_dump);

}  // namespace ipvsim::stateful
