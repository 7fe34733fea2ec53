// Doing each step, and comparing what it brought.
#include "proptests/stateful/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "client/values/error.h"
#include "proptests/stateful/facts.h"
#include "sim/ipvs/audit.h"

namespace ipvsim::stateful {

namespace {

using client::ReadMethod;
using namespace uapi;

[[noreturn]] void fail(const std::string& what) {
  RC_FAIL(what);
  throw std::logic_error("not reached");
}

std::string name(int error) { return error == 0 ? "success" : client::errno_name(error); }

std::string to_text(const std::string& text) { return text; }
std::string to_text(const std::vector<ListedDest>& dests) {
  std::string text;
  for (const ListedDest& dest : dests) text += to_text(dest) + "\n";
  return text.empty() ? "no destinations\n" : text;
}
std::string to_text(const std::vector<ListedDaemon>& daemons) {
  std::string text;
  for (const ListedDaemon& daemon : daemons) text += to_text(daemon) + "\n";
  return text.empty() ? "no daemons\n" : text;
}

// Lists two contents when they differ.
template <class T>
void expect_same(const std::string& what, const T& got, const T& expected) {
  if (got == expected) return;
  fail(fmt::format("{}\nthe model has\n{}\nthe client got\n{}", what, to_text(expected), to_text(got)));
}

ListedTable without_dests(ListedTable table) {
  for (ListedService& service : table) service.dests.clear();
  return table;
}

const char* to_text(ReadMethod method) {
  switch (method) {
    case ReadMethod::automatic:
      return "auto";
    case ReadMethod::n_plus_1:
      return "N+1";
    case ReadMethod::combined:
      return "combined";
  }
  return "?";
}

bool by_combined(const KernelUnderTest& world, ReadMethod method) {
  return method != ReadMethod::n_plus_1 && world.variant() != DumpVariant::stock;
}

// What a reader in this way gets to see: v1 forgets firewall-mark services (rfc-dumps.md 1), `serial` lists
// by age.
ListedTable visible(const KernelUnderTest& world, const Model& model, Netns ns, ReadMethod method) {
  const bool combined = by_combined(world, method);
  const bool by_age = combined && world.variant() == DumpVariant::serial;
  ListedTable table = model.table(ns, by_age ? Order::by_age : Order::by_row);
  if (combined && world.variant() == DumpVariant::rfc_v1)
    std::erase_if(table, [](const ListedService& service) { return service.key.fwmark != 0; });
  return table;
}

std::string in(Netns ns) { return ns == 0 ? "" : fmt::format(" [netns {}]", ns); }

bool is_part_of(const ListedService& part, const ListedTable& table) {
  const auto at = std::find_if(table.begin(), table.end(),
                               [&](const ListedService& each) { return each.key == part.key; });
  if (at == table.end()) return false;
  ListedService bare = *at;
  bare.dests = part.dests;
  return bare == part && std::all_of(part.dests.begin(), part.dests.end(), [&](const ListedDest& dest) {
           return std::find(at->dests.begin(), at->dests.end(), dest) != at->dests.end();
         });
}

}  // namespace

[[noreturn]] void fail_errno(const std::string& text, int expected, int got) {
  fail(fmt::format("{}: the model says {}, the simulator {}", text, name(expected), name(got)));
}

int NewService::perform(KernelUnderTest& world, const Model&) const {
  return world.set_service(ns, kIpvsNewService, request);
}
std::string NewService::text() const { return "new service " + to_text(request) + in(ns); }

int SetService::perform(KernelUnderTest& world, const Model&) const {
  return world.set_service(ns, kIpvsSetService, request);
}
std::string SetService::text() const { return "set service " + to_text(request) + in(ns); }

int DelService::perform(KernelUnderTest& world, const Model&) const {
  return world.service_command(ns, kIpvsDelService, request);
}
std::string DelService::text() const { return "del service " + identity_text(request) + in(ns); }

int GetService::predict(Model& model) const {
  ListedService ignored;
  return model.get_service(ns, request, ignored);
}
int GetService::perform(KernelUnderTest& world, const Model& model) const {
  ListedService expected;
  ListedService got;
  const int error = world.get_service(ns, request, got);
  if (model.get_service(ns, request, expected) == 0 && error == 0) expect_same(text(), got, expected);
  return error;
}
std::string GetService::text() const { return "get service " + identity_text(request) + in(ns); }

int NewDest::perform(KernelUnderTest& world, const Model&) const {
  return world.set_dest(ns, kIpvsNewDest, service, request);
}
std::string NewDest::text() const {
  return "new dest " + to_text(request) + " of " + identity_text(service) + in(ns);
}

int SetDest::perform(KernelUnderTest& world, const Model&) const {
  return world.set_dest(ns, kIpvsSetDest, service, request);
}
std::string SetDest::text() const {
  return "set dest " + to_text(request) + " of " + identity_text(service) + in(ns);
}

int DelDest::perform(KernelUnderTest& world, const Model&) const {
  return world.del_dest(ns, service, request);
}
std::string DelDest::text() const {
  return "del dest " + identity_text(request) + " of " + identity_text(service) + in(ns);
}

int ListDests::perform(KernelUnderTest& world, const Model& model) const {
  std::vector<ListedDest> expected;
  std::vector<ListedDest> got;
  const int error = world.list_dests(ns, service, got);
  if (model.list_dests(ns, service, expected) == 0 && error == 0) expect_same(text(), got, expected);
  return error;
}
std::string ListDests::text() const { return "list dests of " + identity_text(service) + in(ns); }

int Zero::perform(KernelUnderTest& world, const Model&) const {
  return only ? world.service_command(ns, kIpvsZero, *only) : world.zero_all(ns);
}
std::string Zero::text() const { return "zero " + (only ? identity_text(*only) : "all") + in(ns); }

int Flush::perform(KernelUnderTest& world, const Model&) const { return world.flush(ns); }
std::string Flush::text() const { return "flush" + in(ns); }

int SetConfig::perform(KernelUnderTest& world, const Model&) const { return world.set_config(ns, request); }
std::string SetConfig::text() const { return "set config " + to_text(request) + in(ns); }

int GetConfigAndInfo::perform(KernelUnderTest& world, const Model& model) const {
  ConfigRequest config;
  client::Info info;
  if (const int error = world.get_config(ns, config)) return error;
  if (const int error = world.get_info(ns, info)) return error;
  const ModelNetns& expected = model.netns(ns);
  const ConfigRequest told{expected.tcp, expected.tcp_fin, expected.udp};
  expect_same(text(), to_text(config), to_text(told));
  if (info.version != kIpvsVersionCode || info.connection_table_size != kConnTabSize)
    fail("get info: other facts");
  return 0;
}
std::string GetConfigAndInfo::text() const { return "get config and info" + in(ns); }

int NewDaemon::perform(KernelUnderTest& world, const Model&) const { return world.new_daemon(ns, request); }
std::string NewDaemon::text() const { return "new daemon " + to_text(request) + in(ns); }

int DelDaemon::perform(KernelUnderTest& world, const Model&) const { return world.del_daemon(ns, request); }
std::string DelDaemon::text() const { return "del daemon " + to_text(request) + in(ns); }

int ListDaemons::perform(KernelUnderTest& world, const Model& model) const {
  std::vector<ListedDaemon> got;
  const int error = world.list_daemons(ns, got);
  if (error == 0) expect_same(text(), got, model.daemons(ns));
  return error;
}
std::string ListDaemons::text() const { return "list daemons" + in(ns); }

int ListServices::perform(KernelUnderTest& world, const Model& model) const {
  ListedTable got;
  const int error = world.list_services(ns, got);
  if (error == 0) expect_same(text(), got, without_dests(model.table(ns, Order::by_row)));
  return error;
}
std::string ListServices::text() const { return "list services" + in(ns); }

int ReadTable::perform(KernelUnderTest& world, const Model& model) const {
  const bool lacks = method == ReadMethod::combined && world.variant() == DumpVariant::stock;
  ListedTable got;
  int error = world.read_table(ns, method, got);
  // The family is looked for first; that it has no such command comes before the caller's rights.
  if (lacks && model.gate(ns) != ENOENT) {
    if (error != EOPNOTSUPP) fail_errno(text() + " of a kernel without the command", EOPNOTSUPP, error);
    return model.gate(ns);
  }
  if (error == 0) expect_same(text(), got, visible(world, model, ns, method));
  return error;
}
std::string ReadTable::text() const { return fmt::format("read table by {}{}", to_text(method), in(ns)); }

int ReadInBits::perform(KernelUnderTest& world, const Model& model) const {
  const ReadMethod method = combined ? ReadMethod::automatic : ReadMethod::n_plus_1;
  const ListedTable expected = visible(world, model, ns, method);
  ListedTable got;
  const int error = world.read_aside(ns, DumpBufferRule::random(lo, hi), receive, method, got);
  const bool serial = by_combined(world, method) && world.variant() == DumpVariant::serial;
  const bool roomy = lo >= kLargestEntry;
  // A receive size below a datagram, a chunk below an entry; v2 and v3 repeat a fragment for ever.
  if (error == EMSGSIZE && (receive < hi || (serial && !roomy))) return 0;
  if (error == ELOOP && !roomy && by_combined(world, method) && !serial) return 0;
  if (error != 0) return error;
  if (serial || roomy) {
    expect_same(text(), got, expected);
    return 0;
  }
  for (const ListedService& service : got)
    if (!is_part_of(service, expected))
      fail(text() + "\ninvented or mixed up:\n" + stateful::to_text(service));
  return 0;
}
std::string ReadInBits::text() const {
  return fmt::format("read table {} in chunks of {} to {} bytes, receiving {}{}",
                     combined ? "combined" : "by N+1", lo, hi, receive, in(ns));
}

int WrongKind::predict(Model& model) const {
  const int gate = model.gate(ns);
  if (gate == ENOENT) return ENOENT;
  // SET_INFO and what lies outside the family are no commands, whoever asks.
  const bool known = command >= kIpvsNewService && command <= kIpvsFlush && command != kIpvsSetInfo;
  return known && gate != 0 ? gate : EOPNOTSUPP;
}
int WrongKind::perform(KernelUnderTest& world, const Model&) const {
  // GET_SERVICE has both kinds and is none of these; see the generator.
  const bool dump_only = command == kIpvsGetDest || command == kIpvsGetDaemon;
  return world.bare(ns, command, !dump_only);
}
std::string WrongKind::text() const { return fmt::format("command {} of the wrong kind{}", command, in(ns)); }

int Traffic::predict(Model& model) const {
  model.traffic(ns, nth, connections, more);
  return 0;
}
int Traffic::perform(KernelUnderTest& world, const Model& model) const {
  const Model::DestPlace place = model.nth_dest(ns, nth);
  world.traffic(ns, place.service, place.dest,
                {connections.active, connections.inactive, connections.persistent}, more);
  return 0;
}
std::string Traffic::text() const {
  return fmt::format("traffic through destination {}: connections {}/{}/{}, {} more packets{}", nth,
                     connections.active, connections.inactive, connections.persistent, more[1], in(ns));
}

int Advance::predict(Model& model) const {
  model.advance(delta);
  return 0;
}
int Advance::perform(KernelUnderTest& world, const Model&) const {
  world.kernel().advance(delta);
  return 0;
}
std::string Advance::text() const { return fmt::format("{} ms pass", delta); }

int SetPrivilege::predict(Model& model) const {
  model.set_privileged(privileged);
  return 0;
}
int SetPrivilege::perform(KernelUnderTest& world, const Model&) const {
  world.kernel().set_privileged(privileged);
  return 0;
}
std::string SetPrivilege::text() const { return privileged ? "privileges gained" : "privileges lost"; }

int LoadModule::perform(KernelUnderTest& world, const Model&) const {
  return world.kernel().load_module().err();
}
std::string LoadModule::text() const { return "load the module"; }

int UnloadModule::perform(KernelUnderTest& world, const Model&) const {
  return world.kernel().unload_module().err();
}
std::string UnloadModule::text() const { return "unload the module"; }

int SetAutoload::predict(Model& model) const {
  model.set_autoload(autoload, failing_lookups);
  return 0;
}
int SetAutoload::perform(KernelUnderTest& world, const Model&) const {
  const ModuleState state = autoload == Autoload::never ? ModuleState::absent : ModuleState::late;
  world.kernel().set_module_state(state, failing_lookups);
  return 0;
}
std::string SetAutoload::text() const {
  return autoload == Autoload::never ? "the module is not to be had"
                                     : fmt::format("the module comes after {} look-ups", failing_lookups);
}

int Reconnect::perform(KernelUnderTest& world, const Model&) const { return world.reconnect(ns); }
std::string Reconnect::text() const { return "connect anew" + in(ns); }

int SetChunks::perform(KernelUnderTest& world, const Model&) const {
  world.set_chunks(kernel ? DumpBufferRule::kernel() : DumpBufferRule::random(lo, hi));
  return 0;
}
std::string SetChunks::text() const {
  return kernel ? "the kernel's chunks" : fmt::format("chunks of {} to {} bytes", lo, hi);
}

void check_audit(KernelUnderTest& world) {
  if (!world.kernel().module_loaded()) return;
  const auto broken = ipvs::audit(world.kernel().ipvs());
  if (!broken.empty()) fail("the simulator's audit: " + broken.front());
}

void check_same(KernelUnderTest& world, const Model& model) {
  for (Netns ns = 0; ns < kNamespaces; ++ns) {
    if (model.shut_out(ns)) continue;
    for (const ReadMethod method : {ReadMethod::n_plus_1, ReadMethod::combined, ReadMethod::automatic}) {
      const int error = ReadTable{ns, method}.perform(world, model);
      if (error != 0) fail_errno("reading the table at the end", 0, error);
    }
    if (const int error = GetConfigAndInfo{ns}.perform(world, model))
      fail_errno("get config at the end", 0, error);
    if (const int error = ListDaemons{ns}.perform(world, model))
      fail_errno("list daemons at the end", 0, error);
  }
}

}  // namespace ipvsim::stateful
