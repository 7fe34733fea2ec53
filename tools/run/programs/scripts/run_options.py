#!/usr/bin/python3
"""What the options of `ipvsim run` do, as programs see it. Use: run_options.py IPVSIM"""
import os
import subprocess
import sys
import tempfile

ipvsim = sys.argv[1]
HEAD = """IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
"""
ABSENT = """Can't initialize ipvs: Protocol not available
Are you sure that IP Virtual Server is built in the kernel or as module?
"""

# The sizes of the datagrams that list 30 services.
DUMP_SIZES = """
import socket, struct, subprocess
for i in range(30): subprocess.run(["ipvsadm", "-A", "-t", f"10.0.0.{i}:80"], check=True)
sock = socket.socket(16, 3, 16)
def ask(family, flags, command, body=b""):
    sock.send(struct.pack("=IHHIIBBH", 20 + len(body), family, flags, 1, 0, command, 1, 0) + body)
    return sock.recv(65536)
name = b"IPVS\\0\\0\\0\\0"
answer = ask(16, 1, 3, struct.pack("=HH", 9, 2) + name)
at = 20
while struct.unpack_from("=H", answer, at + 2)[0] != 1: at += struct.unpack_from("=H", answer, at)[0] + 3 & ~3
datagram = ask(struct.unpack_from("=H", answer, at + 4)[0], 0x301, 4)
while struct.unpack_from("=H", datagram, 4)[0] != 3:
    print(len(datagram))
    datagram = sock.recv(65536)
"""


def run(*arguments, code=0, **environment):
    done = subprocess.run([ipvsim, "run", *arguments], capture_output=True, text=True, check=False, timeout=60,
                          env={**os.environ, **environment})
    if done.returncode != code:
        sys.exit(f"{' '.join(arguments)}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}:\n{got}\nnot\n{wanted}")


def python(code, *options, exit_code=0):
    return run(*options, "--", sys.executable, "-c", code, code=exit_code)


def privilege():
    expect(run("--unprivileged", "--", "ipvsadm", "-Ln", code=2),
           "Can't initialize ipvs: Permission denied (you must be root)\n"
           "Are you sure that IP Virtual Server is built in the kernel or as module?\n", "without privilege")
    expect(run("--unprivileged", "--", "cat", "/proc/net/ip_vs").count("\n"), 3, "lines of the file, which all may read")
    expect("Permission denied" in run("--unprivileged", "--", "sh", "-c", "echo 1 >/proc/sys/net/ipv4/vs/conntrack", code=2),
           True, "a value that is written without privilege")
    old = "import socket\ntry: socket.socket(2, 3, 255).getsockopt(0, 1152, 64)\nexcept OSError as error: print(error.errno)"
    expect(python(old, "--unprivileged"), "1\n", "the old socket options without privilege")


def module():
    expect(run("--module", "absent", "--", "ipvsadm", "-Ln", code=2), ABSENT, "without the module")
    expect(run("--module", "absent", "--", "test", "-e", "/proc/net/ip_vs", code=1), "", "its file")
    expect(run("--module", "late:1", "--", "sh", "-c", "ipvsadm -Ln; ipvsadm -Ln"), HEAD + ABSENT, "a module that comes late")
    # As if they had worked; the real kernel is not asked.
    run("--module", "absent", "--", "sh", "-c", "! command -v modprobe || modprobe -q ip_vs || true")


def netlink_protocols():
    opens = "import socket\nfor protocol in (0, 15, 16): print(socket.socket(16, 3, protocol).getsockopt(1, 38))"
    expect(python(opens), "0\n15\n16\n", "protocols of netlink sockets")
    refused = """import socket
for protocol in (0, 15):
    try: socket.socket(16, 3, protocol)
    except OSError as error: print(error.errno)
print(socket.socket(16, 3, 16).getsockopt(1, 38))"""
    expect(python(refused, "--isolate"), "93\n93\n16\n", "protocols of netlink sockets, isolated")
    foreign = """import socket, struct
s = socket.socket(16, 3, 16)
body = struct.pack("=BBHHH", 3, 1, 0, 4 + len(b"nl80211") + 1, 2) + b"nl80211\\0"
s.send(struct.pack("=IHHII", 16 + len(body), 16, 5, 1, 0) + body)
print(struct.unpack_from("=i", s.recv(4096), 16)[0])"""
    for options in ([], ["--strict"], ["--isolate"]):
        expect(python(foreign, *options), "-2\n", "a family that is not simulated")


