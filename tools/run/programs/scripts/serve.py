#!/usr/bin/python3
"""One kernel, several runs: --serve, --attach, ipvsim ctl, --save and --restore. Use: serve.py IPVSIM"""
import json
import os
import signal
import subprocess
import sys
import tempfile

ipvsim = sys.argv[1]
EMPTY = """IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
"""


def run(*command, code=0, stdin=None):
    done = subprocess.run(command, capture_output=True, text=True, check=False, input=stdin, timeout=60)
    if done.returncode != code:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}:\n{got}\nnot\n{wanted}")


class Served:
    """A kernel at a socket, with nothing but others' programs on it."""

    def __init__(self, folder, *options):
        self.path = os.path.join(folder, "kernel")
        self.process = subprocess.Popen([ipvsim, "run", "--serve", self.path, *options])
        while subprocess.run([ipvsim, "ctl", self.path, "show"], capture_output=True, check=False).returncode != 0:
            if self.process.poll() is not None:
                sys.exit("the serving run ended")

    def program(self, *command, code=0):
        return run(ipvsim, "run", "--attach", self.path, "--", *command, code=code)

    def ctl(self, *arguments, code=0):
        return run(ipvsim, "ctl", self.path, *arguments, code=code)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        expect(self.process.wait(60), 0, "exit code of the serving run")
        expect(os.path.exists(self.path), False, "the socket is there after the end")


def shared_table(kernel):
    kernel.program("ipvsadm", "-A", "-t", "10.0.0.1:80", "-s", "rr")
    kernel.program("ipvsadm", "-a", "-t", "10.0.0.1:80", "-r", "10.1.0.1:80", "-m", "-w", "3")
    expect(kernel.program("ipvsadm", "-Sn"), "-A -t 10.0.0.1:80 -s rr\n-a -t 10.0.0.1:80 -r 10.1.0.1:80 -m -w 3\n",
           "the table another run made")
    expect(kernel.program("cat", "/proc/net/ip_vs").count("\n"), 5, "lines of the file")
    kernel.program("sh", "-c", "echo 1 >/proc/sys/net/ipv4/vs/conntrack")
    expect(kernel.program("cat", "/proc/sys/net/ipv4/vs/conntrack"), "1\n", "a value another run wrote")


def namespaces(kernel):
    """A run that ended does not leave its namespaces' tables to those that get their numbers."""
    for _ in range(30):
        expect(kernel.program("unshare", "-rn", "sh", "-c", "ipvsadm -Sn; ipvsadm -A -u 10.0.0.1:53"), "",
               "the table of a new namespace")


def statistics(kernel):
    kernel.ctl("stats", "tcp:10.0.0.1:80", "conns=5", "inpkts=60", "inbytes=7000", "cps=2")
    kernel.ctl("stats", "tcp:10.0.0.1:80", "10.1.0.1:80", "conns=4")
    kernel.ctl("connections", "tcp:10.0.0.1:80", "10.1.0.1:80", "11", "22", "33")
    shown = kernel.program("ipvsadm", "-Ln", "--stats", "--exact").splitlines()
    expect(shown[3].split(), ["TCP", "10.0.0.1:80", "5", "60", "0", "7000", "0"], "statistics of the service")
    expect(shown[4].split(), ["->", "10.1.0.1:80", "4", "0", "0", "0", "0"], "statistics of the destination")
    expect(kernel.program("ipvsadm", "-Ln", "--rate").splitlines()[3].split()[2], "2", "connections a second")
    expect(kernel.program("ipvsadm", "-Ln").splitlines()[4].split()[4:], ["11", "22"], "connection counts")
    kernel.ctl("traffic", "tcp:10.0.0.1:80", "10.1.0.1:80", "conns=100")
    kernel.ctl("advance", "2000")
    shown = kernel.program("ipvsadm", "-Ln", "--stats", "--exact").splitlines()
    expect([shown[3].split()[2], shown[4].split()[2]], ["105", "104"], "connections after the sampler ran")
    expect("0x" in kernel.program("cat", "/proc/net/ip_vs_stats"), False, "totals")


