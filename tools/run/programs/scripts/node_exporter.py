#!/usr/bin/python3
"""prometheus-node-exporter reports the simulated table over HTTP on loopback."""
import re
import subprocess
import sys
import urllib.request

SERVICES = ["-A -t 10.0.0.1:80 -s rr", "-a -t 10.0.0.1:80 -r 10.1.0.1:8080 -m -w 7", "-A -f 9 -s wlc",
            "-a -f 9 -r 10.1.0.2:0 -g -w 3", "-A -t [2001:db8::1]:443 -s sh",
            "-a -t [2001:db8::1]:443 -r [2001:db8::2]:8443 -m -w 1"]
WANTED = [
    'node_ipvs_backend_weight{local_address="10.0.0.1",local_mark="",local_port="80",proto="TCP",'
    'remote_address="10.1.0.1",remote_port="8080"} 7',
    'node_ipvs_backend_weight{local_address="",local_mark="00000009",local_port="0",proto="FWM",'
    'remote_address="10.1.0.2",remote_port="0"} 3',
    'node_ipvs_backend_weight{local_address="2001:db8::1",local_mark="",local_port="443",proto="TCP",'
    'remote_address="2001:db8::2",remote_port="8443"} 1',
    'node_ipvs_connections_total 0',
    'node_scrape_collector_success{collector="ipvs"} 1',
]


def listening_port(log):
    """The exporter chose it, and says so."""
    for line in log:
        if match := re.search(r'msg="Listening on".*address=127\.0\.0\.1:(\d+)', line):
            return int(match[1])
    sys.exit("the exporter ended without listening")


def main():
    for command in SERVICES:
        subprocess.run(["ipvsadm", *command.split()], check=True)
    exporter = subprocess.Popen(["prometheus-node-exporter", "--collector.disable-defaults", "--collector.ipvs",
                                 "--web.listen-address=127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
    try:
        port = listening_port(exporter.stderr)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as page:
            metrics = page.read().decode().splitlines()
    finally:
        exporter.terminate()
        exporter.wait()
    missing = [line for line in WANTED if line not in metrics]
    if missing:
        print("not reported:", *missing, "reported:", *[line for line in metrics if "ipvs" in line], sep="\n")
        sys.exit(1)
    print("node_exporter: all as it must be")


main()
