#!/usr/bin/python3
"""Python's own sockets on the simulated family: recv, recvfrom, recvmsg, recv_into, timeouts, asyncio."""
import asyncio
import os
import socket
import struct
import sys

NLM_F_REQUEST, NLM_F_ACK, NLM_F_DUMP = 1, 4, 0x300
NETLINK_GENERIC = 16


def attribute(kind, value):
    data = struct.pack("=HH", 4 + len(value), kind) + value
    return data + bytes(-len(data) % 4)


def message(kind, cmd, flags, body=b""):
    return struct.pack("=IHHII", 20 + len(body), kind, NLM_F_REQUEST | flags, 7, 0) + struct.pack("=BBH", cmd, 1, 0) + body


def service(address, port, full):
    body = (attribute(1, struct.pack("=H", socket.AF_INET)) + attribute(2, struct.pack("=H", 6))
            + attribute(3, socket.inet_aton(address) + bytes(12)) + attribute(4, struct.pack("!H", port)))
    if full:
        body += (attribute(6, b"wlc\0") + attribute(7, struct.pack("=II", 0, 0xffffffff))
                 + attribute(8, struct.pack("=I", 0)) + attribute(9, b"\xff\xff\xff\xff"))
    return attribute(1, body)


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}: {got!r}, not {wanted!r}")


def family_of(sock):
    sock.send(message(16, 3, 0, attribute(2, b"IPVS\0")))
    reply, address = sock.recvfrom(65536)
    expect(address, (0, 0), "sender of the family's answer")
    at = 20
    while at < len(reply):
        length, kind = struct.unpack_from("=HH", reply, at)
        if kind == 1:
            return struct.unpack_from("=H", reply, at + 4)[0]
        at += (length + 3) & ~3
    sys.exit("the answer names no id")


def acked(sock, request):
    sock.send(request)
    reply = sock.recv(65536)
    expect(struct.unpack_from("=H", reply, 4)[0], 2, "type of an acknowledgement")
    return -struct.unpack_from("=i", reply, 16)[0]


async def dump_by_asyncio(family):
    loop = asyncio.get_running_loop()
    sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC)
    sock.setblocking(False)
    await loop.sock_sendall(sock, message(family, 4, NLM_F_DUMP))
    sizes = []
    while not sizes or sizes[-1] != 20:
        sizes.append(len(await loop.sock_recv(sock, 8192)))
    sock.close()
    return sizes


def main():
    sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC)
    expect(sock.getsockname(), (0, 0), "name before binding")
    sock.bind((0, 0))
    expect(sock.getsockname(), (os.getpid(), 0), "name after binding")
    family = family_of(sock)
    for i in range(30):
        expect(acked(sock, message(family, 1, NLM_F_ACK, service(f"10.0.1.{i}", 80, True))), 0, "errno of adding")
    expect(acked(sock, message(family, 1, NLM_F_ACK, service("10.0.1.5", 80, True))), 17, "errno of adding again")
    expect(acked(sock, message(family, 3, NLM_F_ACK, service("10.9.9.9", 80, False))), 3, "errno of removing none")

    with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, NETLINK_GENERIC) as other:
        other.send(message(family, 4, NLM_F_DUMP))
        data, ancillary, flags, address = other.recvmsg(8192, 1024)
        expect((len(data), ancillary, flags, address), (11 * 320, [], 0, (0, 0)), "recvmsg of the first chunk")
        room = bytearray(8192)
        expect(other.recv_into(room), 19 * 320, "recv_into of the second")
        expect(other.recvfrom_into(room), (20, (0, 0)), "recvfrom_into of the end")
        other.settimeout(0.02)
        try:
            other.recv(100)
            sys.exit("a receive that had to time out did not")
        except TimeoutError:
            pass
    expect(asyncio.run(dump_by_asyncio(family)), [11 * 320, 19 * 320, 20], "chunks read by asyncio")
    with open("/proc/net/ip_vs", encoding="ascii") as table:
        expect(len(table.readlines()), 3 + 30, "lines of /proc/net/ip_vs")
    print("raw_sockets: all as it must be")


main()
