#!/usr/bin/python3
"""`ipvsim run --trace` and `--pcap`: what passed, as lines and as a capture. Use: sight.py IPVSIM IPVS_LUA"""
import os
import re
import subprocess
import sys
import tempfile

ipvsim, script = sys.argv[1:3]
ADD_AND_LIST = ("ipvsadm -A -t 10.0.0.1:80 -s wlc; ipvsadm -a -t 10.0.0.1:80 -r 10.1.0.1:81 -m -w 7; "
                "ipvsadm -Ln >/dev/null; ipvsadm -D -u 10.9.9.9:53 2>/dev/null")


def run(*command, code=0, **environment):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60,
                          env={**os.environ, **environment})
    if done.returncode != code:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}:\n{got}\nnot\n{wanted}")


def lines():
    done = run(ipvsim, "run", "--trace", "--", "sh", "-c", ADD_AND_LIST, code=255)
    expect(done.stdout, "", "standard output, which is the programs'")
    shape = re.compile(r"ipvsadm\[(\d+)\] ([<>]) (\S+) seq (\d+)(?: flags (\S+))?(?:  (.*))?")
    messages = [shape.fullmatch(line) for line in done.stderr.splitlines()]
    expect([line for line, match in zip(done.stderr.splitlines(), messages) if not match], [], "lines of another shape")
    expect(len({match[1] for match in messages}), 4, "processes told apart")
    asked = [(match[3], match[6]) for match in messages if match[2] == ">" and match[3] not in ("GETFAMILY", "GET_INFO")]
    expect(asked, [("NEW_SERVICE", "10.0.0.1:80 tcp wlc"), ("NEW_DEST", "10.0.0.1:80 tcp -> 10.1.0.1:81 masq weight 7"),
                   ("GET_SERVICE", None), ("GET_DEST", "10.0.0.1:80 tcp"), ("DEL_SERVICE", "10.9.9.9:53 udp")], "requests")
    told = [(match[3], match[6]) for match in messages if match[2] == "<" and match[3] not in ("NEWFAMILY", "SET_INFO", "ACK")]
    expect(told, [("NEW_SERVICE", "10.0.0.1:80 tcp wlc"), ("DONE", "0"),
                  ("NEW_DEST", "10.1.0.1:81 masq weight 7"), ("DONE", "0"), ("ERROR", "ESRCH to DEL_SERVICE")], "answers")


def side_by_side():
    """Two programs at once, each with a dump of several datagrams: every message is there, under its own name."""
    script = ("for i in 1 2 3; do ipvsadm -A -t 10.0.0.$i:80; done 2>/dev/null; exec 2>&1; "
              "ipvsadm -Ln >/dev/null & ipvsadm -Ln >/dev/null & wait")
    said = run(ipvsim, "run", "--dump-buffer", "fixed:400", "--trace", "--", "sh", "-c", script).stderr
    told = {}
    for process, message in re.findall(r"ipvsadm\[(\d+)\] < (NEW_SERVICE .*|DONE .*)", said):
        told.setdefault(process, []).append(message.split("  ")[-1])
    services = ["10.0.0.1:80 tcp wlc", "10.0.0.2:80 tcp wlc", "10.0.0.3:80 tcp wlc"]
    expect([sorted(each[:3]) for each in told.values()], [services, services], f"services told to each of two:\n{said}")


def names():
    """A name with a newline and a colour in it stays one harmless word."""
    evil = ("import ctypes, socket, struct\nctypes.CDLL(None).prctl(15, b'a\\nb\\x1b[31m')\ns = socket.socket(16, 3, 16)\n"
            "s.send(struct.pack('=IHHIIBBHHH5sxxx', 32, 16, 1, 7, 0, 3, 1, 0, 9, 2, b'IPVS\\0'))\ns.recv(4096)")
    said = run(ipvsim, "run", "--trace", "--", sys.executable, "-c", evil).stderr
    expect((said.count("\n"), "\x1b" in said), (2, False), f"lines and colours of {said!r}")


def capture(folder):
    path = os.path.join(folder, "capture.pcap")
    run(ipvsim, "run", "--pcap", path, "--", "sh", "-c", ADD_AND_LIST, code=255)
    tshark = ["tshark", "-X", f"lua_script:{script}", "-r", path]
    first = run(*tshark, "-c", "1", "-V", HOME=folder).stdout
    expect("Command: CTRL_CMD_NEWFAMILY" in first and "IPVS" in first, True, f"the first datagram:\n{first}")
    everything = run(*tshark, "-V", HOME=folder).stdout
    expect("alformed" in everything or "Expert Info (Error" in everything, False, "malformed datagrams")
    rows = run(*tshark, "-T", "fields", "-E", "separator=|", "-Y", "ipvs_genl.dest.addr", "-e", "ipvs_genl.cmd", "-e",
               "ipvs_genl.service.addr", "-e", "ipvs_genl.service.port", "-e", "ipvs_genl.dest.addr", "-e",
               "ipvs_genl.dest.weight", HOME=folder).stdout.split()
    expect(rows, ["5|10.0.0.1|80|10.1.0.1|7", "5|||10.1.0.1|7"], "the destination as it was asked for and told")



def full():
    done = run(ipvsim, "run", "--pcap", "/dev/full", "--", "ipvsadm", "-Ln", code=125)
    expect((done.stderr.count("\n"), done.stderr.startswith("ipvsim run: /dev/full: ")), (1, True), done.stderr)


lines()
side_by_side()
names()
with tempfile.TemporaryDirectory() as scratch:
    capture(scratch)
full()
print("sight: all as it must be")
