// Where the messages of an answer go.
#pragma once

#include <cstddef>
#include <cstdint>

#include "client/bytes/decode.h"
#include "client/bytes/walk.h"

namespace ipvsim::client {

// One reader of one answer; gets each data message once, in the order of arrival.
class MessageSink {
 public:
  MessageSink() = default;
  MessageSink(const MessageSink&) = delete;
  MessageSink& operator=(const MessageSink&) = delete;
  virtual ~MessageSink() = default;

  // `attributes` is what follows the generic header; valid during the call only. Returns what is wrong, or
  // nullptr.
  virtual Problem message(uint8_t command, Bytes attributes) = 0;

  // A number that grows whenever a message told something new; tells a slow dump from an endless one.
  virtual size_t progress() const = 0;
};

}  // namespace ipvsim::client
