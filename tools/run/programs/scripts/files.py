#!/usr/bin/python3
"""The files of IPVS under /proc as programs find them without opening, list them, and write them.

Use: ipvsim run --realpath -- files.py
"""
import ctypes
import errno
import os
import stat
import subprocess
import sys

TABLE = "/proc/net/ip_vs"
VALUES = "/proc/sys/net/ipv4/vs"
TABLES = ["ip_vs", "ip_vs_conn", "ip_vs_conn_sync", "ip_vs_stats", "ip_vs_stats_percpu"]
GETDENTS64 = {"x86_64": 217}.get(os.uname().machine, 61)
LIBC = ctypes.CDLL(None, use_errno=True)


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}: {got!r}, not {wanted!r}")


def fails(err, what, call, *arguments, **more):
    try:
        call(*arguments, **more)
    except OSError as error:
        expect(error.errno, err, what)
        return
    sys.exit(f"{what}: no error")


def shell(command):
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    expect(done.stderr, "", f"what {command} says on standard error")
    return done.stdout


def facts():
    table, values = os.stat(TABLE), os.stat(VALUES)
    expect(stat.S_ISREG(table.st_mode) and stat.S_IMODE(table.st_mode), 0o444, "mode of the table")
    expect((table.st_size, table.st_nlink, table.st_uid), (0, 1, 0), "size, links, owner of the table")
    expect(table.st_dev, os.stat("/proc/self/net/dev").st_dev, "device of the table")
    expect(stat.S_ISDIR(values.st_mode) and stat.S_IMODE(values.st_mode), 0o555, "mode of the folder")
    expect(os.lstat(f"/proc/self/net/ip_vs").st_ino, table.st_ino, "inode by another path")
    fails(errno.ENOENT, "a name that is none", os.stat, f"{VALUES}/nosuch")
    fails(errno.ENOENT, "a name that is none", os.stat, "/proc/net/ip_vs_nosuch")
    expect([os.access(TABLE, mode) for mode in (os.F_OK, os.R_OK, os.W_OK, os.X_OK)], [True, True, False, False],
           "access to the table")
    expect([os.access(f"{VALUES}/conntrack", mode) for mode in (os.R_OK, os.W_OK, os.X_OK)], [True, True, False],
           "access to a value")
    expect(os.path.realpath(f"{VALUES}/../vs/conntrack"), f"{VALUES}/conntrack", "realpath")
    fails(errno.EINVAL, "readlink", os.readlink, TABLE)
    fails(errno.ENOTDIR, "a file as a folder", os.open, TABLE, os.O_RDONLY | os.O_DIRECTORY)
    fails(errno.EISDIR, "a folder to write", os.open, VALUES, os.O_WRONLY)


def listing():
    names = os.listdir(VALUES)
    expect(len(names), 30, "names in the folder")
    expect(names.count("conntrack"), 1, "conntrack")
    expect(shell(f"ls -l {VALUES}").count("-rw-r--r-- 1 root root 0 "), 30, "lines of ls -l")
    expect(shell(f"grep -r . {VALUES}").count("\n"), 30, "lines of grep -r")
    expect(shell(f"cat {VALUES}/sync_threshold"), "3\t50\n", "a value with two numbers")
    folder = os.open(VALUES, os.O_RDONLY | os.O_DIRECTORY)
    value = os.open("sync_version", os.O_RDONLY, dir_fd=folder)
    expect(os.read(value, 100), b"1\n", "a value by its name in an open folder")
    expect(stat.S_IMODE(os.stat("sync_version", dir_fd=folder).st_mode), 0o644, "its mode")


