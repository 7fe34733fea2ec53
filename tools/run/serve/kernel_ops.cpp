// One function an operation; each takes its values in the order in which remote_world.cpp sends them.
#include "tools/run/serve/kernel_ops.h"

#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "tools/run/serve/op_values.h"

namespace ipvsim::run {
namespace {

using json = nlohmann::json;

SocketId id(const json& message) { return message.at("id").get<SocketId>(); }

Bytes bytes(const json& message) { return message.at("value").get_binary(); }

json answer_json(OptionAnswer answer) {
  return {{"err", answer.err}, {"length", answer.length}, {"value", json::binary(std::move(answer.bytes))}};
}

json err_json(int err) { return {{"err", err}}; }

OpAnswer open(KernelAccess& world, const json& message) {
  OpenedSocket opened =
      world.open(netns_of_op(message), message.at("type").get<int>(), message.at("task").get<uint32_t>());
  return {{{"err", opened.err}, {"id", opened.id}}, std::move(opened.user_end)};
}

json expect_receive(KernelAccess& world, const json& message) {
  const auto expected =
      world.expect_receive(id(message), message.at("capacity").get<size_t>(), message.at("flags").get<int>());
  return {{"err", expected.err}, {"available", expected.available}, {"address", to_op(expected.source)}};
}

json read_file(KernelAccess& world, const json& message) {
  KernelAccess::File file = world.read_file(netns_of_op(message), message.at("path").get<std::string>());
  return {{"err", file.err}, {"text", std::move(file.text)}, {"mode", file.mode}};
}

using Operation = json (*)(KernelAccess&, const json&);

const std::map<std::string, Operation>& operations() {
  static const std::map<std::string, Operation> all = {
      {"has",
       [](KernelAccess& w, const json& m) -> json {
         return {{"has", w.has(id(m))}};
       }},
      {"type",
       [](KernelAccess& w, const json& m) -> json {
         return {{"type", w.type(id(m))}};
       }},
      {"bind", [](KernelAccess& w, const json& m) { return err_json(w.bind(id(m), address_of_op(m))); }},
      {"connect",
       [](KernelAccess& w, const json& m) { return err_json(w.connect(id(m), address_of_op(m))); }},
      {"name",
       [](KernelAccess& w, const json& m) -> json {
         return {{"address", to_op(w.name(id(m)))}};
       }},
      {"peer_name",
       [](KernelAccess& w, const json& m) -> json {
         return {{"address", to_op(w.peer_name(id(m)))}};
       }},
      {"set_option",
       [](KernelAccess& w, const json& m) {
         return err_json(w.set_option(id(m), m.at("option").get<int>(), bytes(m)));
       }},
      {"get_option",
       [](KernelAccess& w, const json& m) {
         return answer_json(w.get_option(id(m), m.at("option").get<int>(), m.at("length").get<int>()));
       }},
      {"set_rcvbuf",
       [](KernelAccess& w, const json& m) {
         return err_json(w.set_rcvbuf(id(m), m.at("bytes").get<int>(), m.at("force").get<bool>()));
       }},
      {"rcvbuf",
       [](KernelAccess& w, const json& m) -> json {
         return {{"bytes", w.rcvbuf(id(m))}};
       }},
      {"take_error", [](KernelAccess& w, const json& m) { return err_json(w.take_error(id(m))); }},
      {"expect_receive", expect_receive},
      {"set_ipvs_option",
       [](KernelAccess& w, const json& m) {
         return err_json(w.set_ipvs_option(netns_of_op(m), m.at("option").get<int>(), bytes(m),
                                           m.at("length").get<size_t>()));
       }},
      {"get_ipvs_option",
       [](KernelAccess& w, const json& m) {
         return answer_json(w.get_ipvs_option(netns_of_op(m), m.at("option").get<int>(), bytes(m),
                                              m.at("length").get<size_t>()));
       }},
      {"read_file", read_file},
      {"value_names",
       [](KernelAccess& w, const json&) -> json {
         return {{"names", w.value_names()}};
       }},
      {"write_file",
       [](KernelAccess& w, const json& m) {
         return err_json(
             w.write_file(netns_of_op(m), m.at("path").get<std::string>(), m.at("text").get<std::string>()));
       }},
      {"privileged",
       [](KernelAccess& w, const json&) -> json {
         return {{"privileged", w.privileged()}};
       }},
  };
  return all;
}

}  // namespace

OpAnswer do_world_op(KernelAccess& world, const nlohmann::json& message) {
  const auto name = message.at("op").get<std::string>();
  if (name == "open") return open(world, message);
  const auto found = operations().find(name);
  if (found == operations().end()) throw std::runtime_error(fmt::format("unknown operation '{}'", name));
  return {found->second(world, message), {}};
}

}  // namespace ipvsim::run
