// The far end of a socketpair, played by a test.
#include "client/testing/scripted_kernel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ipvsim::client::testing {
namespace {

template <typename T>
T get(const ByteString& from, size_t at) {
  T v{};
  if (at + sizeof v > from.size()) throw std::runtime_error("a request shorter than it should be");
  std::memcpy(&v, from.data() + at, sizeof v);
  return v;
}

struct Found {
  std::optional<ByteString> last;
  int count = 0;
};

Found find(const ByteString& area, uint16_t type) {
  Found out;
  for (size_t at = 0; at + 4 <= area.size();) {
    const size_t len = get<uint16_t>(area, at);
    if (len < 4 || at + len > area.size()) throw std::runtime_error("a request with a bad attribute");
    if ((get<uint16_t>(area, at + 2) & 0x3fff) == type) {
      out.last = ByteString(area.begin() + static_cast<std::ptrdiff_t>(at + 4),
                            area.begin() + static_cast<std::ptrdiff_t>(at + len));
      ++out.count;
    }
    at += (len + 3) / 4 * 4;
  }
  return out;
}

}  // namespace

std::optional<ByteString> SeenRequest::value(const std::vector<uint16_t>& path) const {
  ByteString area = attributes;
  for (uint16_t step : path) {
    Found found = find(area, step);
    if (!found.last) return std::nullopt;
    area = std::move(*found.last);
  }
  return area;
}

uint64_t SeenRequest::number(const std::vector<uint16_t>& path) const {
  const std::optional<ByteString> v = value(path);
  if (!v) return 0xbad;
  switch (v->size()) {
    case 1:
      return get<uint8_t>(*v, 0);
    case 2:
      return get<uint16_t>(*v, 0);
    case 4:
      return get<uint32_t>(*v, 0);
    case 8:
      return get<uint64_t>(*v, 0);
    default:
      return 0xbad;
  }
}

std::string SeenRequest::text(const std::vector<uint16_t>& path) const {
  const std::optional<ByteString> v = value(path);
  return v ? std::string(reinterpret_cast<const char*>(v->data()), v->size()) : "(absent)";
}

int SeenRequest::count(const std::vector<uint16_t>& path) const {
  const std::vector<uint16_t> outer(path.begin(), path.end() - 1);
  const std::optional<ByteString> area = value(outer);
  return area ? find(*area, path.back()).count : 0;
}

SeenRequest read_request(const ByteString& bytes) {
  if (get<uint32_t>(bytes, 0) != bytes.size()) throw std::runtime_error("a request whose length is not true");
  SeenRequest r;
  r.type = get<uint16_t>(bytes, 4);
  r.flags = get<uint16_t>(bytes, 6);
  r.seq = get<uint32_t>(bytes, 8);
  r.command = get<uint8_t>(bytes, 16);
  r.version = get<uint8_t>(bytes, 17);
  r.attributes.assign(bytes.begin() + 20, bytes.end());
  return r;
}

ScriptedKernel::ScriptedKernel() : ScriptedKernel(commands_1_to(17)) {}

ScriptedKernel::ScriptedKernel(const std::vector<uint32_t>& commands, bool resolve) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  client_fd_ = ends[0];
  fd_ = ends[1];
  if (resolve) answers({{family_answer(commands)}, {ack()}});
}

ScriptedKernel::~ScriptedKernel() {
  if (client_fd_ >= 0) close(client_fd_);
  close(fd_);
}

Transport ScriptedKernel::transport() {
  return Transport::fd(std::exchange(client_fd_, -1), Transport::Own::close);
}

Client ScriptedKernel::client(const ConnectionOptions& options) { return Client(transport(), options); }

ScriptedKernel& ScriptedKernel::answers(const std::vector<std::vector<Message>>& datagrams) {
  ++seq_;
  for (const std::vector<Message>& messages : datagrams) raw(datagram(messages, seq_, kPortid));
  return *this;
}

void ScriptedKernel::raw(const ByteString& bytes) {
  if (send(fd_, bytes.data(), bytes.size(), 0) < 0)
    throw std::system_error(errno, std::generic_category(), "queueing an answer");
}

void ScriptedKernel::hang_up() { shutdown(fd_, SHUT_WR); }

std::vector<SeenRequest> ScriptedKernel::requests() {
  std::vector<SeenRequest> out;
  ByteString buffer(4096);
  for (;;) {
    const ssize_t n = recv(fd_, buffer.data(), buffer.size(), 0);
    if (n <= 0) return out;
    out.push_back(read_request(ByteString(buffer.begin(), buffer.begin() + n)));
  }
}

SeenRequest ScriptedKernel::last_request() {
  std::vector<SeenRequest> all = requests();
  if (all.empty()) throw std::runtime_error("the client sent nothing");
  return all.back();
}

}  // namespace ipvsim::client::testing
