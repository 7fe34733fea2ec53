// The length of each option's structure (the first table of ipvs-control.md 15).
#include "sim/ipvs_sockopt/sockopt.h"

namespace ipvsim::ipvs_sockopt {

using namespace uapi;

size_t set_size(int optname) {
  switch (optname) {
    case kIpvsSoSetAdd:
    case kIpvsSoSetEdit:
    case kIpvsSoSetDel:
    case kIpvsSoSetZero:
      return sizeof(IpvsServiceUser);
    case kIpvsSoSetAddDest:
    case kIpvsSoSetDelDest:
    case kIpvsSoSetEditDest:
      return sizeof(IpvsServiceUser) + sizeof(IpvsDestUser);
    case kIpvsSoSetTimeout:
      return sizeof(IpvsTimeoutUser);
    case kIpvsSoSetStartDaemon:
    case kIpvsSoSetStopDaemon:
      return sizeof(IpvsDaemonUser);
    default:
      return 0;
  }
}

size_t get_size(int optname) {
  switch (optname) {
    case kIpvsSoGetVersion:
      return kIpvsVersionRoom;
    case kIpvsSoGetInfo:
      return sizeof(IpvsGetInfo);
    case kIpvsSoGetServices:
      return sizeof(IpvsGetServices);
    case kIpvsSoGetService:
      return sizeof(IpvsServiceEntry);
    case kIpvsSoGetDests:
      return sizeof(IpvsGetDests);
    case kIpvsSoGetTimeout:
      return sizeof(IpvsTimeoutUser);
    case kIpvsSoGetDaemon:
      return 2 * sizeof(IpvsDaemonUser);
    default:
      return 0;
  }
}

}  // namespace ipvsim::ipvs_sockopt
