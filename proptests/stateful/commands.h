// Every command of IPVS, and what else can happen to a kernel, as steps of a stateful test. Each step knows
// whether it is possible in a state of the model, what it does to the model (and the errno it predicts), and
// how it is done to the simulator through the client.
#pragma once

#include <rapidcheck/state.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "proptests/stateful/kernel_under_test.h"
#include "proptests/stateful/model.h"

namespace ipvsim::stateful {

using Command = rc::state::Command<Model, KernelUnderTest>;
using CommandPtr = std::shared_ptr<const Command>;

// Steps. `predict` changes the model and gives the errno; `perform` does it to the simulator, gives the
// errno, and fails the property when an answer differs from the model's.
struct NewService {
  static constexpr const char* kName = "NewService";
  Netns ns = 0;
  ServiceRequest request;
  int predict(Model& model) const { return model.new_service(ns, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct SetService {
  static constexpr const char* kName = "SetService";
  Netns ns = 0;
  ServiceRequest request;
  int predict(Model& model) const { return model.set_service(ns, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct DelService {
  static constexpr const char* kName = "DelService";
  Netns ns = 0;
  ServiceRequest request;
  int predict(Model& model) const { return model.del_service(ns, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct GetService {
  static constexpr const char* kName = "GetService";
  Netns ns = 0;
  ServiceRequest request;
  int predict(Model& model) const;
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
struct NewDest {
  static constexpr const char* kName = "NewDest";
  Netns ns = 0;
  ServiceRequest service;
  DestRequest request;
  bool possible(const Model& model) const { return !model.revival_is_ambiguous(ns, service, request); }
  int predict(Model& model) const { return model.new_dest(ns, service, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct SetDest {
  static constexpr const char* kName = "SetDest";
  Netns ns = 0;
  ServiceRequest service;
  DestRequest request;
  int predict(Model& model) const { return model.set_dest(ns, service, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct DelDest {
  static constexpr const char* kName = "DelDest";
  Netns ns = 0;
  ServiceRequest service;
  DestRequest request;
  int predict(Model& model) const { return model.del_dest(ns, service, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct ListDests {
  static constexpr const char* kName = "ListDests";
  Netns ns = 0;
  ServiceRequest service;
  int predict(Model& model) const { return model.gate(ns); }
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
struct Zero {
  static constexpr const char* kName = "Zero";
  Netns ns = 0;
  std::optional<ServiceRequest> only;  // nothing: all services
  int predict(Model& model) const { return model.zero(ns, only); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct Flush {
  static constexpr const char* kName = "Flush";
  Netns ns = 0;
  int predict(Model& model) const { return model.flush(ns); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct SetConfig {
  static constexpr const char* kName = "SetConfig";
  Netns ns = 0;
  ConfigRequest request;
  int predict(Model& model) const { return model.set_config(ns, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
// GET_CONFIG and GET_INFO.
struct GetConfigAndInfo {
  static constexpr const char* kName = "GetConfigAndInfo";
  Netns ns = 0;
  int predict(Model& model) const { return model.gate(ns); }
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
struct NewDaemon {
  static constexpr const char* kName = "NewDaemon";
  Netns ns = 0;
  DaemonRequest request;
  int predict(Model& model) const { return model.new_daemon(ns, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct DelDaemon {
  static constexpr const char* kName = "DelDaemon";
  Netns ns = 0;
  DaemonRequest request;
  int predict(Model& model) const { return model.del_daemon(ns, request); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct ListDaemons {
  static constexpr const char* kName = "ListDaemons";
  Netns ns = 0;
  int predict(Model& model) const { return model.gate(ns); }
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
struct ListServices {
  static constexpr const char* kName = "ListServices";
  Netns ns = 0;
  int predict(Model& model) const { return model.gate(ns); }
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
// The whole table by one of the ways. Without the command, GET_SERVICE_DEST is EOPNOTSUPP.
struct ReadTable {
  static constexpr const char* kName = "ReadTable";
  Netns ns = 0;
  client::ReadMethod method = client::ReadMethod::n_plus_1;
  int predict(Model& model) const { return model.gate(ns); }
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
// The same by a client that is not asked to know better, with chunks of any size and a receive size of any
// size: the table, or an error that says why not; `serial` never less.
struct ReadInBits {
  static constexpr const char* kName = "ReadInBits";
  Netns ns = 0;
  uint32_t lo = 0;  // the chunks are drawn from [lo, hi]
  uint32_t hi = 0;
  uint32_t receive = 0;
  bool combined = false;
  bool possible(const Model& model) const { return !model.shut_out(ns); }
  int predict(Model&) const { return 0; }
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
// A command of the wrong kind, or none at all: a dump where there is only do, the other way round.
struct WrongKind {
  static constexpr const char* kName = "WrongKind";
  Netns ns = 0;
  uint8_t command = 0;
  int predict(Model& model) const;
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};

struct Traffic {
  static constexpr const char* kName = "Traffic";
  Netns ns = 0;
  uint8_t nth = 0;
  Connections connections;
  Numbers more{};
  bool possible(const Model& model) const { return model.dest_count(ns) > 0; }
  int predict(Model& model) const;
  int perform(KernelUnderTest& world, const Model& model) const;
  std::string text() const;
};
struct Advance {
  static constexpr const char* kName = "Advance";
  Millis delta = 0;
  int predict(Model& model) const;
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct SetPrivilege {
  static constexpr const char* kName = "SetPrivilege";
  bool privileged = true;
  int predict(Model& model) const;
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct LoadModule {
  static constexpr const char* kName = "LoadModule";
  int predict(Model& model) const { return model.load_module(); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct UnloadModule {
  static constexpr const char* kName = "UnloadModule";
  int predict(Model& model) const { return model.unload_module(); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct SetAutoload {
  static constexpr const char* kName = "SetAutoload";
  Autoload autoload = Autoload::at_once;
  unsigned failing_lookups = 0;
  int predict(Model& model) const;
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
struct Reconnect {
  static constexpr const char* kName = "Reconnect";
  Netns ns = 0;
  int predict(Model& model) const { return model.reconnect(ns); }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};
// From now on: the kernel's own chunks, or of [lo, hi] bytes, each large enough for the largest entry.
struct SetChunks {
  static constexpr const char* kName = "SetChunks";
  bool kernel = true;
  uint32_t lo = 0;
  uint32_t hi = 0;
  int predict(Model&) const { return 0; }
  int perform(KernelUnderTest& world, const Model&) const;
  std::string text() const;
};

// Fails the property when the simulator's audit finds something, or when the table of a namespace, read in
// each way there is, or its configuration or daemons differ from the model's.
void check_audit(KernelUnderTest& world);
void check_same(KernelUnderTest& world, const Model& model);

template <class Op>
class Step final : public Command {
 public:
  explicit Step(Op op) : op_(std::move(op)) {}

  void checkPreconditions(const Model& before) const override {
    if constexpr (requires { op_.possible(before); }) RC_PRE(op_.possible(before));
  }
  void apply(Model& model) const override { (void)op_.predict(model); }
  void run(const Model& before, KernelUnderTest& world) const override {
    Model after = before;
    const int expected = op_.predict(after);
    const int got = op_.perform(world, after);
    ++world.tally()[Op::kName][got];
    if (got != expected) fail(op_.text(), expected, got);
    check_audit(world);
  }
  void show(std::ostream& out) const override { out << op_.text(); }

 private:
  [[noreturn]] static void fail(const std::string& text, int expected, int got);
  Op op_;
};

[[noreturn]] void fail_errno(const std::string& text, int expected, int got);
template <class Op>
void Step<Op>::fail(const std::string& text, int expected, int got) {
  fail_errno(text, expected, got);
}

template <class Op>
CommandPtr step(Op op) {
  return std::make_shared<Step<Op>>(std::move(op));
}

}  // namespace ipvsim::stateful
