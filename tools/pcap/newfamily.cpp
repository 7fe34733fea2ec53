// One message of the controller.
#include "tools/pcap/newfamily.h"

#include "sim/base/check.h"
#include "sim/genl/nlctrl.h"
#include "uapi/genetlink.h"
#include "uapi/ipvs.h"

namespace ipvsim::tools {

std::vector<uint8_t> newfamily_answer(const sim::Kernel& kernel) {
  const genl::Family* const family = kernel.netlink().registry().by_name(uapi::kIpvsName);
  if (family == nullptr) return {};
  wire::Skb skb(kernel.netlink().config().goodsize());
  IPVSIM_CHECK(genl::fill_family(skb, *family, uapi::kCtrlNewFamily, 0, 0, 0));
  return {skb.bytes().begin(), skb.bytes().end()};
}

}  // namespace ipvsim::tools
