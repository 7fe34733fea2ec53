#!/usr/bin/python3
"""The files of IPVS under /proc as programs find them without opening, list them, and write them.

Use: ipvsim run --realpath -- files.py
"""
import errno
import os
import stat
import subprocess
import sys

TABLE = "/proc/net/ip_vs"
VALUES = "/proc/sys/net/ipv4/vs"


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


def writing():
    shell(f"echo 1 >{VALUES}/conntrack")
    expect(shell(f"cat {VALUES}/conntrack"), "1\n", "a value that was written")
    expect(shell("/sbin/sysctl net.ipv4.vs.conntrack"), "net.ipv4.vs.conntrack = 1\n", "what sysctl reads")
    expect(shell("/sbin/sysctl -w net.ipv4.vs.sync_threshold='4 60'"), "net.ipv4.vs.sync_threshold = 4 60\n", "sysctl")
    expect(shell(f"cat {VALUES}/sync_threshold"), "4\t60\n", "what sysctl wrote")
    shell(f"echo nonsense >{VALUES}/conntrack")
    expect(shell(f"cat {VALUES}/conntrack"), "1\n", "a value after nonsense")


facts()
listing()
writing()
print("files: all as they must be")
