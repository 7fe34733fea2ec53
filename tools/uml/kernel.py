#!/usr/bin/python3
"""Makes a kernel that has just begun one with IPVS: brings `lo` up, without which no address is a unicast one, and
loads ip_vs with all its schedulers and its persistence engine from a folder of modules that has its modules.dep.
Use: kernel.py FOLDER"""
import ctypes
import fcntl
import os
import platform
import socket
import struct
import sys

FINIT_MODULE = {"x86_64": 313, "aarch64": 273}
folder = sys.argv[1]
libc = ctypes.CDLL(None, use_errno=True)
loaded = set()

SIOCSIFFLAGS, IFF_UP = 0x8914, 1
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", IFF_UP))

with open(os.path.join(folder, "modules.dep"), encoding="ascii") as text:
    needs = dict(line.rstrip("\n").split(":", 1) for line in text)
# Not ip_vs_ftp: it serves connections, and there are none.
for path in sorted(each for each in needs if "/ip_vs" in each and not each.endswith("/ip_vs_ftp.ko")):
    # What is needed stands behind what needs it.
    for each in [*reversed(needs[path].split()), path]:
        if each in loaded:
            continue
        file = os.open(os.path.join(folder, each), os.O_RDONLY)
        if libc.syscall(FINIT_MODULE[platform.machine()], file, b"", 0) != 0:
            sys.exit(f"{each}: {os.strerror(ctypes.get_errno())}")
        os.close(file)
        loaded.add(each)
