// Compares our numbers with the system's headers, where there are any. The only file of uapi/ and sim/ that
// may include <linux/...>; the tidy test enforces it.
#include <gtest/gtest.h>

#include "uapi/genetlink.h"
#include "uapi/ipvs.h"
#include "uapi/ipvs_sockopt.h"
#include "uapi/netlink.h"

#if __has_include(<linux/netlink.h>) && __has_include(<linux/genetlink.h>) && __has_include(<linux/ip_vs.h>)
#include <linux/genetlink.h>
#include <linux/ip_vs.h>
#include <linux/netlink.h>
#include <sys/socket.h>

namespace {

using namespace ipvsim::uapi;

TEST(Abi, NetlinkNumbersAreTheSystems) {
  EXPECT_EQ(kAfNetlink, AF_NETLINK);
  EXPECT_EQ(kNetlinkGeneric, NETLINK_GENERIC);
  EXPECT_EQ(kSolNetlink, SOL_NETLINK);
  EXPECT_EQ(kMaxLinks, MAX_LINKS);
  EXPECT_EQ(sizeof(NlMsgHdr), sizeof(nlmsghdr));
  EXPECT_EQ(sizeof(NlAttr), sizeof(nlattr));
  EXPECT_EQ(sizeof(SockAddrNl), sizeof(sockaddr_nl));
  EXPECT_EQ(offsetof(SockAddrNl, pid), offsetof(sockaddr_nl, nl_pid));
  EXPECT_EQ(kNlmsgNoop, NLMSG_NOOP);
  EXPECT_EQ(kNlmsgError, NLMSG_ERROR);
  EXPECT_EQ(kNlmsgDone, NLMSG_DONE);
  EXPECT_EQ(kNlmsgOverrun, NLMSG_OVERRUN);
  EXPECT_EQ(kNlmsgMinType, NLMSG_MIN_TYPE);
  EXPECT_EQ(kNlmFRequest, NLM_F_REQUEST);
  EXPECT_EQ(kNlmFMulti, NLM_F_MULTI);
  EXPECT_EQ(kNlmFAck, NLM_F_ACK);
  EXPECT_EQ(kNlmFEcho, NLM_F_ECHO);
  EXPECT_EQ(kNlmFDumpIntr, NLM_F_DUMP_INTR);
  EXPECT_EQ(kNlmFDumpFiltered, NLM_F_DUMP_FILTERED);
  EXPECT_EQ(kNlmFDump, NLM_F_DUMP);
  EXPECT_EQ(kNlmFAtomic, NLM_F_ATOMIC);
  EXPECT_EQ(kNlmFReplace, NLM_F_REPLACE);
  EXPECT_EQ(kNlmFExcl, NLM_F_EXCL);
  EXPECT_EQ(kNlmFCreate, NLM_F_CREATE);
  EXPECT_EQ(kNlmFAppend, NLM_F_APPEND);
  EXPECT_EQ(kNlmFCapped, NLM_F_CAPPED);
  EXPECT_EQ(kNlmFAckTlvs, NLM_F_ACK_TLVS);
  EXPECT_EQ(kNlaFNested, NLA_F_NESTED);
  EXPECT_EQ(kNlaFNetByteorder, NLA_F_NET_BYTEORDER);
  EXPECT_EQ(kNlaTypeMask, static_cast<uint16_t>(NLA_TYPE_MASK));
}

TEST(Abi, NetlinkOptionsAndExtendedAcksAreTheSystems) {
  EXPECT_EQ(static_cast<int>(kNetlinkAddMembership), NETLINK_ADD_MEMBERSHIP);
  EXPECT_EQ(static_cast<int>(kNetlinkDropMembership), NETLINK_DROP_MEMBERSHIP);
  EXPECT_EQ(static_cast<int>(kNetlinkPktinfo), NETLINK_PKTINFO);
  EXPECT_EQ(static_cast<int>(kNetlinkBroadcastError), NETLINK_BROADCAST_ERROR);
  EXPECT_EQ(static_cast<int>(kNetlinkNoEnobufs), NETLINK_NO_ENOBUFS);
  EXPECT_EQ(static_cast<int>(kNetlinkListenAllNsid), NETLINK_LISTEN_ALL_NSID);
  EXPECT_EQ(static_cast<int>(kNetlinkListMemberships), NETLINK_LIST_MEMBERSHIPS);
  EXPECT_EQ(static_cast<int>(kNetlinkCapAck), NETLINK_CAP_ACK);
  EXPECT_EQ(static_cast<int>(kNetlinkExtAck), NETLINK_EXT_ACK);
  EXPECT_EQ(static_cast<int>(kNetlinkGetStrictChk), NETLINK_GET_STRICT_CHK);
  EXPECT_EQ(static_cast<int>(kExtAckMsg), NLMSGERR_ATTR_MSG);
  EXPECT_EQ(static_cast<int>(kExtAckOffs), NLMSGERR_ATTR_OFFS);
  EXPECT_EQ(static_cast<int>(kExtAckCookie), NLMSGERR_ATTR_COOKIE);
  EXPECT_EQ(static_cast<int>(kExtAckPolicy), NLMSGERR_ATTR_POLICY);
  EXPECT_EQ(static_cast<int>(kPolicyType), NL_POLICY_TYPE_ATTR_TYPE);
  EXPECT_EQ(static_cast<int>(kPolicyMinValueU), NL_POLICY_TYPE_ATTR_MIN_VALUE_U);
  EXPECT_EQ(static_cast<int>(kPolicyMaxValueU), NL_POLICY_TYPE_ATTR_MAX_VALUE_U);
  EXPECT_EQ(static_cast<int>(kPolicyMaxLength), NL_POLICY_TYPE_ATTR_MAX_LENGTH);
  EXPECT_EQ(static_cast<int>(kPolicyIdx), NL_POLICY_TYPE_ATTR_POLICY_IDX);
  EXPECT_EQ(static_cast<int>(kPolicyMaxtype), NL_POLICY_TYPE_ATTR_POLICY_MAXTYPE);
  EXPECT_EQ(static_cast<int>(kPolicyPad), NL_POLICY_TYPE_ATTR_PAD);
  EXPECT_EQ(static_cast<int>(kPolicyMask), NL_POLICY_TYPE_ATTR_MASK);
  EXPECT_EQ(static_cast<int>(kAttrTypeU8), NL_ATTR_TYPE_U8);
  EXPECT_EQ(static_cast<int>(kAttrTypeU32), NL_ATTR_TYPE_U32);
  EXPECT_EQ(static_cast<int>(kAttrTypeBinary), NL_ATTR_TYPE_BINARY);
  EXPECT_EQ(static_cast<int>(kAttrTypeNulString), NL_ATTR_TYPE_NUL_STRING);
  EXPECT_EQ(static_cast<int>(kAttrTypeNested), NL_ATTR_TYPE_NESTED);
}

TEST(Abi, ControllerNumbersAreTheSystems) {
  EXPECT_EQ(sizeof(GenlMsgHdr), sizeof(genlmsghdr));
  EXPECT_EQ(static_cast<int>(kGenlIdCtrl), GENL_ID_CTRL);
  EXPECT_EQ(static_cast<int>(kGenlIdVfsDquot), GENL_ID_VFS_DQUOT);
  EXPECT_EQ(static_cast<int>(kGenlIdPmcraid), GENL_ID_PMCRAID);
  EXPECT_EQ(static_cast<int>(kGenlIdMax), GENL_MAX_ID);
  EXPECT_EQ(static_cast<int>(kGenlAdminPerm), GENL_ADMIN_PERM);
  EXPECT_EQ(static_cast<int>(kGenlCmdCapDo), GENL_CMD_CAP_DO);
  EXPECT_EQ(static_cast<int>(kGenlCmdCapDump), GENL_CMD_CAP_DUMP);
  EXPECT_EQ(static_cast<int>(kGenlCmdCapHasPol), GENL_CMD_CAP_HASPOL);
  EXPECT_EQ(static_cast<int>(kGenlUnsAdminPerm), GENL_UNS_ADMIN_PERM);
  EXPECT_EQ(static_cast<int>(kCtrlNewFamily), CTRL_CMD_NEWFAMILY);
  EXPECT_EQ(static_cast<int>(kCtrlDelFamily), CTRL_CMD_DELFAMILY);
  EXPECT_EQ(static_cast<int>(kCtrlGetFamily), CTRL_CMD_GETFAMILY);
  EXPECT_EQ(static_cast<int>(kCtrlGetPolicy), CTRL_CMD_GETPOLICY);
  EXPECT_EQ(static_cast<int>(kCtrlFamilyId), CTRL_ATTR_FAMILY_ID);
  EXPECT_EQ(static_cast<int>(kCtrlOps), CTRL_ATTR_OPS);
  EXPECT_EQ(static_cast<int>(kCtrlMcastGroups), CTRL_ATTR_MCAST_GROUPS);
  EXPECT_EQ(static_cast<int>(kCtrlPolicy), CTRL_ATTR_POLICY);
  EXPECT_EQ(static_cast<int>(kCtrlOpPolicy), CTRL_ATTR_OP_POLICY);
  EXPECT_EQ(static_cast<int>(kCtrlOp), CTRL_ATTR_OP);
  EXPECT_EQ(static_cast<int>(kCtrlPolicyDo), CTRL_ATTR_POLICY_DO);
  EXPECT_EQ(static_cast<int>(kCtrlPolicyDump), CTRL_ATTR_POLICY_DUMP);
}

TEST(Abi, IpvsNumbersAreTheSystems) {
  EXPECT_STREQ(kIpvsName, IPVS_GENL_NAME);
  EXPECT_EQ(static_cast<int>(kIpvsNewService), IPVS_CMD_NEW_SERVICE);
  EXPECT_EQ(static_cast<int>(kIpvsGetService), IPVS_CMD_GET_SERVICE);
  EXPECT_EQ(static_cast<int>(kIpvsGetDest), IPVS_CMD_GET_DEST);
  EXPECT_EQ(static_cast<int>(kIpvsGetDaemon), IPVS_CMD_GET_DAEMON);
  EXPECT_EQ(static_cast<int>(kIpvsSetConfig), IPVS_CMD_SET_CONFIG);
  EXPECT_EQ(static_cast<int>(kIpvsGetInfo), IPVS_CMD_GET_INFO);
  EXPECT_EQ(static_cast<int>(kIpvsZero), IPVS_CMD_ZERO);
  EXPECT_EQ(static_cast<int>(kIpvsFlush), IPVS_CMD_FLUSH);
  EXPECT_EQ(static_cast<int>(kIpvsCmdAttrDaemon), IPVS_CMD_ATTR_DAEMON);
  EXPECT_EQ(static_cast<int>(kIpvsCmdAttrMax), IPVS_CMD_ATTR_MAX);
  EXPECT_EQ(static_cast<int>(kIpvsSvcAttrSchedName), IPVS_SVC_ATTR_SCHED_NAME);
  EXPECT_EQ(static_cast<int>(kIpvsSvcAttrStats64), IPVS_SVC_ATTR_STATS64);
  EXPECT_EQ(static_cast<int>(kIpvsDestAttrAddrFamily), IPVS_DEST_ATTR_ADDR_FAMILY);
  EXPECT_EQ(static_cast<int>(kIpvsDestAttrTunFlags), IPVS_DEST_ATTR_TUN_FLAGS);
  EXPECT_EQ(static_cast<int>(kIpvsDaemonAttrMcastTtl), IPVS_DAEMON_ATTR_MCAST_TTL);
  EXPECT_EQ(static_cast<int>(kIpvsStatsAttrPad), IPVS_STATS_ATTR_PAD);
  EXPECT_EQ(static_cast<uint32_t>(kIpvsSvcFHashed), static_cast<uint32_t>(IP_VS_SVC_F_HASHED));
  EXPECT_EQ(static_cast<uint32_t>(kIpvsSvcFOnePacket), static_cast<uint32_t>(IP_VS_SVC_F_ONEPACKET));
  EXPECT_EQ(static_cast<uint32_t>(kIpvsFwdMask), static_cast<uint32_t>(IP_VS_CONN_F_FWD_MASK));
}

TEST(Abi, SockoptLayoutsAreTheSystems) {
  EXPECT_EQ(kIpvsSoBase, IP_VS_BASE_CTL);
  EXPECT_EQ(static_cast<int>(kIpvsSoSetZero), IP_VS_SO_SET_ZERO);
  EXPECT_EQ(static_cast<int>(kIpvsSoGetDaemon), IP_VS_SO_GET_DAEMON);
  EXPECT_EQ(sizeof(IpvsServiceUser), sizeof(ip_vs_service_user));
  EXPECT_EQ(sizeof(IpvsDestUser), sizeof(ip_vs_dest_user));
  EXPECT_EQ(sizeof(IpvsStatsUser), sizeof(ip_vs_stats_user));
  EXPECT_EQ(sizeof(IpvsServiceEntry), sizeof(ip_vs_service_entry));
  EXPECT_EQ(sizeof(IpvsDestEntry), sizeof(ip_vs_dest_entry));
  EXPECT_EQ(sizeof(IpvsDaemonUser), sizeof(ip_vs_daemon_user));
  EXPECT_EQ(sizeof(IpvsGetInfo), sizeof(ip_vs_getinfo));
  EXPECT_EQ(sizeof(IpvsTimeoutUser), sizeof(ip_vs_timeout_user));
  EXPECT_EQ(sizeof(IpvsGetServices), sizeof(ip_vs_get_services));
  EXPECT_EQ(sizeof(IpvsGetDests), sizeof(ip_vs_get_dests));
  EXPECT_EQ(offsetof(IpvsGetDests, num_dests), offsetof(ip_vs_get_dests, num_dests));
  EXPECT_EQ(offsetof(IpvsTimeoutUser, udp), offsetof(ip_vs_timeout_user, udp_timeout));
  EXPECT_EQ(kIpvsConnFDestMask, static_cast<uint32_t>(IP_VS_CONN_F_DEST_MASK));
  EXPECT_EQ(static_cast<uint32_t>(kIpvsConnFNoOutput), static_cast<uint32_t>(IP_VS_CONN_F_NOOUTPUT));
  EXPECT_EQ(static_cast<uint32_t>(kIpvsConnFInactive), static_cast<uint32_t>(IP_VS_CONN_F_INACTIVE));
  EXPECT_EQ(offsetof(IpvsServiceEntry, stats), offsetof(ip_vs_service_entry, stats));
  EXPECT_EQ(offsetof(IpvsDestEntry, stats), offsetof(ip_vs_dest_entry, stats));
}

}  // namespace

#else

TEST(Abi, ThisSystemHasNoKernelHeadersToCompareWith) { GTEST_SKIP() << "no <linux/ip_vs.h>"; }

#endif
