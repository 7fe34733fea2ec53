// Puts a table together from the messages of a GET_SERVICE_DEST dump, in either wire form (rfc-dumps.md).
#pragma once

#include <cstddef>

#include "client/bytes/message_sink.h"
#include "client/values/service_index.h"
#include "client/values/table.h"

namespace ipvsim::client {

// Fragments of one service meet in one entry, also when others came between them, and their destinations keep
// the order of arrival; nothing is dropped as a repeat: what the kernel says twice is there twice. The
// settings and statistics of a service are those of its last fragment.
class TableBuilder final : public MessageSink {
 public:
  // For a table of about so many services; a wrong guess costs time or memory, nothing else.
  explicit TableBuilder(size_t expected);

  Problem message(uint8_t command, Bytes attributes) override;
  size_t progress() const override { return table_.services.size() + destinations_; }

  // What has been read; leaves the builder empty.
  Table take();

 private:
  Problem service(Bytes attributes);
  Problem destinations(Bytes dests);
  Problem destination(Bytes nest);
  void make_room();
  void join_last(size_t known);

  Table table_;
  ServiceIndex index_;
  size_t destinations_ = 0;
  size_t current_ = 0;  // position of the service that a NEW_DEST belongs to
};

}  // namespace ipvsim::client
