#!/usr/bin/env python3
"""The repository's own rules as a test: prints each broken one with its remedy, exit code 1 if there is any.

Example: tools/tidy/tidy.py --root . --targets build/release/tools/tidy/targets.txt
"""

import argparse
import sys

import rules_citations
import rules_determinism
import rules_files
import rules_includes
import rules_marks
import rules_packages
from sources import read_sources


def read_targets(path):
    """The files in CMake targets, one a line, as tools/tidy/CMakeLists.txt writes them."""
    with open(path, encoding="utf-8") as file:
        return {line.strip() for line in file if line.strip()}


def findings(sources, in_targets):
    """Of all rules, in the order of the rules."""
    yield from rules_includes.check_direction(sources)
    yield from rules_includes.check_public_headers(sources)
    yield from rules_includes.check_system_headers(sources)
    yield from rules_files.check_targets(sources, in_targets)
    yield from rules_files.check_opening_comment(sources)
    yield from rules_files.check_length(sources)
    yield from rules_files.check_machine(sources)
    yield from rules_files.check_folder_readmes(sources)
    yield from rules_determinism.check_determinism(sources)
    yield from rules_marks.check_marks(sources)
    yield from rules_packages.check_packages(sources)
    yield from rules_citations.check_citations(sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, help="the repository")
    parser.add_argument("--targets", required=True, help="list of the files that are in CMake targets")
    arguments = parser.parse_args()
    sources = read_sources(arguments.root)
    found = list(findings(sources, read_targets(arguments.targets)))
    for finding in found:
        print(finding)
    print(f"tidy: {len(sources)} files, {len(found)} broken rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
