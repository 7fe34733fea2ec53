// The dumps of the unchanged kernel: the position is a plain count of entries passed (ipvs-control.md 9).
#include "sim/base/cover_mark.h"
#include "sim/ipvs_genl/dumps/dumps.h"

namespace ipvsim::ipvs_genl {

// args[0]: services passed, those of other namespaces included.
int dump_services_stock(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback) {
  const MessageHead head = dump_head(callback);
  ipvs::ServiceTable& table = ipvs.table();
  const uint64_t start = callback.args[0];
  uint64_t passed = 0;
  const auto walk = [&] {
    for (const auto half : {ipvs::ServiceTable::kNormal, ipvs::ServiceTable::kFwmark}) {
      for (size_t row = 0; row < ipvs::ServiceTable::kRows; ++row) {
        const ipvs::ServiceChain& chain = table.chain(half, row);
        if (passed + chain.size() <= start) {
          // The kernel walks these too; counting them is enough for us.
          table.count_step(chain.size());
          passed += chain.size();
          continue;
        }
        for (const ipvs::Service& service : chain) {
          table.count_step();
          if (++passed <= start || service.id.netns != callback.netns) continue;
          if (!append_service(skb, head, service, ipvs.config())) {
            if (skb.size() == 0) cover_mark("stock_service_larger_than_its_chunk");
            --passed;
            return;
          }
        }
      }
    }
  };
  walk();
  callback.args[0] = passed;
  return static_cast<int>(skb.size());
}

// args[0]: destinations passed. No service, no error: the dump is just empty.
int dump_dests_stock(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback) {
  const DumpedService asked = parse_dump_request(ipvs, callback);
  if (asked.service == nullptr) return 0;
  const MessageHead head = dump_head(callback);
  const uint64_t start = callback.args[0];
  uint64_t passed = 0;
  for (const ipvs::Dest& dest : asked.service->dests) {
    ipvs.table().count_step();
    if (++passed <= start) continue;
    if (!append_dest(skb, head, dest)) {
      --passed;
      break;
    }
  }
  callback.args[0] = passed;
  return static_cast<int>(skb.size());
}

// args[0], args[1]: master told, backup told (ipvs-control.md 13).
int dump_daemons(ipvs::Ipvs& ipvs, wire::Skb& skb, genl::DumpCallback& callback) {
  const ipvs::Netns& netns = ipvs.netns(callback.netns);
  const MessageHead head = dump_head(callback);
  const auto tell = [&](uint64_t& told, uint32_t state, const std::optional<ipvs::Daemon>& daemon) {
    if (told != 0 || !daemon) return true;
    if (!append_daemon(skb, head, state, *daemon)) return false;
    told = 1;
    return true;
  };
  if (tell(callback.args[0], uapi::kIpvsDaemonMaster, netns.master))
    tell(callback.args[1], uapi::kIpvsDaemonBackup, netns.backup);
  return static_cast<int>(skb.size());
}

}  // namespace ipvsim::ipvs_genl
