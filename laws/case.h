// A case: a table, the sizes a dump's chunks are cut to, and edits at its datagram boundaries. Plain data,
// with a text form that a replay line carries and a person can read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laws/universe.h"
#include "sim/profile.h"

namespace ipvsim::laws {

enum class EditKind : uint8_t {
  add_service,
  del_service,
  set_service,  // timeout := value
  add_dest,
  del_dest,
  set_dest,  // weight := value
  flush,
  add_foreign,  // a service of another namespace that falls into the same tables
  del_foreign,
};

struct Edit {
  EditKind kind = EditKind::add_service;
  ServiceIndex service = 0;
  DestIndex dest = 0;
  uint8_t value = 1;
  friend bool operator==(const Edit&, const Edit&) = default;
};

// An edit made after so many datagrams of the reading have been received: 0 is between the request and the
// first.
struct TimedEdit {
  uint32_t boundary = 0;
  Edit edit;
  friend bool operator==(const TimedEdit&, const TimedEdit&) = default;
};

struct TableService {
  ServiceIndex service = 0;
  std::vector<DestIndex> dests;  // in the order of adding; dumps list them the other way round
  friend bool operator==(const TableService&, const TableService&) = default;
};

struct Case {
  DumpVariant variant = DumpVariant::stock;
  std::vector<TableService> table;  // in the order of adding; each service once, each destination once in it
  std::optional<ServiceIndex> single;  // ask for this service alone
  // Read the services and not their destinations: stock only, where that is a dump of its own.
  bool services_only = false;
  std::vector<uint32_t> sizes = {
      32448};                    // of chunk 0, 1, ... of every dump; the last one serves all later chunks
  std::vector<TimedEdit> edits;  // ordered by boundary
  friend bool operator==(const Case&, const Case&) = default;
};

// "rfc-v2 s0:d0,d1;s3 all 700,400 1:-s0;2:+s1.d4" : variant, table, what is asked for ("all", "services" or
// "s3"), sizes, edits
// ("-" for none). Edits: +s0 -s0 =s0.2 +s0.d1 -s0.d1 =s0.d1.2 flush +f0 -f0 .
std::string to_text(const Case& which);
std::string to_text(const Edit& edit);
// Throws std::invalid_argument, saying what is wrong, for any other text.
Case parse_case(std::string_view text);

// "timeout of TCP 10.0.0.1:80 := 2 s", for people.
std::string describe(const Edit& edit);

}  // namespace ipvsim::laws
