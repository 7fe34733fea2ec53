#!/usr/bin/python3
"""Compares the files under /proc with what was recorded, after the commands the recording names.

Use: ipvsim run --hz 100 --salt K -- proc_cases.py CASES RESTORE_CASES

CASES: behind `# after COMMAND and: COMMAND; ...` those commands are run as ipvsadm; `== FILE` is followed by the
contents of a file; `# FOLDER (name mode value)` by a line a file of that folder. RESTORE_CASES is a file of ipvsadm
cases (replay_cases.py) that has what `ipvsadm -R < NAME` reads.
"""
import os
import re
import stat
import subprocess
import sys


def input_files(path):
    files, name = {}, None
    with open(path, encoding="utf-8") as text:
        for line in text:
            if match := re.fullmatch(r"# (\S+\.txt)\n", line):
                name = match[1]
                files[name] = ""
            elif line.startswith("> ") and name:
                files[name] += line[2:]
    return files


def run_commands(text, files):
    for command in re.split(r" and: |; ", text):
        arguments = command.strip().removeprefix("ipvsadm").split()
        given = None
        if "<" in arguments:
            at = arguments.index("<")
            given = files[arguments[at + 1]]
            arguments = arguments[:at]
        subprocess.run(["ipvsadm", *arguments], input=given, text=True, check=True)


def contents(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Recording:
    def __init__(self, files):
        self.files, self.compared, self.differing = files, 0, 0
        self.path, self.text, self.folder, self.names = None, "", None, []

    def compare(self, what, recorded, here):
        self.compared += 1
        if recorded != here:
            self.differing += 1
            print(f"{what}:\n--- recorded\n{recorded}--- here\n{here}")

    def end_block(self):
        if self.path:
            self.compare(self.path, self.text, contents(self.path))
        if self.folder:
            self.compare(f"names in {self.folder}", self.names, sorted(os.listdir(self.folder)))
        self.path, self.text, self.folder, self.names = None, "", None, []

    def take(self, line):
        if line.startswith("== "):
            self.end_block()
            self.path = line[3:].strip()
        elif match := re.match(r"# (/\S+) \(name mode value\)", line):
            self.end_block()
            self.folder = match[1]
        elif line.startswith("# "):
            self.end_block()
            if match := re.match(r"# after (.*)", line):
                run_commands(match[1], self.files)
        elif self.folder:
            name, mode, value = line.split(" ", 2)
            path = os.path.join(self.folder, name)
            self.names.append(name)
            self.compare(path, f"{mode} {value}", f"{stat.S_IMODE(os.stat(path).st_mode):o} {contents(path)}")
        else:
            self.text += line


def main():
    if len(sys.argv) != 3:
        sys.exit("use: proc_cases.py CASES RESTORE_CASES")
    recording = Recording(input_files(sys.argv[2]))
    with open(sys.argv[1], encoding="utf-8") as text:
        for line in text:
            recording.take(line)
    recording.end_block()
    print(f"{recording.compared} compared, {recording.differing} differ")
    sys.exit(1 if recording.differing or not recording.compared else 0)


main()
