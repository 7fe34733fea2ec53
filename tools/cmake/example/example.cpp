// A service added, dumped through a netlink socket, and told; exit code 0 when it is the one that was added.
#include <cstdio>

#include "ipvsim/door.h"
#include "ipvsim/version.h"

int main() {
  ipvsim::Kernel kernel("linux-6.1");
  if (kernel.add_service("tcp:10.0.0.1:80") != 0) return 1;
  ipvsim::Door door(kernel);
  door.send(ipvsim::request::dump(ipvsim::Command::get_service));
  const auto table = ipvsim::told_table(door.receive_all());
  if (table.size() != 1) return 1;
  std::printf("ipvsim %s: %s\n", ipvsim::kVersion, table[0].key.name().c_str());
  return table[0].key == ipvsim::ServiceKey("tcp:10.0.0.1:80") ? 0 : 1;
}
