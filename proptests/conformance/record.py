#!/usr/bin/python3
"""Plays drawn sessions on the kernel it runs on and writes what came as recordings, each in fresh network namespaces.

Use: record.py [--here] [--hz N] [--pad64] SESSIONS RECORDINGS   two folders; --here: in this namespace, which must be
                                                                empty; what the kernel does not tell is given
     record.py --family                                         prints the netlink type of IPVS
"""
import argparse
import ctypes
import errno
import fcntl
import os
import platform
import socket
import struct
import sys

CLONE_NEWNET, SOL_NETLINK, NETLINK_GENERIC = 0x40000000, 270, 16
MOST_DRAINED = 40  # as some dumps never end
libc = ctypes.CDLL(None, use_errno=True)
libc.recv.restype = ctypes.c_ssize_t


def attribute(kind, value):
    length = 4 + len(value)
    return struct.pack("=HH", length, kind) + value + b"\0" * (-length % 4)


def attributes(data):
    at = 0
    while at + 4 <= len(data):
        length, kind = struct.unpack_from("=HH", data, at)
        yield kind & 0x3fff, data[at + 4:at + length]
        at += length + 3 & ~3


def messages(datagram):
    at = 0
    while at < len(datagram):
        length, kind = struct.unpack_from("=IH", datagram, at)
        yield kind, datagram[at + 16:at + length]
        at += length + 3 & ~3


class Asker:
    """A socket of our own, for what the recording's header says."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC)
        self.socket.bind((0, 0))

    def send(self, kind, flags, command, body=b""):
        self.socket.send(struct.pack("=IHHIIBBH", 20 + len(body), kind, flags, 1, 0, command, 1, 0) + body)

    def acknowledged(self, kind, command, body=b""):
        self.send(kind, 5, command, body)
        for kind, content in messages(self.socket.recv(65536)):
            if kind == 2 and struct.unpack_from("=i", content)[0] != 0:
                raise OSError(-struct.unpack_from("=i", content)[0], f"command {command}")

    def family(self):
        self.send(16, 1, 3, attribute(2, b"IPVS\0"))
        for kind, content in messages(self.socket.recv(65536)):
            if kind == 16:
                return struct.unpack("=H", dict(attributes(content[4:]))[1])[0]
        raise OSError(errno.ENOENT, "no family IPVS")

    def salt(self, family):
        """Which of the marks 1 to 256 comes first in a dump tells how the rows are numbered (ipvs-control.md 8)."""
        for mark in range(1, 257):
            service = (attribute(1, struct.pack("=H", 2)) + attribute(5, struct.pack("=I", mark)) + attribute(6, b"rr\0")
                       + attribute(7, struct.pack("=II", 0, 0xffffffff)) + attribute(8, struct.pack("=I", 0))
                       + attribute(9, struct.pack("=I", 0xffffffff)))
            self.acknowledged(family, 1, attribute(0x8001, service))
        self.send(family, 0x301, 4)
        first = None
        while True:
            for kind, content in messages(self.socket.recv(65536)):
                if kind == 3:
                    self.acknowledged(family, 17)
                    return first & 0xff
                if first is None:
                    service = dict(attributes(content[4:]))[1]
                    first = struct.unpack("=I", dict(attributes(service))[5])[0]


def enter_fresh_namespace():
    if libc.unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH22x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY)


def outcome(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "ok"


class Player:
    def __init__(self, options, family):
        self.namespaces = {0: None if options.here else enter_fresh_namespace()}
        self.family = family
        self.sockets = {}
        self.lines = ["nltrace 1", f"kernel {platform.release()}", "variant stock", f"family {family}",
                      f"salt {Asker().salt(family)}", f"hz {options.hz}", f"pad64 {'yes' if options.pad64 else 'no'}",
                      "link lo up mtu 65536 addr 127.0.0.1/8"]

    def receive(self, who, capacity, peek=False):
        buffer = ctypes.create_string_buffer(capacity + 1)
        flags = socket.MSG_TRUNC | socket.MSG_DONTWAIT | (socket.MSG_PEEK if peek else 0)
        length = libc.recv(self.sockets[who].fileno(), buffer, ctypes.c_size_t(capacity), flags)
        error = ctypes.get_errno() if length < 0 else 0
        what = errno.errorcode[error] if error else f"{length} {buffer.raw[:min(length, capacity)].hex()}"
        self.lines.append(f"{'peek' if peek else 'recv'} {who} {capacity} {what}".rstrip())
        return error

    def play(self, line):
        word, *rest = line.split()
        if word == "#":
            self.lines.append(line)
            return
        who, *values = [int(each) if each.isdecimal() else each for each in rest]
        if word == "ns":
            self.namespaces[who] = enter_fresh_namespace()
            self.lines.append(f"ns {who} salt {Asker().salt(self.family)}")
            libc.setns(self.namespaces[0], CLONE_NEWNET)
        elif word == "sock":
            inside = self.namespaces[values[3]] if len(values) > 2 else None
            if inside is not None:
                libc.setns(inside, CLONE_NEWNET)
            self.sockets[who] = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC)
            if inside is not None:
                libc.setns(self.namespaces[0], CLONE_NEWNET)
            self.sockets[who].bind((values[1], 0))
            self.lines.append(line)
        elif word == "opt":
            self.lines.append(f"{line} {outcome(self.sockets[who].setsockopt, SOL_NETLINK, *values)}")
        elif word == "rcvbuf":
            self.lines.append(f"{line} {outcome(self.sockets[who].setsockopt, socket.SOL_SOCKET, socket.SO_RCVBUF, *values)}")
        elif word == "send":
            result = outcome(self.sockets[who].send, bytes.fromhex(rest[1]))
            self.lines.append(line if result == "ok" else f"{line} {result}")
        elif word in ("recv", "peek"):
            self.receive(who, values[0], word == "peek")
        elif word == "drain":
            for _ in range(MOST_DRAINED):
                if self.receive(who, values[0]) == errno.EAGAIN:
                    break
        elif word == "close":
            self.sockets.pop(who).close()
            self.lines.append(line)
        else:
            sys.exit(f"record.py: no such event: {line}")


def record(options, family, name):
    player = Player(options, family)
    with open(os.path.join(options.folders[0], name), encoding="ascii") as session:
        for line in session:
            player.play(line.rstrip("\n"))
    with open(os.path.join(options.folders[1], os.path.splitext(name)[0] + ".nltrace"), "w", encoding="ascii") as out:
        out.write("\n".join(player.lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--family", action="store_true")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("--hz", type=int, default=250)
    parser.add_argument("--pad64", action="store_true")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    family = Asker().family()
    if options.family:
        print(family)
        return
    if len(options.folders) != 2:
        parser.error("two folders are wanted")
    for name in sorted(os.listdir(options.folders[0])):
        # A process each, for the namespaces.
        process = os.fork()
        if process == 0:
            record(options, family, name)
            os._exit(0)
        if os.waitpid(process, 0)[1] != 0:
            sys.exit(f"record.py: {name} was not recorded")


main()
