// Operations become messages (world_ops.cpp takes them apart).
#include "tools/run/serve/remote_kernel.h"

#include <stdexcept>

#include "tools/run/serve/op_values.h"

namespace ipvsim::run {
namespace {

using json = nlohmann::json;

json bytes_json(Bytes value) { return json::binary({value.begin(), value.end()}); }

OptionAnswer option_of(const json& answer) {
  return {answer.at("err").get<int>(), answer.at("value").get_binary(), answer.at("length").get<int>()};
}

int err_of(const json& answer) { return answer.at("err").get<int>(); }

}  // namespace

RemoteKernel::RemoteKernel(const std::string& path) : channel_(connect_channel(path)) {}

nlohmann::json RemoteKernel::ask(const nlohmann::json& message) const {
  json answer = channel_.ask(message);
  if (answer.contains("error")) throw std::runtime_error(answer.at("error").get<std::string>());
  return answer;
}

void RemoteKernel::serve() {
  if (!channel_.read()) throw std::runtime_error("the run that has the kernel is gone");
}

void RemoteKernel::hold(int netns) { (void)channel_.ask({{"op", "hold"}}, netns); }

OpenedSocket RemoteKernel::open(const NetnsKey& netns, int type, uint32_t task) {
  const json answer = ask({{"op", "open"}, {"netns", to_op(netns)}, {"type", type}, {"task", task}});
  OpenedSocket opened;
  opened.err = err_of(answer);
  opened.id = answer.at("id").get<SocketId>();
  opened.user_end = channel_.take_fd();
  if (opened.err == 0) opened_.insert(opened.id);
  return opened;
}

int RemoteKernel::type(SocketId id) const { return ask({{"op", "type"}, {"id", id}}).at("type").get<int>(); }

int RemoteKernel::bind(SocketId id, const uapi::SockAddrNl& address) {
  return err_of(ask({{"op", "bind"}, {"id", id}, {"address", to_op(address)}}));
}

int RemoteKernel::connect(SocketId id, const uapi::SockAddrNl& address) {
  return err_of(ask({{"op", "connect"}, {"id", id}, {"address", to_op(address)}}));
}

uapi::SockAddrNl RemoteKernel::name(SocketId id) { return address_of_op(ask({{"op", "name"}, {"id", id}})); }
uapi::SockAddrNl RemoteKernel::peer_name(SocketId id) {
  return address_of_op(ask({{"op", "peer_name"}, {"id", id}}));
}

int RemoteKernel::set_option(SocketId id, int option, Bytes value) {
  return err_of(ask({{"op", "set_option"}, {"id", id}, {"option", option}, {"value", bytes_json(value)}}));
}

OptionAnswer RemoteKernel::get_option(SocketId id, int option, int length) {
  return option_of(ask({{"op", "get_option"}, {"id", id}, {"option", option}, {"length", length}}));
}

int RemoteKernel::set_rcvbuf(SocketId id, int bytes, bool force) {
  return err_of(ask({{"op", "set_rcvbuf"}, {"id", id}, {"bytes", bytes}, {"force", force}}));
}

int RemoteKernel::rcvbuf(SocketId id) { return ask({{"op", "rcvbuf"}, {"id", id}}).at("bytes").get<int>(); }
int RemoteKernel::take_error(SocketId id) { return err_of(ask({{"op", "take_error"}, {"id", id}})); }

endpoint::Expected RemoteKernel::expect_receive(SocketId id, size_t capacity, int flags) {
  const json answer = ask({{"op", "expect_receive"}, {"id", id}, {"capacity", capacity}, {"flags", flags}});
  endpoint::Expected expected;
  expected.err = err_of(answer);
  expected.available = answer.at("available").get<bool>();
  expected.source = address_of_op(answer);
  return expected;
}

int RemoteKernel::set_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) {
  return err_of(ask({{"op", "set_ipvs_option"},
                     {"netns", to_op(netns)},
                     {"option", option},
                     {"value", bytes_json(value)},
                     {"length", length}}));
}

OptionAnswer RemoteKernel::get_ipvs_option(const NetnsKey& netns, int option, Bytes value, size_t length) {
  return option_of(ask({{"op", "get_ipvs_option"},
                        {"netns", to_op(netns)},
                        {"option", option},
                        {"value", bytes_json(value)},
                        {"length", length}}));
}

KernelAccess::File RemoteKernel::read_file(const NetnsKey& netns, std::string_view path) {
  const json answer = ask({{"op", "read_file"}, {"netns", to_op(netns)}, {"path", path}});
  return {err_of(answer), answer.at("text").get<std::string>(), answer.at("mode").get<uint16_t>()};
}

std::vector<std::string> RemoteKernel::value_names() {
  return ask({{"op", "value_names"}}).at("names").get<std::vector<std::string>>();
}

int RemoteKernel::write_file(const NetnsKey& netns, std::string_view path, std::string_view text) {
  return err_of(ask({{"op", "write_file"}, {"netns", to_op(netns)}, {"path", path}, {"text", text}}));
}

bool RemoteKernel::privileged() const { return ask({{"op", "privileged"}}).at("privileged").get<bool>(); }

}  // namespace ipvsim::run
