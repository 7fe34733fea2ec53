// Reading and adding.
#include "tools/table/restore.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "client/parse_save.h"

namespace ipvsim::tools {

std::vector<client::ServiceEntry> read_saved_table(const std::string& path) {
  std::string text;
  const auto slurp = [](std::istream& in) { return std::string(std::istreambuf_iterator<char>(in), {}); };
  if (path == "-") {
    text = slurp(std::cin);
  } else {
    std::ifstream file(path);
    if (file) text = slurp(file);
    if (!file.is_open() || file.bad()) throw std::runtime_error(fmt::format("{}: cannot be read", path));
  }
  return client::parse_save(text, path == "-" ? "stdin" : path);
}

void restore(client::Client& client, const std::vector<client::ServiceEntry>& table) {
  for (const client::ServiceEntry& entry : table) {
    client.add_service(entry.service);
    for (const client::Destination& destination : entry.destinations)
      client.add_destination(entry.service.id, destination);
  }
}

}  // namespace ipvsim::tools
