// Driving one reading.
#include "laws/case_run.h"

#include <cerrno>
#include <cstring>

#include "uapi/genetlink.h"
#include "uapi/ipvs.h"

namespace ipvsim::laws {

namespace {

constexpr size_t kReceiveSize = 1 << 20;

Profile world_profile(DumpVariant variant, const std::vector<uint32_t>& sizes) {
  Profile profile;
  profile.variant = variant;
  profile.dump_buffer = DumpBufferRule::script({sizes.begin(), sizes.end()});
  return profile;
}

ipvs::ServiceKey key_of(ServiceIndex index) {
  const ServiceFacts& facts = service_facts(index);
  if (facts.fwmark != 0) return ipvs::ServiceKey::of_fwmark(facts.fwmark, facts.af);
  return {facts.af, facts.protocol, {facts.addr}, facts.port, 0};
}

ipvs::DestKey key_of_dest(DestIndex index) {
  const DestFacts& facts = dest_facts(index);
  return {uapi::kAfInet, {facts.addr}, facts.port};
}

ipvs::ServiceSettings settings_of(ServiceIndex index, uint8_t timeout) {
  constexpr uint32_t kLongestPrefix = 128;
  const ServiceFacts& facts = service_facts(index);
  ipvs::ServiceSettings settings;
  settings.scheduler = facts.scheduler;
  settings.pe = facts.pe;
  settings.timeout_s = timeout;
  if (facts.af == uapi::kAfInet6) settings.netmask = kLongestPrefix;
  return settings;
}

ipvs::DestSettings dest_settings(uint8_t weight) {
  ipvs::DestSettings settings;
  // An IPv4 destination of an IPv6 service must be tunnelled (ipvs-control.md 6, row 6).
  settings.conn_flags = uapi::kIpvsFwdTunnel;
  settings.weight = weight;
  return settings;
}

// Makes the edit in the kernel. The errno says whether it was taken; which one is a matter for other tests.
Status apply_to(ipvs::Ipvs& ipvs, ipvs::Netns& netns, const Edit& edit) {
  const ipvs::ServiceKey key = key_of(edit.service);
  ipvs::Service* const service = ipvs.find_service(netns, key);
  switch (edit.kind) {
    case EditKind::flush:
      ipvs.flush(netns);
      return {};
    case EditKind::add_service:
    case EditKind::add_foreign:
      return ipvs.add_service(netns, key, settings_of(edit.service, 0));
    default:
      break;
  }
  if (service == nullptr) return ESRCH;
  switch (edit.kind) {
    case EditKind::del_service:
    case EditKind::del_foreign:
      ipvs.del_service(*service);
      return {};
    case EditKind::set_service:
      return ipvs.edit_service(*service, settings_of(edit.service, edit.value));
    case EditKind::add_dest:
      return ipvs.add_dest(*service, key_of_dest(edit.dest), dest_settings(1));
    case EditKind::del_dest:
      return ipvs.del_dest(*service, key_of_dest(edit.dest));
    default:
      return ipvs.edit_dest(*service, key_of_dest(edit.dest), dest_settings(edit.value));
  }
}

// A request for one service carries its identity.
void put_identity(wire::Cursor& cursor, ServiceIndex index) {
  const ServiceFacts& facts = service_facts(index);
  uint8_t* const nest = cursor.begin_nest(uapi::kIpvsCmdAttrService);
  cursor.put_u16(uapi::kIpvsSvcAttrAf, facts.af);
  if (facts.fwmark != 0) {
    cursor.put_u32(uapi::kIpvsSvcAttrFwmark, facts.fwmark);
  } else {
    cursor.put_u16(uapi::kIpvsSvcAttrProtocol, facts.protocol);
    cursor.put(uapi::kIpvsSvcAttrAddr, facts.addr.data(), facts.addr.size());
    cursor.put_be16(uapi::kIpvsSvcAttrPort, facts.port);
  }
  cursor.end_nest(nest);
}

}  // namespace

CaseRun::CaseRun(DumpVariant variant, std::vector<uint32_t> sizes, const PrepareKernel& prepare)
    : variant_(variant),
      sizes_(std::move(sizes)),
      kernel_(world_profile(variant, sizes_)),
      foreign_(kernel_.add_netns(0)),
      socket_(kernel_.socket()) {
  if (prepare) prepare(kernel_);
}

bool CaseRun::apply(const Edit& edit) {
  const bool foreign = edit.kind == EditKind::add_foreign || edit.kind == EditKind::del_foreign;
  const bool taken = apply_to(kernel_.ipvs(), kernel_.ipvs_netns(foreign ? foreign_ : 0), edit).ok();
  IPVSIM_CHECK(taken == model_.apply(edit));
  if (!reading_.ended) reading_.edits = model_.edits_since_begin();
  return taken;
}

void CaseRun::send(uint8_t cmd, uint16_t flags, std::optional<ServiceIndex> service) {
  wire::Skb skb(256);
  wire::Cursor cursor(skb);
  uint8_t* const start = cursor.begin_message(
      kernel_.family_id(), static_cast<uint16_t>(flags | uapi::kNlmFRequest), ++seq_, 0, cmd, 1);
  if (service) put_identity(cursor, *service);
  cursor.end_message(start);
  cursor.commit(skb);
  IPVSIM_CHECK(socket_->send(skb.bytes()).ok());
  waiting_ = true;
}

void CaseRun::start_reading(std::optional<ServiceIndex> single) {
  model_.begin_dump();
  reading_ = {};
  single_ = single;
  if (variant_ != DumpVariant::stock) {
    answer_ = Answer::service_dest;
    send(uapi::kIpvsGetServiceDest, uapi::kNlmFDump, single);
  } else {
    answer_ = Answer::get_service;
    send(uapi::kIpvsGetService, single ? 0 : uapi::kNlmFDump, single);
  }
}

void CaseRun::start_reading_services_only() {
  IPVSIM_CHECK(variant_ == DumpVariant::stock);
  services_only_ = true;
  start_reading();
}

// N+1: the next service's destinations.
void CaseRun::next_request() {
  answer_ = Answer::get_dest;
  owner_ = to_ask_[asked_++];
  send(uapi::kIpvsGetDest, uapi::kNlmFDump, owner_);
}

// A do request's answer is one message without a DONE.
void CaseRun::close_answer(const Datagram& datagram) {
  const bool do_answer = answer_ == Answer::get_service && single_.has_value();
  if (datagram.done) reading_.error = *datagram.done;
  if (datagram.error) reading_.error = *datagram.error;
  if (datagram.done || datagram.error || do_answer) waiting_ = false;
  if (answer_ == Answer::get_service && !services_only_)
    for (const Entry& entry : datagram.entries)
      if (!entry.strange && !entry.is_dest) to_ask_.push_back(entry.service);
}

// Each data datagram of a sound reading brings something new, each request has one end.
size_t CaseRun::datagram_limit() const {
  return 2 * (model_.entries_ever() + 2) + reading_.edits + 2 * to_ask_.size();
}

bool CaseRun::receive() {
  if (reading_.ended || reading_.datagrams.size() >= datagram_limit()) return false;
  if (!waiting_) next_request();
  const genl::RecvResult got = socket_->recv(kReceiveSize);
  IPVSIM_CHECK(got.err == 0);
  reading_.datagrams.push_back(decode(got.bytes, answer_, owner_));
  close_answer(reading_.datagrams.back());
  reading_.ended = !waiting_ && (reading_.error != 0 || asked_ == to_ask_.size());
  reading_.steps = socket_->counters().table_steps;
  return !reading_.ended;
}

const Reading& CaseRun::finish() {
  while (receive()) {
  }
  return reading_;
}

void fill_table(CaseRun& world, const Case& which) {
  for (const TableService& entry : which.table) {
    world.apply({EditKind::add_service, entry.service, 0, 0});
    for (const DestIndex dest : entry.dests) world.apply({EditKind::add_dest, entry.service, dest, 1});
  }
}

void start_reading(CaseRun& world, const Case& which) {
  if (which.services_only)
    world.start_reading_services_only();
  else
    world.start_reading(which.single);
}

std::unique_ptr<CaseRun> run(const Case& which, const PrepareKernel& prepare) {
  auto world = std::make_unique<CaseRun>(which.variant, which.sizes, prepare);
  fill_table(*world, which);
  start_reading(*world, which);
  auto edit = which.edits.begin();
  for (uint32_t received = 0;; ++received) {
    for (; edit != which.edits.end() && edit->boundary <= received; ++edit) world->apply(edit->edit);
    if (!world->receive()) return world;
  }
}

}  // namespace ipvsim::laws