def kernel():
    expect(run("--hz", "250", "--", "sh", "-c", "ipvsadm -A -t 10.0.0.1:80 -p 10 && grep -c 'persistent 2500 ' /proc/net/ip_vs"),
           "1\n", "persistence in jiffies")
    expect(run("--profile", "linux-6.1-serial", "--", "ipvsadm", "-Ln"), HEAD, "another profile")
    one, two = (run("--salt", salt, "--", "sh", "-c", "for i in $(seq 30); do ipvsadm -A -t 10.$i.$((i*37%251)).1:$((i*991)); done; "
                    "cut -d' ' -f3 /proc/net/ip_vs") for salt in ("0", "128"))
    expect(sorted(one.split()), sorted(two.split()), "services under two salts")
    expect(one == two, False, "the order of services is the same under two salts")
    # A backup takes what its link can carry (ipvs-control.md 13).
    expect(run("--link", "d7:9000:10.5.5.5/24", "--", "sh", "-c",
               "ipvsadm --start-daemon backup --mcast-interface d7 --syncid 5 && ipvsadm -L --daemon"),
           "backup sync daemon (mcast=d7, syncid=5, maxlen=8972, group=224.0.0.81, port=8848, ttl=1)\n", "a daemon on a link")
    run("--", "ipvsadm", "--start-daemon", "master", "--mcast-interface", "d7", code=255)


def dump_buffer():
    script = "for i in 1 2 3 4 5; do ipvsadm -A -t 10.0.0.$i:80; done; ipvsadm -Ln"
    whole = run("--", "sh", "-c", script)
    for rule in ("fixed:400", "script:700,320,2000", "random:320,900"):
        expect(run("--dump-buffer", rule, "--", "sh", "-c", script), whole, f"the table through {rule}")
    # Nothing fits, and stock says nothing about it (rfc-dumps.md).
    expect(run("--dump-buffer", "fixed:100", "--", "sh", "-c", script), HEAD, "a table that does not fit")
    drawn = [python(DUMP_SIZES, "--seed", seed, "--dump-buffer", "random:320,4000") for seed in "112"]
    expect(drawn[0], drawn[1], "sizes of a dump's datagrams in two runs of one seed")
    expect(drawn[0] == drawn[2], False, f"that the sizes are the same for another seed: {drawn[0]}")
    sizes = [int(size) for size in python(DUMP_SIZES, "--dump-buffer", "fixed:700").split()]
    expect(max(sizes) <= 700 < max(sizes) + 200, True, f"datagrams fill 700 bytes: {sizes}")
    expect(len(python(DUMP_SIZES).split()) < len(sizes), True, "fewer datagrams without a limit")


def namespaces():
    if subprocess.run(["unshare", "-rn", "true"], check=False).returncode != 0:
        sys.exit("this system lets no ordinary user make a namespace")
    expect(run("--", "sh", "-c", "ipvsadm -A -t 10.0.0.1:80; unshare -rn sh -c 'ipvsadm -Sn; ipvsadm -A -u 10.0.0.2:53; "
               "ipvsadm -Sn; grep -c ^UDP /proc/net/ip_vs'; ipvsadm -Sn; grep -c ^TCP /proc/net/ip_vs"),
           "-A -u 10.0.0.2:53 -s wlc\n1\n-A -t 10.0.0.1:80 -s wlc\n1\n", "tables of two namespaces")


def traces():
    """What the run puts into the folder for temporary files is gone with it."""
    with tempfile.TemporaryDirectory() as folder:
        listed = run("--", "ls", "/proc/sys/net/ipv4/vs", TMPDIR=folder)
        expect((listed.count("\n"), os.listdir(folder)), (30, []), "names listed, files left behind")


def refusals():
    for options in (["--hz", "0"], ["--salt", "300"], ["--link", "d0"], ["--dump-buffer", "fixed:3"], ["--module", "gone"],
                    ["--profile", "linux-1.0"], ["--restore", "/nosuch"], ["--no-such-option"], ["--pcap", "/nosuch/file"]):
        said = run(*options, "--", "true", code=125)
        expect((said.count("\n"), said.startswith("ipvsim run: ")), (1, True), f"lines said about {options}: {said}")
    # A listener is a system's only once in a chain of programs.
    said = run("--", ipvsim, "run", "--", "true", code=125)
    expect((said.count("\n"), said.startswith("ipvsim run: ")), (1, True), f"a run in a run: {said}")


for check in (privilege, module, netlink_protocols, kernel, dump_buffer, namespaces, traces, refusals):
    check()
print("options: all as they must be")
