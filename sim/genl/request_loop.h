// From a datagram to its answers: the request loop and generic netlink's dispatch (netlink.md 3, genetlink.md
// 3).
#pragma once

#include "sim/wire/bytes.h"

namespace ipvsim::genl {

class Netlink;
class Socket;

// Serves every request of `datagram`, which `socket` sent to the kernel; all immediate answers are queued on
// return.
void serve_datagram(Netlink& netlink, Socket& socket, wire::Bytes datagram, bool destination_given);

}  // namespace ipvsim::genl
