// Drawing sound requests.
#include "proptests/fuzz/requests.h"

#include <string>

#include "sim/testing/ipvs_user.h"

namespace ipvsim::fuzz {

namespace {

using testing::Attrs;

using namespace ipvsim::uapi;  // NOLINT(google-build-using-namespace): numbers only.

Attrs service_identity(Choices& choices) {
  switch (choices.pick(4)) {
    case 0:
      return testing::mark_identity(choices.pick(3), choices.one_of<uint16_t>({kAfInet, kAfInet6}));
    case 1:
      return testing::service_identity("2001:db8::" + std::to_string(choices.pick(3)), 80);
    default:
      // The same row of the table for each third byte.
      return testing::service_identity(
          "10.0." + std::to_string(choices.pick(3)) + "." + std::to_string(choices.pick(2)),
          static_cast<uint16_t>(80 + choices.pick(2)), choices.one_of<uint16_t>({kIpprotoTcp, kIpprotoUdp}));
  }
}

Attrs full_service(Choices& choices) {
  Attrs attrs = service_identity(choices);
  attrs.append(testing::service_settings(choices.one_of<std::string>({"rr", "none", "lblcr", "nope", ""}),
                                         choices.pick(64), choices.one_of<uint32_t>({0xffffffff, 0, 0xff}),
                                         choices.pick(0x10001) * 3600,
                                         choices.one_of<uint32_t>({0xffffffff, 64, 128, 0})));
  if (choices.one_in(4)) attrs.text(kIpvsSvcAttrPeName, choices.one_of<std::string>({"sip", "", "nope"}));
  return attrs;
}

Attrs dest_identity(Choices& choices) {
  const std::vector<std::string> addresses{"10.1.0.1", "10.1.0.2",  "10.1.0.3",       "2001:db8::9",
                                           "::1",      "224.0.0.1", "127.255.255.255"};
  const std::string& address = choices.one_of(addresses);
  Attrs attrs = testing::dest_identity(address, static_cast<uint16_t>(80 + choices.pick(2)));
  if (choices.one_in(3))
    attrs.u16(kIpvsDestAttrAddrFamily, choices.one_of<uint16_t>({kAfInet, kAfInet6, 0, 99}));
  return attrs;
}

Attrs full_dest(Choices& choices) {
  Attrs attrs = dest_identity(choices);
  attrs.append(testing::dest_settings(choices.pick(8), choices.one_of<uint32_t>({1, 0, 100, 0x80000000}),
                                      choices.one_of<uint32_t>({0, 10, 0x7fffffff, 0x80000000}),
                                      choices.one_of<uint32_t>({0, 0, 5, 11})));
  if (choices.one_in(3))
    attrs.u8(kIpvsDestAttrTunType, static_cast<uint8_t>(choices.pick(4)))
        .be16(kIpvsDestAttrTunPort, static_cast<uint16_t>(choices.pick(2) * 6080))
        .u16(kIpvsDestAttrTunFlags, static_cast<uint16_t>(choices.pick(4)));
  return attrs;
}

Attrs daemon(Choices& choices) {
  Attrs attrs = Attrs()
                    .u32(kIpvsDaemonAttrState, choices.pick(4))
                    .text(kIpvsDaemonAttrMcastIfn, choices.one_of<std::string>({"lo", "eth9"}))
                    .u32(kIpvsDaemonAttrSyncId, choices.pick(256));
  if (choices.one_in(3))
    attrs.raw(kIpvsDaemonAttrMcastGroup, {static_cast<uint8_t>(220 + choices.pick(8)), 0, 0, 1});
  if (choices.one_in(3))
    attrs.raw(kIpvsDaemonAttrMcastGroup6,
              testing::address_bytes(choices.one_of<std::string>({"ff02::1", "::1"})));
  if (choices.one_in(3)) attrs.u16(kIpvsDaemonAttrSyncMaxlen, static_cast<uint16_t>(choices.pick(0x10000)));
  return attrs;
}

Attrs ipvs_attrs(Choices& choices, uint8_t cmd) {
  switch (cmd) {
    case kIpvsNewService:
    case kIpvsSetService:
      return testing::in_service(full_service(choices));
    case kIpvsNewDest:
    case kIpvsSetDest:
      return testing::in_service_and_dest(service_identity(choices), full_dest(choices));
    case kIpvsDelDest:
      return testing::in_service_and_dest(service_identity(choices), dest_identity(choices));
    case kIpvsNewDaemon:
    case kIpvsDelDaemon:
      return testing::in_daemon(daemon(choices));
    case kIpvsSetConfig:
      return Attrs()
          .u32(kIpvsCmdAttrTimeoutTcp, choices.pick(0x10001))
          .u32(kIpvsCmdAttrTimeoutUdp, choices.pick(1000));
    case kIpvsGetDaemon:
    case kIpvsGetConfig:
    case kIpvsGetInfo:
    case kIpvsFlush:
      return {};
    default:
      return choices.one_in(3) ? Attrs() : testing::in_service(service_identity(choices));
  }
}

Data controller_request(Choices& choices, uint16_t family, uint32_t seq, uint16_t flags) {
  Attrs attrs;
  if (choices.one_in(2)) attrs.u16(kCtrlFamilyId, choices.one_of<uint16_t>({family, kGenlIdCtrl, 0x3ff}));
  if (choices.one_in(2))
    attrs.text(kCtrlFamilyName, choices.one_of<std::string>({"IPVS", "nlctrl", "nobody"}));
  const bool policy = choices.one_in(2);
  if (policy && choices.one_in(3)) attrs.u32(kCtrlOp, choices.pick(20));
  if (policy || choices.one_in(3)) flags |= kNlmFDump;
  return testing::genl_request(kGenlIdCtrl, policy ? kCtrlGetPolicy : kCtrlGetFamily, flags, attrs, seq);
}

}  // namespace

Data sound_request(Choices& choices, uint16_t family, uint32_t seq, bool acked) {
  // Adding comes up most often, so that there is something to find, change and dump.
  static const std::vector<uint8_t> commands{
      kIpvsNewService, kIpvsNewService,     kIpvsNewService,     kIpvsNewService, kIpvsNewDest,
      kIpvsNewDest,    kIpvsNewDest,        kIpvsNewDest,        kIpvsSetService, kIpvsDelService,
      kIpvsGetService, kIpvsSetDest,        kIpvsDelDest,        kIpvsGetDest,    kIpvsNewDaemon,
      kIpvsDelDaemon,  kIpvsGetDaemon,      kIpvsSetConfig,      kIpvsGetConfig,  kIpvsSetInfo,
      kIpvsGetInfo,    kIpvsGetServiceDest, kIpvsGetServiceDest, kIpvsZero};
  uint16_t flags = acked ? testing::kDoAck : testing::kDo;
  const uint32_t which = choices.pick(static_cast<uint32_t>(commands.size()) + 3);
  if (which > commands.size()) return controller_request(choices, family, seq, flags);
  // Everything gone is rare, or tables would never grow.
  uint8_t cmd = kIpvsNewService;
  if (which < commands.size())
    cmd = commands[which];
  else if (choices.one_in(8))
    cmd = kIpvsFlush;
  const bool dump_only = cmd == kIpvsGetDest || cmd == kIpvsGetDaemon || cmd == kIpvsGetServiceDest;
  if (dump_only ? !choices.one_in(16) : cmd == kIpvsGetService && choices.one_in(2)) flags |= kNlmFDump;
  return testing::genl_request(family, cmd, flags, ipvs_attrs(choices, cmd), seq);
}

}  // namespace ipvsim::fuzz
