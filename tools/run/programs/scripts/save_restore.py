#!/usr/bin/python3
"""Saved, flushed, restored and saved again, a table is the same text: every scheduler, every kind of service, every way
to forward, in the words ipvsadm has for them (it saves no thresholds). Use: ipvsim run -- save_restore.py"""
import subprocess
import sys

SCHEDULERS = ["rr", "wrr", "lc", "wlc", "lblc", "lblcr", "dh", "sh", "sed", "nq", "fo", "ovf", "mh"]
SERVICES = [
    "-A -u 10.0.1.1:53 -s rr -p 360",
    "-A -u 10.0.1.2:53 -s rr -o",
    "-A -u 10.0.1.3:5060 -s rr -p 60 --pe sip -o",
    "-A -t 10.0.1.4:80 -s wlc -p 600 -M 255.255.255.0",
    "-A -t 10.0.1.5:0 -s lc -p 300",
    "-A --sctp-service 10.0.1.6:3868 -s sh -b sh-fallback,sh-port",
    "-A -t 10.0.1.7:80 -s mh -b mh-fallback,mh-port",
    "-A -f 2147483647 -s dh",
    "-A -f 2 -6 -s nq",
    "-A -t [2001:db8::1]:443 -s sed -p 300 -M 64",
    "-A -t [::]:443 -s rr",
]
DESTINATIONS = [
    "-a -u 10.0.1.1:53 -r 10.1.0.1:53 -m -w 1",
    "-a -u 10.0.1.1:53 -r 10.1.0.2:53 -g -w 0",
    "-a -u 10.0.1.1:53 -r 10.1.0.3:53 -i -w 65535 --tun-type ipip",
    "-a -t 10.0.1.4:80 -r 10.1.0.4:80 -i -w 1 --tun-type gue --tun-port 6080 --tun-nocsum",
    "-a -t 10.0.1.4:80 -r 10.1.0.5:80 -i -w 1 --tun-type gue --tun-port 6080 --tun-remcsum",
    "-a -t 10.0.1.4:80 -r 10.1.0.6:80 -i -w 1 --tun-type gue --tun-port 6080 --tun-csum",
    "-a -t 10.0.1.4:80 -r 10.1.0.7:80 -i -w 1 --tun-type gre --tun-nocsum",
    "-a -t 10.0.1.4:80 -r 10.1.0.8:80 -i -w 1 --tun-type gre --tun-csum",
    "-a -t 10.0.1.4:80 -r 10.1.0.9:80 -i -w 1 --tun-type ipip",
    "-a -f 2 -6 -r [2001:db8::11]:0 -g -w 1",
    "-a -t [2001:db8::1]:443 -r [2001:db8::12]:8443 -m -w 1",
    "-a -t [2001:db8::1]:443 -r 10.1.0.10:443 -i -w 1 --tun-type ipip",
    "-a -t 10.0.1.5:0 -r [2001:db8::13]:0 -i -w 1 --tun-type ipip",
]


def ipvsadm(*arguments, given=None):
    done = subprocess.run(["ipvsadm", *arguments], input=given, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"ipvsadm {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}:\n{got}\nnot\n{wanted}")


def main():
    commands = [f"-A -t 10.0.0.{place}:80 -s {name}" for place, name in enumerate(SCHEDULERS, 1)]
    commands += SERVICES + DESTINATIONS
    for command in commands:
        ipvsadm(*command.split())
    saved, listed = ipvsadm("-Sn"), ipvsadm("-Ln", "--tun-info")
    expect(saved.count("\n"), len(commands), "lines saved")
    for name in SCHEDULERS:
        expect(f" -s {name}\n" in saved, True, f"scheduler {name} in\n{saved}")
    expect("\n".join(sorted(saved.splitlines())), "\n".join(sorted(commands)), "what was saved")
    ipvsadm("-C")
    expect(ipvsadm("-Sn"), "", "what is left after a flush")
    ipvsadm("-R", given=saved)
    expect(ipvsadm("-Sn"), saved, "saved again")
    expect(ipvsadm("-Ln", "--tun-info"), listed, "listed again")
    # And by names instead of numbers, which is what -S does by itself.
    named = ipvsadm("-S")
    expect(named.count("\n"), len(commands), "lines saved with names")
    print("save_restore: all as it must be")


main()