def folders_around():
    """The real kernel's folders, in which ours are."""
    for folder, wanted in (("/proc/sys/net/ipv4", ["vs"]), ("/proc/net", TABLES), ("/proc/self/net", TABLES),
                           (f"/proc/{os.getpid()}/task/{os.getpid()}/net", TABLES)):
        names = os.listdir(folder)
        expect(sorted(name for name in names if name == "vs" or name.startswith("ip_vs")), wanted, f"ours in {folder}")
        expect(len(names) > len(wanted) and len(set(names)) == len(names), True, f"the system's names in {folder}: {names}")
    opened = os.open("/proc/net", os.O_RDONLY | os.O_DIRECTORY)
    for _ in range(2):
        os.lseek(opened, 0, os.SEEK_SET)
        expect(sorted(name for name in os.listdir(opened) if name.startswith("ip_vs")), TABLES, "listed again")
    expect({entry.name: entry.inode() == os.stat(entry.path).st_ino for entry in os.scandir("/proc/net")
            if entry.name.startswith("ip_vs")}, dict.fromkeys(TABLES, True), "inodes told by the folder")
    expect(shell("find /proc/sys/net/ipv4 -name conntrack"), f"{VALUES}/conntrack\n", "what find finds")
    expect(shell("/sbin/sysctl -a 2>/dev/null").count("net.ipv4.vs."), 30, "values among all")


def small_listings():
    """A buffer for one name at a time, and one too small for any."""
    opened, seen = os.open("/proc/net", os.O_RDONLY | os.O_DIRECTORY), []
    buffer = ctypes.create_string_buffer(40)
    while size := LIBC.syscall(GETDENTS64, opened, buffer, 40):
        expect(size > 0, True, f"names in a small buffer (errno {ctypes.get_errno()})")
        seen.append(buffer.raw[19:size].split(b"\0")[0].decode())
    expect([name for name in seen if name.startswith("ip_vs")], TABLES, "ours, one at a time")
    opened = os.open("/proc/sys/net/ipv4", os.O_RDONLY | os.O_DIRECTORY)
    expect(LIBC.syscall(GETDENTS64, opened, buffer, 8), -1, "a buffer for no name")
    expect(ctypes.get_errno(), errno.EINVAL, "its errno")


def writing():
    shell(f"echo 1 >{VALUES}/conntrack")
    expect(shell(f"cat {VALUES}/conntrack"), "1\n", "a value that was written")
    expect(shell("/sbin/sysctl net.ipv4.vs.conntrack"), "net.ipv4.vs.conntrack = 1\n", "what sysctl reads")
    expect(shell("/sbin/sysctl -w net.ipv4.vs.sync_threshold='4 60'"), "net.ipv4.vs.sync_threshold = 4 60\n", "sysctl")
    expect(shell(f"cat {VALUES}/sync_threshold"), "4\t60\n", "what sysctl wrote")
    for name, access, text, wanted in (("lblc_expiration", "r+", "8", "8\n"), ("lblcr_expiration", "w", "7", "7\n"),
                                       ("lblc_expiration", "r+", "0x1f\n", "31\n"), ("lblc_expiration", "r+", "3", "3\n"),
                                       ("sync_qlen_max", "r+", "3772", "3772\n"), ("sync_threshold", "r+", "4", "4\t60\n")):
        with open(f"{VALUES}/{name}", access, encoding="ascii") as file:
            file.write(text)
        expect(shell(f"cat {VALUES}/{name}"), wanted, f"{name} after {text!r}")
    for read_first in (False, True):
        value = os.open(f"{VALUES}/am_droprate", os.O_RDWR)
        if read_first:
            expect(os.read(value, 100), b"1\n", "a value read before it is written")
            os.lseek(value, 0, os.SEEK_SET)
        os.write(value, b"2" if read_first else b"1")
        expect(shell(f"cat {VALUES}/am_droprate"), "2\n" if read_first else "1\n", "a value while it is open")
        os.lseek(value, 0, os.SEEK_SET)
        expect(os.read(value, 100), b"2\n" if read_first else b"1\n", "a value read after it was written")
        os.close(value)
    value = os.open(f"{VALUES}/conntrack", os.O_RDWR)
    os.read(value, 100)
    os.write(value, b"0\n")
    os.close(value)
    expect(shell(f"cat {VALUES}/conntrack"), "1\n", "a value written behind its beginning")
    shell(f"echo nonsense >{VALUES}/conntrack")
    expect(shell(f"cat {VALUES}/conntrack"), "1\n", "a value after nonsense")


facts()
listing()
folders_around()
small_listings()
writing()
print("files: all as they must be")