def faults(kernel):
    kernel.ctl("fault", "fail-requests", "1", "ENOMEM")
    kernel.program("ipvsadm", "-A", "-t", "10.0.0.2:80", code=2)
    kernel.program("ipvsadm", "-A", "-t", "10.0.0.2:80")
    kernel.program("ipvsadm", "-D", "-t", "10.0.0.2:80")
    kernel.ctl("privileged", "no")
    kernel.program("ipvsadm", "-Ln", code=2)
    kernel.ctl("privileged", "yes")
    kernel.ctl("dump-buffer", "fixed:400")
    before = json.loads(kernel.ctl("show"))["dump_chunks"]
    kernel.program("ipvsadm", "-Ln")
    kernel.ctl("dump-buffer", "kernel")
    shown = json.loads(kernel.ctl("show"))
    expect(shown["dump_chunks"] > before, True, "chunks of a dump counted")
    expect(shown["sockets"], 0, "open sockets after their programs")


def states(kernel, folder):
    text, everything = os.path.join(folder, "state"), os.path.join(folder, "state.json")
    kernel.ctl("save", text)
    kernel.ctl("save", everything)
    kernel.program("ipvsadm", "-C")
    expect(kernel.program("ipvsadm", "-Ln"), EMPTY, "the table after a flush")
    kernel.ctl("restore", everything)
    expect(kernel.program("ipvsadm", "-Ln", "--stats", "--exact").splitlines()[3].split()[2], "105", "statistics restored")
    expect(run(ipvsim, "run", "--restore", text, "--", "ipvsadm", "-Sn"), kernel.program("ipvsadm", "-Sn"),
           "the table in a run of its own")
    again = os.path.join(folder, "again.json")
    run(ipvsim, "run", "--restore", everything, "--save", again, "--", "true")
    expect(json.load(open(again, encoding="utf-8")), json.load(open(everything, encoding="utf-8")), "saved again")


def module(kernel):
    kernel.ctl("module", "absent")
    kernel.ctl("module", "unload")
    kernel.program("ipvsadm", "-Ln", code=2)
    expect(kernel.program("cat", "/proc/net/ip_vs", code=1), "cat: /proc/net/ip_vs: No such file or directory\n", "file")
    kernel.ctl("module", "late:1")
    kernel.program("ipvsadm", "-Ln", code=2)
    expect(kernel.program("ipvsadm", "-Ln"), EMPTY, "the table of a module loaded anew")


def refusals(kernel):
    for arguments in (["nonsense"], ["advance", "soon"], ["stats", "tcp:10.0.0.1:80"], ["stats", "tcp:10.9.9.9:80", "conns=1"],
                      ["stats", "what", "conns=1"], ["fault", "bites"], ["module", "gone"], ["restore", "/nosuch"],
                      ["show", "--netns", "7"], ["connections", "tcp:10.0.0.1:80", "10.1.0.1:80", "1"]):
        said = kernel.ctl(*arguments, code=2)
        expect(said.count("\n"), 1, f"lines said about {arguments}")
    run(ipvsim, "ctl", kernel.path + "x", "show", code=3)
    expect(run(ipvsim, "run", "--attach", kernel.path + "x", "--", "true", code=125),
           f"ipvsim run: {kernel.path}x: No such file or directory\n", "attaching to nothing")
    run(ipvsim, "run", "--attach", kernel.path, "--hz", "100", "--", "true", code=125)
    run(ipvsim, "run", "--serve", kernel.path, "--", "true", code=125)


def main():
    with tempfile.TemporaryDirectory() as folder:
        kernel = Served(folder)
        shared_table(kernel)
        statistics(kernel)
        faults(kernel)
        refusals(kernel)
        states(kernel, folder)
        module(kernel)
        namespaces(kernel)
        kernel.end()
    print("serve: all as it must be")


main()
