// Edits by one client, a reading by another.
#include "proptests/client_laws/case_reader.h"

#include <cerrno>
#include <cstring>

#include "uapi/ipvs.h"

namespace ipvsim::client_laws {

namespace {

using laws::Edit;
using laws::EditKind;

constexpr size_t kHome = 0;
constexpr size_t kForeign = 1;

Profile profile_of(const laws::Case& which) {
  Profile profile;
  profile.variant = which.variant;
  profile.dump_buffer = DumpBufferRule::script({which.sizes.begin(), which.sizes.end()});
  return profile;
}

client::Service service_of(laws::ServiceIndex index, uint8_t timeout) {
  const laws::ServiceFacts& facts = laws::service_facts(index);
  client::Service service;
  service.id = id_of(index);
  service.scheduler = facts.scheduler;
  service.persistence_engine = facts.pe;
  service.timeout_s = timeout;
  service.netmask = client::default_netmask(facts.af);
  return service;
}

client::Destination destination_of(laws::DestIndex index, uint8_t weight) {
  const laws::DestFacts& facts = laws::dest_facts(index);
  client::Destination destination;
  destination.id = {{uapi::kAfInet, facts.addr}, facts.port};
  destination.forward = uapi::kIpvsFwdTunnel;
  destination.weight = weight;
  return destination;
}

// The raw reader asks for a single service without an ack, so the client's is no boundary of the case.
bool is_ack(std::span<const std::byte> datagram) {
  uapi::NlMsgHdr header;
  int32_t code = 0;
  if (datagram.size() < sizeof(header) + sizeof(code)) return false;
  std::memcpy(&header, datagram.data(), sizeof(header));
  std::memcpy(&code, datagram.data() + sizeof(header), sizeof(code));
  return header.type == uapi::kNlmsgError && code == 0;
}

}  // namespace

client::ServiceId id_of(laws::ServiceIndex index) {
  const laws::ServiceFacts& facts = laws::service_facts(index);
  if (facts.fwmark != 0) return client::ServiceId::by_fwmark(facts.fwmark, facts.af);
  return client::ServiceId::by_address(facts.protocol, {facts.af, facts.addr}, facts.port);
}

CaseReader::CaseReader(const laws::Case& which) : case_(which), kernel_(profile_of(which)) {
  const genl::NetnsId foreign = kernel_.add_netns(0);
  const client::Family family = family_of(kernel_);
  editors_[kHome] = std::make_unique<client::Client>(transport_to(kernel_), family);
  editors_[kForeign] = std::make_unique<client::Client>(transport_to(kernel_, foreign), family);
  for (const laws::TableService& entry : which.table) {
    (void)make({EditKind::add_service, entry.service, 0, 0});
    for (const laws::DestIndex dest : entry.dests) (void)make({EditKind::add_dest, entry.service, dest, 1});
  }
  Boundaries boundaries;
  // The first request is sent before any edit; a later one is due only when the edits before it are made.
  boundaries.before_send = [this] {
    if (received_ > 0) make_due_edits();
  };
  boundaries.before_receive = [this] { make_due_edits(); };
  boundaries.received = [this](std::span<const std::byte> datagram) {
    received_ += is_ack(datagram) ? 0 : 1;
  };
  auto transport = std::make_unique<SocketTransport>(kernel_, kHome, std::move(boundaries));
  socket_ = &transport->socket();
  reader_ = std::make_unique<client::Client>(client::Transport::custom(std::move(transport)), family);
}

// Whether the kernel took it. The model knows beforehand; which errno it is is a matter of other tests.
bool CaseReader::make(const Edit& edit) {
  const bool foreign = edit.kind == EditKind::add_foreign || edit.kind == EditKind::del_foreign;
  client::Client& editor = *editors_[foreign ? kForeign : kHome];
  const client::ServiceId service = id_of(edit.service);
  bool taken = true;
  try {
    switch (edit.kind) {
      case EditKind::add_service:
      case EditKind::add_foreign:
        editor.add_service(service_of(edit.service, 0));
        break;
      case EditKind::del_service:
      case EditKind::del_foreign:
        editor.del_service(service);
        break;
      case EditKind::set_service:
        editor.set_service(service_of(edit.service, edit.value));
        break;
      case EditKind::add_dest:
        editor.add_destination(service, destination_of(edit.dest, 1));
        break;
      case EditKind::del_dest:
        editor.del_destination(service, destination_of(edit.dest, 1).id);
        break;
      case EditKind::set_dest:
        editor.set_destination(service, destination_of(edit.dest, edit.value));
        break;
      case EditKind::flush:
        editor.flush();
        break;
    }
  } catch (const client::Error& refused) {
    IPVSIM_CHECK(refused.kind() == client::Error::Kind::kernel);
    taken = false;
  }
  IPVSIM_CHECK(taken == model_.apply(edit));
  return taken;
}

void CaseReader::make_due_edits() {
  for (; next_edit_ < case_.edits.size() && case_.edits[next_edit_].boundary <= received_; ++next_edit_) {
    if (!make(case_.edits[next_edit_].edit)) continue;
    ++outcome_->edits;
    outcome_->edits_under_cursor += received_ > 0 && socket_->dumping() ? 1 : 0;
  }
}

template <class Read>
Outcome CaseReader::attempt(Read read) {
  Outcome outcome;
  outcome_ = &outcome;
  model_.begin_dump();
  try {
    outcome.table = read();
  } catch (const client::Error& error) {
    outcome.error = error;
  }
  outcome_ = nullptr;
  kernel_.audit();
  return outcome;
}

Outcome CaseReader::read(const client::RetryPolicy& retry) {
  const bool stock = case_.variant == DumpVariant::stock;
  if (case_.single && stock) return read_service();
  return attempt([&] {
    if (case_.single) return reader_->read_combined(id_of(*case_.single), retry);
    return reader_->read_table({stock ? client::ReadMethod::n_plus_1 : client::ReadMethod::combined, retry});
  });
}

Outcome CaseReader::read_service() {
  const bool stock = case_.variant == DumpVariant::stock;
  return attempt([&] {
    client::Dump<client::ServiceEntry> found =
        reader_->read_service(id_of(case_.single.value()),
                              {stock ? client::ReadMethod::n_plus_1 : client::ReadMethod::combined, {}});
    return client::Table{std::move(found.entries), found.interrupted, found.attempts};
  });
}

}  // namespace ipvsim::client_laws
