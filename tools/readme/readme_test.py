#!/usr/bin/env python3
"""Keeps README.md true: runs each command of its sh blocks, and gives its C++ blocks to the compiler.

usage: readme_test.py run README IPVSIM_FOLDER BUILD_FOLDER   runs the commands, in a folder of its own
       readme_test.py extract README OUTPUT                   writes the C++ blocks as a test file
"""
import os
import re
import subprocess
import sys
import tempfile

# These two install packages and build; .ci/run runs them as they are, from a clone.
RUN_BY_CI = {"./tools/try", "./tools/check"}


def blocks(readme, language):
    """The contents of the fenced blocks of one language."""
    with open(readme, encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


def commands(readme):
    """Each command line of the sh blocks, without its comment."""
    for block in blocks(readme, "sh"):
        for line in block.splitlines():
            command = re.sub(r"\s+#\s.*$", "", line).strip()
            if command:
                yield command


def run(readme, ipvsim_folder, build_folder):
    repository = os.path.dirname(os.path.abspath(readme))
    with open(os.path.join(repository, ".ci/run"), encoding="utf-8") as file:
        ci = file.read()
    environment = dict(os.environ, PATH=ipvsim_folder + os.pathsep + os.environ["PATH"])
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "build"))
        os.symlink(build_folder, os.path.join(folder, "build", "release"))
        for command in commands(readme):
            if command in RUN_BY_CI:
                if command not in ci:
                    sys.exit(f"README: {command} is not run by .ci/run")
                continue
            print(f"$ {command}", flush=True)
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, check=False,
                                  stdout=subprocess.DEVNULL)
            if done.returncode != 0:
                sys.exit(f"README: this command exits with {done.returncode}: {command}")
            ran += 1
    if ran == 0:
        sys.exit("README: no command found")
    print(f"{ran} commands of README.md run")


def extract(readme, output):
    bodies = blocks(readme, "cpp")
    includes = ["<algorithm>", "<gtest/gtest.h>", "<netlink/genl/ctrl.h>", "<netlink/netlink.h>", "<sys/socket.h>", "<unistd.h>",
                '"ipvsim/gtest.h"', '"ipvsim/nl.h"', '"ipvsim/pump.h"', '"ipvsim/schedule.h"']
    text = "// Extracted from README.md by tools/readme/readme_test.py.\n"
    text += "".join(f"#include {name}\n" for name in includes) + "\n" + "\n".join(bodies)
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)


def main(arguments):
    if len(arguments) == 4 and arguments[0] == "run":
        run(*arguments[1:])
    elif len(arguments) == 3 and arguments[0] == "extract":
        extract(*arguments[1:])
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
