#!/usr/bin/python3
"""The old socket options of IPVS (ipvs-control.md 15), as a program of the time before generic netlink uses them.

Use: ipvsim run -- old_options.py
"""
import ctypes
import errno
import socket
import struct
import sys

ADD, EDIT, DELETE, FLUSH, ADD_DEST, DEL_DEST, TIMEOUT, ZERO = 1154, 1155, 1156, 1157, 1159, 1160, 1162, 1167
VERSION, INFO, SERVICES, SERVICE, DESTS, GET_TIMEOUT, DAEMON = 1152, 1153, 1154, 1155, 1156, 1158, 1159
SERVICE_FORMAT, ENTRY, DEST_FORMAT = "=H2x4s2sxxI16sII4s", 104, "=4s2sxxIiII"

sock = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
libc = ctypes.CDLL(None, use_errno=True)


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}: {got!r}, not {wanted!r}")


def errno_of(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return error.errno
    return 0


def service(address, port, scheduler=b"rr", protocol=6):
    return struct.pack(SERVICE_FORMAT, protocol, socket.inet_aton(address), struct.pack("!H", port), 0, scheduler, 0, 0,
                       b"\xff" * 4)


def dest(address, port, weight=1, flags=0):
    return struct.pack(DEST_FORMAT, socket.inet_aton(address), struct.pack("!H", port), flags, weight, 0, 0)


def set_option(number, value=b""):
    return errno_of(sock.setsockopt, socket.IPPROTO_IP, number, value)


def get_option(number, given, size):
    """What getsockopt writes over `given`, and the length it tells; or an errno."""
    value, length = ctypes.create_string_buffer(given, max(size, 1)), ctypes.c_uint32(size)
    if libc.getsockopt(sock.fileno(), socket.IPPROTO_IP, number, value, ctypes.byref(length)) != 0:
        return ctypes.get_errno()
    return value.raw[:length.value]


def table():
    expect(get_option(VERSION, b"", 64), b"IP Virtual Server version 1.2.1 (size=4096)\0", "version")
    expect(struct.unpack("=III", get_option(INFO, b"", 12)), (0x10201, 4096, 0), "info")
    expect(set_option(ADD, service("10.0.0.1", 80)), 0, "add")
    expect(set_option(ADD, service("10.0.0.1", 80)), errno.EEXIST, "add again")
    expect(set_option(ADD, service("10.0.0.9", 80, b"nosuch")), errno.ENOENT, "a scheduler that is none")
    expect(set_option(ADD, service("10.0.0.9", 80, protocol=1)), errno.EFAULT, "a protocol that is none")
    expect(set_option(ADD_DEST, service("10.0.0.1", 80) + dest("10.1.0.1", 8080, 3)), 0, "add a destination")
    expect(set_option(ADD_DEST, service("10.0.0.2", 80) + dest("10.1.0.1", 8080)), errno.ESRCH, "of no service")
    expect(struct.unpack("=III", get_option(INFO, b"", 12))[2], 1, "number of services")

    entries = get_option(SERVICES, struct.pack("=II", 1, 0), 8 + ENTRY)
    expect(entries[8:8 + 20], service("10.0.0.1", 80)[:16] + b"rr\0\0", "the service read back")
    expect(struct.unpack_from("=I", entries, 8 + 44)[0], 1, "its number of destinations")
    key = struct.pack("=H2x4s2sxxII", 6, socket.inet_aton("10.0.0.1"), struct.pack("!H", 80), 0, 1)
    dests = get_option(DESTS, key.ljust(24, b"\0"), 24 + 96)
    expect(dests[24:24 + 8], socket.inet_aton("10.1.0.1") + struct.pack("!H", 8080) + b"\0\0", "the destination read back")
    expect(struct.unpack_from("=Ii", dests, 24 + 8), (0x100, 3), "its flags and weight")
    with open("/proc/net/ip_vs", encoding="ascii") as file:
        expect(file.read().splitlines()[3:], ["TCP  0A000001:0050 rr  ", "  -> 0A010001:1F90      Masq    3      0          0         "],
               "the same in the file")
    expect(set_option(DEL_DEST, service("10.0.0.1", 80) + dest("10.1.0.1", 8080)), 0, "delete the destination")
    expect(set_option(ZERO, service("0.0.0.0", 0)), 0, "zero everything")
    expect(set_option(TIMEOUT, struct.pack("=iii", 100, 0, 50)), 0, "timeouts")
    expect(struct.unpack("=iii", get_option(GET_TIMEOUT, b"", 12)), (100, 120, 50), "timeouts read back")
    expect(set_option(FLUSH), 0, "flush")
    expect(struct.unpack("=III", get_option(INFO, b"", 12))[2], 0, "number of services after a flush")


def bad_input():
    expect(set_option(ADD, b"x" * 43), errno.EINVAL, "a service too short")
    expect(set_option(ADD, b"x" * 45), errno.EINVAL, "a service too long")
    expect(set_option(FLUSH, b"x"), errno.EINVAL, "a flush with something")
    expect(set_option(1166), errno.EINVAL, "a number without a meaning")
    expect(get_option(INFO, b"", 11), errno.EINVAL, "too little room")
    expect(get_option(SERVICES, struct.pack("=II", 5, 0), 8 + ENTRY), errno.EINVAL, "a size that does not fit the count")
    expect(get_option(SERVICE, service("10.0.0.1", 80).ljust(ENTRY, b"\0"), ENTRY), errno.ESRCH, "a service that is not there")
    expect(get_option(1157, b"", 100), errno.EINVAL, "an unused number")
    for number in (1151, 1168):
        expect(set_option(number), errno.ENOPROTOOPT, f"number {number}, which is not ours")
    for wild in (8, 0x7ffffffff000, -64):
        length = ctypes.c_uint32(44)
        expect((libc.setsockopt(sock.fileno(), 0, ADD, ctypes.c_void_p(wild), 44), ctypes.get_errno()), (-1, errno.EFAULT),
               "a wild pointer to set from")
        expect((libc.getsockopt(sock.fileno(), 0, VERSION, ctypes.c_void_p(wild), ctypes.byref(ctypes.c_uint32(64))),
                ctypes.get_errno()), (-1, errno.EFAULT), "a wild pointer to get into")
        expect((libc.getsockopt(sock.fileno(), 0, VERSION, ctypes.byref(length), ctypes.c_void_p(wild)), ctypes.get_errno()),
               (-1, errno.EFAULT), "a wild pointer to a length")


def others():
    """What is not of IPVS goes to the system."""
    stream = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    expect(stream.getsockopt(socket.IPPROTO_IP, socket.IP_TTL) > 0, True, "the system's own option")


table()
bad_input()
others()
print("old options: all as they must be")
