// GET_SERVICE_DEST as it should have been (ARCHITECTURE.md 5). Services are walked in the order of their
// serial numbers and destinations in list order, which is that of falling serial numbers; the cursor is a
// pair of serials. So no position can shift, nothing that vanished can be met again, and going on costs O(log
// n).
#include <cerrno>
#include <iterator>

#include "sim/base/cover_mark.h"
#include "sim/base/prefetch.h"
#include "sim/ipvs_genl/dumps/dumps.h"
#include "sim/ipvs_genl/dumps/nested_message.h"

namespace ipvsim::ipvs_genl {

namespace {

// What a chunk came to.
enum class Fit { all, some, nothing };

// args: [0] the service last begun, [1] its destination told last, 0 when the service is finished, [2] the
// last serial that existed when the dump began: later services are not told, so that a dump ends however fast
// they come.
class SerialWalk {
 public:
  SerialWalk(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback)
      : ipvs_(ipvs),
        skb_(skb),
        callback_(callback),
        service_(callback.args[0]),
        dest_(callback.args[1]),
        bound_(callback.args[2]) {
    callback_.seq = ipvs.netns(callback.netns).generation;
    if (bound_ == 0) bound_ = ipvs.table().last_serial();
  }

  int all() {
    const auto& order = ipvs_.table().by_serial();
    const auto& services = ipvs_.table().in_order();
    const auto found = dest_ != 0 ? order.lower_bound(service_) : order.upper_bound(service_);
    auto at = found == order.end() ? services.end() : services.iterator_to(*found);
    ipvs_.table().count_step();
    if (dest_ != 0 && at == services.end()) cover_mark("serial_cursor_beyond_the_end");
    if (dest_ != 0 && at != services.end() && at->serial != service_)
      cover_mark("serial_service_in_progress_gone");
    for (; at != services.end() && at->serial <= bound_; ++at) {
      if (const auto next = std::next(at); next != services.end()) prefetch(*next);
      ipvs_.table().count_step();
      if (at->id.netns != callback_.netns) continue;
      if (tell(*at) != Fit::all) return finish();
    }
    return finish();
  }

  // The service a request names. It must exist when the dump begins; should it vanish later, the dump just
  // ends, and the generation says that something happened.
  int one(const ipvs::Service* service) {
    const bool begun = service_ != 0;
    if (!begun && service == nullptr) return -ESRCH;
    const bool finished = begun && (dest_ == 0 || service == nullptr || service->serial != service_);
    if (begun && service == nullptr) cover_mark("serial_named_service_gone");
    if (!finished) tell(*service);
    return finish();
  }

 private:
  // Tells what is still to be told of `service`. It is repeated only to carry a further destination: where
  // not even one fits behind it, it waits for the next chunk.
  Fit tell(const ipvs::Service& service) {
    const auto rest = remaining(service);
    if (rest != service.dests.end()) prefetch(*rest);
    if (resumes(service) && rest == service.dests.end()) {
      // What was left of it has been removed meanwhile; there is no reason to repeat it.
      cover_mark("serial_rest_of_a_service_gone");
      dest_ = 0;
      return Fit::all;
    }
    NestedMessage message(skb_);
    bool fits = message.open(head(), service, ipvs_.config());
    auto at = rest;
    if (fits && at != service.dests.end()) fits = message.add(*at);
    if (!fits) {
      too_large_ = skb_.size() == 0;
      if (too_large_) cover_mark("serial_entry_larger_than_its_chunk");
      return Fit::nothing;
    }
    remember_generation();
    service_ = service.serial;
    dest_ = 0;
    for (; at != service.dests.end(); ++at) {
      ipvs_.table().count_step();
      if (at != rest && !message.add(*at)) break;
      dest_ = at->serial;
    }
    message.close();
    if (at != service.dests.end()) return Fit::some;
    dest_ = 0;
    return Fit::all;
  }

  bool resumes(const ipvs::Service& service) const { return dest_ != 0 && service.serial == service_; }

  // The first destination not told yet.
  ipvs::DestList::const_iterator remaining(const ipvs::Service& service) const {
    if (!resumes(service)) return service.dests.begin();
    const auto& order = service.dests_by_serial;
    auto above = order.lower_bound(dest_);
    if (above == order.begin()) return service.dests.end();
    return service.dests.iterator_to(*--above);
  }

  MessageHead head() const {
    MessageHead head = dump_head(callback_);
    if (callback_.prev_seq != 0 && callback_.prev_seq != callback_.seq) {
      cover_mark("serial_interruption_told");
      head.flags |= uapi::kNlmFDumpIntr;
    }
    return head;
  }
  void remember_generation() { callback_.prev_seq = callback_.seq; }

  int finish() {
    callback_.args[0] = service_;
    callback_.args[1] = dest_;
    callback_.args[2] = bound_;
    return too_large_ ? -EMSGSIZE : static_cast<int>(skb_.size());
  }

  ipvs::Ipvs& ipvs_;
  wire::Skb& skb_;
  genl::DumpCallback& callback_;
  uint64_t service_;
  uint64_t dest_;
  uint64_t bound_;
  bool too_large_ = false;
};

}  // namespace

int dump_service_dest_serial(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback) {
  SerialWalk walk(ipvs, skb, callback);
  const DumpedService asked = parse_dump_request(ipvs, callback);
  if (!asked.status.ok()) return -asked.status.err();
  return asked.named ? walk.one(asked.service) : walk.all();
}

}  // namespace ipvsim::ipvs_genl
