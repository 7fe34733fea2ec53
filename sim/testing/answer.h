// Answers for tests: the public reader (ipvsim/answer.h) under the tests' names.
#pragma once

#include "ipvsim/answer.h"
#include "sim/testing/message.h"

namespace ipvsim::testing {

using AnswerAttr = Attr;
using AnswerAttrs = std::vector<Attr>;
using Answer = Message;

inline std::vector<Answer> read_answers(const Data& datagram) { return read_messages(datagram); }

}  // namespace ipvsim::testing
