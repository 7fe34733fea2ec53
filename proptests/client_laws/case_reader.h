// A case of the laws, read by the client instead of by the raw reader: the same table in a kernel of its own,
// the same edits at the same datagram boundaries. The edits are made by a second client, another program on
// the same kernel.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "client/client.h"
#include "laws/case.h"
#include "laws/model.h"
#include "proptests/client_laws/socket_transport.h"

namespace ipvsim::client_laws {

// What came home: a table, or the error that was thrown.
struct Outcome {
  std::optional<client::Table> table;
  std::optional<client::Error> error;
  size_t edits = 0;               // that took effect during the reading
  size_t edits_under_cursor = 0;  // of those, between two datagrams of one dump

  bool threw() const { return error.has_value(); }
};

class CaseReader {
 public:
  // Fills the table. The case must outlive the reader.
  explicit CaseReader(const laws::Case& which);
  CaseReader(const CaseReader&) = delete;
  CaseReader& operator=(const CaseReader&) = delete;

  // Reads what the case asks for in the way its variant has: N+1 for stock, else GET_SERVICE_DEST. The edits
  // are made in the first call only.
  Outcome read(const client::RetryPolicy& retry = {});
  // The same, for the one service that the case asks for, by Client::read_service().
  Outcome read_service();

  // The table as it should be now, and what it was during the reading.
  const laws::Model& model() const { return model_; }

 private:
  template <class Read>
  Outcome attempt(Read read);
  void make_due_edits();
  bool make(const laws::Edit& edit);

  const laws::Case& case_;
  sim::Kernel kernel_;
  std::array<std::unique_ptr<client::Client>, 2> editors_;  // by namespace: the reader's, a foreign one
  laws::Model model_;
  std::unique_ptr<client::Client> reader_;
  const genl::Socket* socket_ = nullptr;  // the reader's
  size_t next_edit_ = 0;
  size_t received_ = 0;
  Outcome* outcome_ = nullptr;  // while reading
};

// The identity that a service of the universe has for the client.
client::ServiceId id_of(laws::ServiceIndex index);

}  // namespace ipvsim::client_laws
