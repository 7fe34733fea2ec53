// Reading and adding.
#include "tools/table/restore.h"

#include "client/text/parse_save.h"
#include "tools/text/file.h"

namespace ipvsim::tools {

std::vector<client::ServiceEntry> read_saved_table(const std::string& path) {
  return client::parse_save(read_file(path), file_title(path));
}

void restore(client::Client& client, const std::vector<client::ServiceEntry>& table) {
  for (const client::ServiceEntry& entry : table) {
    client.add_service(entry.service);
    for (const client::Destination& destination : entry.destinations)
      client.add_destination(entry.service.id, destination);
  }
}

}  // namespace ipvsim::tools
