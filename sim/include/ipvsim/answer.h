// Reading what a socket gave: datagrams cut into messages, messages into what they tell. What cannot be read
// throws std::runtime_error, which fails a test.
//
// Plain values, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ipvsim/attributes.h"
#include "ipvsim/names.h"

namespace ipvsim {

// A service or a destination as a message tells it.
struct ToldDest {
  DestKey key;
  int32_t weight = 0;
};
struct ToldService {
  ServiceKey key;
  std::string scheduler;        // empty where the message has none
  std::vector<ToldDest> dests;  // nested in the service (GET_SERVICE_DEST of RFC v2 and later)
};

// One netlink message.
struct Message {
  uint32_t length = 0;
  uint16_t type = 0;
  uint16_t flags = 0;
  uint32_t seq = 0;
  uint32_t portid = 0;
  Data payload;  // behind the netlink header

  bool is_error() const;
  bool is_done() const;
  // Of an ERROR or DONE: the errno, positive or 0.
  int error() const;
  bool interrupted() const;  // NLM_F_DUMP_INTR

  // Of a generic netlink message.
  uint8_t command() const;
  uint8_t version() const;
  std::vector<Attr> attributes() const;
  // The TLVs of an ERROR or DONE; empty without the flag ACK_TLVS.
  std::vector<Attr> tlvs() const;

  // NEW_SERVICE, NEW_DEST: what they tell; nothing for any other message.
  std::optional<ToldService> service() const;
  std::optional<ToldDest> dest() const;
  // "NEW_SERVICE tcp:10.0.0.1:80 rr", "ACK", "ERROR 17", "DONE", "NEW_DEST 10.1.0.1:80 weight 1".
  std::string text() const;
};

// What one receive gave.
struct Datagram {
  int error = 0;           // positive errno when nothing was received: EAGAIN, ENOBUFS
  size_t length = 0;       // the datagram's true length
  bool truncated = false;  // it was longer than the buffer
  uint32_t sender = 0;     // port id; the kernel is 0
  Data bytes = {};         // what fitted

  std::vector<Message> messages() const;
  // The only message; throws when there are more or none.
  Message message() const;
  // The messages' texts, one a line; "EAGAIN", "ENOBUFS" where there is no datagram.
  std::string text() const;
};

// A datagram's messages.
std::vector<Message> read_messages(const Data& datagram);
// What is wrong with a datagram as netlink: lengths, alignment, attributes or TLVs that do not tile their
// message. Nothing when it is sound.
std::optional<std::string> malformed(const Data& datagram);

// The table that a reading told, in the order of telling: NEW_DEST messages belong to the service told last;
// fragments of one service are one entry. What GET_SERVICE and GET_DEST tell apart is not joined.
std::vector<ToldService> told_table(const std::vector<Datagram>& reading);

}  // namespace ipvsim
