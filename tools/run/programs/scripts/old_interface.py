#!/usr/bin/python3
"""ipvsadm on the old socket options, to which it falls back where netlink is missing: the table it makes and shows is
the one that netlink makes and shows.

Use: ipvsim run -- old_interface.py WITHOUT_NETLINK
"""
import subprocess
import sys

without_netlink = sys.argv[1]
TABLE = """-A -t 10.0.0.1:80 -s rr
-a -t 10.0.0.1:80 -r 10.1.0.2:8080 -m -w 3
-a -t 10.0.0.1:80 -r 10.1.0.3:80 -g -w 0
-a -t 10.0.0.1:80 -r 10.1.0.4:80 -i -w 1 -x 100 -y 50
-A -u 10.0.0.2:53 -s wlc -p 600 -M 255.255.255.0
-a -u 10.0.0.2:53 -r 10.1.0.5:53 -g -w 1
-A --sctp-service 10.0.0.3:3868 -s sh
-A -f 7 -s nq
-a -f 7 -r 10.1.0.6:0 -g -w 1
"""
SHOWN = [["-Ln"], ["-Ln", "--stats"], ["-Ln", "--rate"], ["-Ln", "--thresholds"], ["-Ln", "--persistent-conn"],
         ["-Ln", "--timeout"], ["-Lnc"], ["-Sn"]]


def run(*command, given=None, code=0):
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != code:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def new(*arguments, **more):
    return run("ipvsadm", *arguments, **more)


def old(*arguments, **more):
    return run(without_netlink, "ipvsadm", *arguments, **more)


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}:\n{got}\nnot\n{wanted}")


def compare(what):
    for arguments in SHOWN:
        expect(old(*arguments), new(*arguments), f"{' '.join(arguments)} {what}, by the old interface and by the new one")


def main():
    compare("of nothing")
    old("-R", given=TABLE)
    compare("of a table made by the old interface")
    for service in (["-t", "10.0.0.1:80"], ["-f", "7"]):
        expect(old("-Ln", *service), new("-Ln", *service), f"service {service}")
    by_old = new("-Sn")
    expect(by_old.count("\n"), TABLE.count("\n"), "number of entries")
    old("-C")
    expect(new("-Sn"), "", "what is left after a flush")
    new("-R", given=TABLE)
    expect(old("-Sn"), by_old, "the table made by netlink, shown by the old interface")

    old("--set", "100", "20", "30")
    old("-E", "-t", "10.0.0.1:80", "-s", "wrr", "-p", "90")
    old("-e", "-t", "10.0.0.1:80", "-r", "10.1.0.2:8080", "-m", "-w", "9")
    old("-d", "-t", "10.0.0.1:80", "-r", "10.1.0.3:80")
    old("-D", "-f", "7")
    old("-Z")
    old("--start-daemon", "master", "--mcast-interface", "lo", "--syncid", "7")
    compare("after changes")
    expect(new("-Ln", "--timeout"), "Timeout (tcp tcpfin udp): 100 20 30\n", "timeouts")
    expect("-A -t 10.0.0.1:80 -s wrr -p 90\n" in new("-Sn"), True, "the service edited")
    # The old structures have no room for what a daemon got later.
    expect(old("-Ln", "--daemon"), "master sync daemon (mcast=lo, syncid=7)\n", "the daemon")
    expect(new("-Ln", "--daemon").startswith("master sync daemon (mcast=lo, syncid=7, maxlen="), True, "the daemon by netlink")
    old("--stop-daemon", "master")

    expect(old("-A", "-t", "10.0.0.1:80", code=255), new("-A", "-t", "10.0.0.1:80", code=255), "what is said of a service "
           "that is there")
    expect(old("-D", "-t", "10.9.9.9:80", code=255), new("-D", "-t", "10.9.9.9:80", code=255), "what is said of none")
    # Nor for an IPv6 address.
    old("-A", "-t", "[2001:db8::1]:80", code=255)
    new("-A", "-t", "[2001:db8::1]:80")
    expect("2001" in old("-Ln"), False, "an IPv6 service through structures that cannot hold it")
    print("old interface: all as it must be")


main()
