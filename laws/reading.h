// What a reader of a whole table got: datagram by datagram, and merged. The raw material of every law.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "laws/case.h"
#include "sim/wire/bytes.h"

namespace ipvsim::laws {

// One service or destination as it stood in a datagram. Identities outside the universe, or values nobody
// set, make an entry `strange`.
struct Entry {
  bool is_dest = false;
  bool strange = false;
  ServiceIndex service = 0;  // of a destination: its owner, as the reader attributes it
  DestIndex dest = 0;
  uint8_t value = 0;  // timeout or weight
};

enum class Answer : uint8_t { get_service, get_dest, service_dest };

struct Datagram {
  Answer answer = Answer::get_service;  // which request it answers
  uint32_t length = 0;
  std::vector<Entry> entries;
  bool interrupted = false;  // NLM_F_DUMP_INTR on some message
  std::optional<int> done;   // a DONE message: 0 or an errno
  std::optional<int> error;  // an ERROR message: 0 or an errno
  bool malformed = false;    // bytes that are no message, or a message nobody expects
};

struct Reading {
  std::vector<Datagram> datagrams;
  bool ended = false;  // every request came to its end
  int error = 0;       // the errno a caller would see, 0 for success
  uint64_t steps = 0;  // table steps of the whole reading
  size_t edits = 0;    // that took effect before the end

  bool interrupted() const;
  // Data datagrams: those that are not only a DONE or an ERROR.
  size_t data_datagrams() const;
};

// The merged result: each service once, in order of first appearance, with all destinations attributed to it.
struct MergedService {
  ServiceIndex service = 0;
  size_t messages = 0;           // that were about it
  std::vector<DestIndex> dests;  // as they came, repeats included
};
std::vector<MergedService> merge(const Reading& reading);

// Decodes one datagram. `owner` is the service that the last message of an earlier datagram belonged to, and
// is moved on: a flat stream's destinations name no service. For GET_DEST answers it is the service that was
// asked about.
Datagram decode(wire::Bytes bytes, Answer answer, std::optional<ServiceIndex>& owner);

}  // namespace ipvsim::laws
