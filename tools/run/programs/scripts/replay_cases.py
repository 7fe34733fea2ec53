#!/usr/bin/python3
"""Runs the commands of a case file in order and compares output and exit status with what was recorded.

Use: ipvsim run --hz 100 --link d0:1500:10.5.5.5/24 -- replay_cases.py FILE

A case file: `$ ` a command, `| ` its standard output, `! ` its standard error, then its exit status. Behind a line
`# NAME.txt`, lines with `> ` are the contents of a file of that name, which is there while the commands run. The first
line names the version of ipvsadm that was recorded; of another version only the exit statuses are judged, which is said.
"""
import os
import re
import subprocess
import sys
import tempfile


class Case:
    def __init__(self, line, command):
        self.line, self.command = line, command
        self.out, self.err, self.status = "", "", None


def parse(path):
    cases, files, name = [], {}, None
    with open(path, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            line = line.rstrip("\n")
            if line.startswith("$ "):
                cases.append(Case(number, line[2:]))
            elif line.startswith("| "):
                cases[-1].out += line[2:] + "\n"
            elif line == "|":
                cases[-1].out += "\n"
            elif line.startswith("! "):
                cases[-1].err += line[2:] + "\n"
            elif line.startswith("exit "):
                cases[-1].status = int(line[5:])
            elif line.startswith("> ") and name:
                files[name] += line[2:] + "\n"
            elif match := re.fullmatch(r"# (\S+\.txt)", line):
                name = match[1]
                files[name] = ""
            elif line and not line.startswith("#"):
                sys.exit(f"{path}:{number}: not a line of a case file: {line}")
    return cases, files


def versions(path):
    """That of the recording, and that of the program which is here."""
    with open(path, encoding="utf-8") as text:
        recorded = re.match(r"# ipvsadm (\S+)", text.readline())
    done = subprocess.run(["ipvsadm", "--version"], capture_output=True, text=True, check=True)
    here = re.match(r"ipvsadm v(\S+)", done.stdout)
    if not recorded or not here:
        sys.exit(f"{path}: no version of ipvsadm in its first line, or none in: {done.stdout}")
    return recorded[1], here[1]


def difference(case, done, texts):
    expected, got = {"exit status": case.status}, {"exit status": done.returncode}
    if texts:
        expected.update({"standard output": case.out, "standard error": case.err})
        got.update({"standard output": done.stdout, "standard error": done.stderr})
    return [f"  {what}:\n--- recorded\n{expected[what]}\n--- here\n{got[what]}" for what in expected
            if expected[what] != got[what]]


def main():
    if len(sys.argv) != 2:
        sys.exit("use: replay_cases.py FILE")
    cases, files = parse(sys.argv[1])
    if not cases:
        sys.exit(f"{sys.argv[1]}: no case in it")
    recorded, here = versions(sys.argv[1])
    if recorded != here:
        print(f"recorded from ipvsadm {recorded}, here is {here}: what it prints is left out, exit statuses are judged")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(content)
        for case in cases:
            done = subprocess.run(["sh", "-c", case.command], cwd=folder, capture_output=True, text=True, check=False)
            lines = difference(case, done, recorded == here)
            if lines:
                failed += 1
                print(f"line {case.line}: {case.command}", *lines, sep="\n")
    print(f"{len(cases)} commands, {failed} differ")
    sys.exit(1 if failed else 0)


main()
