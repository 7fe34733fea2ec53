// Asking the controller.
#include "client/netlink/family.h"

#include <cerrno>

#include "client/values/error.h"
#include "uapi/genetlink.h"
#include "uapi/ipvs.h"

namespace ipvsim::client {
namespace {

using namespace uapi;

class FamilySink final : public MessageSink {
 public:
  Problem message(uint8_t command, Bytes attributes) override {
    if (command != kCtrlNewFamily) return "an answer other than NEWFAMILY";
    AttrWalk walk(attributes);
    Attr a;
    Problem problem = nullptr;
    while (walk.next(a)) {
      switch (a.type) {
        case kCtrlFamilyId:
          family.id = static_cast<uint16_t>(number(a.value));
          break;
        case kCtrlOps:
          problem = commands(a.value);
          break;
        default:
          break;
      }
      if (problem != nullptr) return problem;
    }
    if (walk.bad()) return "an attribute reaches beyond its message";
    if (family.id < kNlmsgMinType) return "a family without an id";
    return nullptr;
  }
  size_t progress() const override { return family.id; }

  Family family;

 private:
  Problem commands(Bytes list) {
    family.combined_dump = false;
    AttrWalk walk(list);
    Attr entry;
    while (walk.next(entry)) {
      uint64_t id = 0;
      uint64_t flags = 0;
      AttrWalk inner(entry.value);
      Attr a;
      while (inner.next(a)) {
        if (a.type == kCtrlOpId) id = number(a.value);
        if (a.type == kCtrlOpFlags) flags = number(a.value);
      }
      if (inner.bad()) return "a bad entry in the list of commands";
      if (id == kIpvsGetServiceDest && (flags & kGenlCmdCapDump) != 0) family.combined_dump = true;
    }
    return walk.bad() ? "a bad list of commands" : nullptr;
  }
};

}  // namespace

Family resolve_family(Connection& connection) {
  Request request("GETFAMILY", kGenlIdCtrl, kCtrlGetFamily, 1, kNlmFAck);
  request.put_string(kCtrlFamilyName, kIpvsName);
  FamilySink sink;
  try {
    connection.call(request, &sink);
  } catch (const Error& e) {
    if (e.kind() == Error::Kind::kernel && e.code() == ENOENT)
      throw Error(
          Error::Kind::no_family, e.operation(), ENOENT,
          "this kernel has no IPVS: its generic netlink family is missing (is the module ip_vs there?)");
    throw;
  }
  return sink.family;
}

}  // namespace ipvsim::client
