#!/usr/bin/python3
"""pyroute2 resolves the family by its name and lists services; it has no IPVS part of its own."""
import logging
import sys

from pyroute2 import GenericNetlinkSocket
from pyroute2.netlink import NLM_F_ACK, NLM_F_DUMP, NLM_F_REQUEST, genlmsg, nla
from pyroute2.netlink.exceptions import NetlinkError


class ipvsmsg(genlmsg):
    nla_map = (("IPVS_CMD_ATTR_UNSPEC", "none"), ("IPVS_CMD_ATTR_SERVICE", "service"))

    class service(nla):
        nla_map = (("IPVS_SVC_ATTR_UNSPEC", "none"), ("IPVS_SVC_ATTR_AF", "uint16"),
                   ("IPVS_SVC_ATTR_PROTOCOL", "uint16"), ("IPVS_SVC_ATTR_ADDR", "hex"),
                   ("IPVS_SVC_ATTR_PORT", "be16"), ("IPVS_SVC_ATTR_FWMARK", "uint32"),
                   ("IPVS_SVC_ATTR_SCHED_NAME", "asciiz"), ("IPVS_SVC_ATTR_FLAGS", "hex"),
                   ("IPVS_SVC_ATTR_TIMEOUT", "uint32"), ("IPVS_SVC_ATTR_NETMASK", "uint32"))


class Flags(nla):
    fields = (("flags", "I"), ("mask", "I"))


ipvsmsg.service.flags = Flags
ipvsmsg.service.nla_map = tuple((name, "flags" if name.endswith("FLAGS") else kind)
                                for name, kind in ipvsmsg.service.nla_map)


def request(cmd, mark=None):
    message = ipvsmsg()
    message["cmd"], message["version"] = cmd, 1
    if mark:
        message["attrs"] = [("IPVS_CMD_ATTR_SERVICE", {"attrs": [
            ("IPVS_SVC_ATTR_AF", 2), ("IPVS_SVC_ATTR_FWMARK", mark), ("IPVS_SVC_ATTR_SCHED_NAME", "rr"),
            ("IPVS_SVC_ATTR_FLAGS", {"flags": 0, "mask": 0xffffffff}), ("IPVS_SVC_ATTR_TIMEOUT", 0),
            ("IPVS_SVC_ATTR_NETMASK", 0xffffffff)]})]
    return message


def main():
    sock = GenericNetlinkSocket()
    sock.bind("IPVS", ipvsmsg)
    marks = [7, 8, 9]
    for mark in marks:
        sock.nlm_request(request(1, mark), msg_type=sock.prid, msg_flags=NLM_F_REQUEST | NLM_F_ACK)
    try:
        sock.nlm_request(request(1, 7), msg_type=sock.prid, msg_flags=NLM_F_REQUEST | NLM_F_ACK)
        sys.exit("a service could be added twice")
    except NetlinkError as error:
        if error.code != 17:
            sys.exit(f"adding twice: errno {error.code}, not 17")
    replies = sock.nlm_request(request(4), msg_type=sock.prid, msg_flags=NLM_F_REQUEST | NLM_F_DUMP)
    found = sorted(reply.get_attr("IPVS_CMD_ATTR_SERVICE").get_attr("IPVS_SVC_ATTR_FWMARK") for reply in replies)
    if found != marks:
        sys.exit(f"services listed: {found}, not {marks}")
    sock.close()
    absent = GenericNetlinkSocket()
    try:
        logging.disable()
        absent.bind("no such", ipvsmsg)
        sys.exit("a family that is not there was found")
    except NetlinkError as error:
        if error.code != 2:
            sys.exit(f"an absent family: errno {error.code}, not 2")
    print("with_pyroute2: all as it must be")


main()
