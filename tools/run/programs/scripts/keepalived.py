#!/usr/bin/python3
"""keepalived with two virtual servers: the table follows a TCP check that fails and one that passes, a server that
comes back, a reload, and the end of keepalived."""
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

LIMIT_SECONDS = 60

SERVER = """
virtual_server {address} 80 {{
  delay_loop 1
  lb_algo {scheduler}
  lb_kind NAT
  protocol TCP
  real_server 127.0.0.1 {port} {{
    weight {weight}
    TCP_CHECK {{
      connect_timeout 5
      retry 0
      delay_before_retry 0
      warmup 0
    }}
  }}
}}
"""


def bound_socket():
    """A port of our own; nobody else gets it, and without listen() nobody reaches it."""
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    return sock, sock.getsockname()[1]


def table():
    done = subprocess.run(["ipvsadm", "-Sn"], capture_output=True, text=True, check=True)
    return sorted(done.stdout.splitlines())


def wait_for(wanted, what, log):
    deadline = time.monotonic() + LIMIT_SECONDS
    got = None
    while time.monotonic() < deadline:
        got = table()
        if got == sorted(wanted):
            return
        time.sleep(0.05)
    log.seek(0)
    sys.exit(f"{what}: the table is\n" + "\n".join(got) + "\nnot\n" + "\n".join(wanted) + "\n" + log.read())


def main():
    good, good_port = bound_socket()
    bad, bad_port = bound_socket()
    good.listen(128)
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "log"), "w+", encoding="utf-8") as log:
        path = os.path.join(folder, "keepalived.conf")

        def configure(*servers):
            with open(path, "w", encoding="ascii") as config:
                for address, scheduler, port, weight in servers:
                    config.write(SERVER.format(address=address, scheduler=scheduler, port=port, weight=weight))

        configure(("10.0.0.1", "rr", good_port, 3), ("10.0.0.2", "wlc", bad_port, 1))
        keepalived = subprocess.Popen(["keepalived", "--dont-fork", "--log-console", "--check", "--use-file", path,
                                       "--pid", os.path.join(folder, "pid"), "--checkers_pid",
                                       os.path.join(folder, "checkers_pid")], stdout=log, stderr=log)
        first = ["-A -t 10.0.0.1:80 -s rr", f"-a -t 10.0.0.1:80 -r 127.0.0.1:{good_port} -m -w 3"]
        second = ["-A -t 10.0.0.2:80 -s wlc"]
        back = [f"-a -t 10.0.0.2:80 -r 127.0.0.1:{bad_port} -m -w 1"]
        wait_for(first + second, "one check passes, one fails", log)
        bad.listen(128)
        wait_for(first + second + back, "the server that failed is back", log)
        configure(("10.0.0.2", "wlc", bad_port, 1), ("10.0.0.3", "sh", good_port, 5))
        keepalived.send_signal(signal.SIGHUP)
        third = ["-A -t 10.0.0.3:80 -s sh", f"-a -t 10.0.0.3:80 -r 127.0.0.1:{good_port} -m -w 5"]
        wait_for(second + back + third, "reloaded", log)
        keepalived.send_signal(signal.SIGTERM)
        if keepalived.wait(LIMIT_SECONDS) != 0:
            sys.exit(f"keepalived ended with {keepalived.returncode}")
        wait_for([], "stopped", log)
    print("keepalived: all as it must be")


main()
