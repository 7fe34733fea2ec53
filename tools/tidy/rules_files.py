"""Rules about files as such: a target for each, an opening comment, a bounded length, no word of a machine."""

import os
import re

from sources import EXAMPLE, Finding, includes, resolve

# Files longer than LINES_MAX, with the length they have now: a number may go down, never up.
LINES_MAX = 500
LONGER = {}

# Formats that have no comments, or open with something else by their nature.
NO_OPENING_COMMENT = re.compile(r"\.(?:md|json|nltrace|svg|pcap|pcapng)$|^LICENSE$|/testdata/|^proptests/fuzz/corpus/|^proptests/.*/cases/|(^|/)\.[^/]+$")

COMMENT_STARTS = {
    ".cpp": ("//", "/*"),
    ".h": ("//", "/*"),
    ".c": ("//", "/*"),
    ".go": ("//", "/*"),
    ".py": ("#", '"""'),
    ".lua": ("--",),
    ".html": ("<!--", "<!DOCTYPE"),
}


def check_opening_comment(sources):
    """Every file opens with a comment that says what it is for."""
    for source in sources:
        if NO_OPENING_COMMENT.search(source.path):
            continue
        lines = [line for line in source.lines if line.strip()]
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        starts = COMMENT_STARTS.get(os.path.splitext(source.path.removesuffix(".in"))[1], ("#",))
        if not lines or not lines[0].startswith(starts):
            yield Finding(source.path, 1, "the file does not open with a comment",
                          "say in the first line what the file is for")


def check_length(sources, longer=None):
    """No file of code grows past the ratchet."""
    longer = LONGER if longer is None else longer
    lengths = {source.path: len(source.lines) for source in sources if not source.path.endswith((".md", ".json", ".txt"))}
    for path, length in lengths.items():
        allowed = longer.get(path, LINES_MAX)
        if length > allowed:
            yield Finding(path, length, f"{length} lines, {allowed} are allowed",
                          "split the file by nouns; only a table may be long (LONGER in tools/tidy/rules_files.py)")
    for path in longer:
        if lengths.get(path, 0) <= LINES_MAX:
            yield Finding(path, 1, f"is listed as a long file, but has {lengths.get(path, 0)} lines",
                          "take it out of LONGER in tools/tidy/rules_files.py")


def check_targets(sources, in_targets):
    """Every .cpp and .c is in a CMake target; every .h is in one or included, directly or not, by a file that is.

    `in_targets`: paths relative to the root, as CMake wrote them down (tools/tidy/CMakeLists.txt).
    """
    by_path = {source.path: source for source in sources if source.is_cxx}
    reached = set()
    todo = [path for path in in_targets if path in by_path]
    while todo:
        path = todo.pop()
        if path in reached:
            continue
        reached.add(path)
        todo += [target for _, name, quoted in includes(by_path[path]) if quoted and (target := resolve(name, by_path))]
    for path in sorted(by_path):
        if path.startswith(EXAMPLE):
            continue
        if not path.endswith(".h") and path not in in_targets:
            yield Finding(path, 1, "is in no CMake target", "list it in the CMakeLists.txt of its folder, or delete it")
        elif path.endswith(".h") and path not in reached:
            yield Finding(path, 1, "is in no CMake target and nothing that is built includes it",
                          "include it where it is used, list it in a target, or delete it")


def check_folder_readmes(sources):
    """Each top folder with code says in a README.md what it is and what may include what."""
    paths = {source.path for source in sources}
    for folder in sorted({source.room for source in sources if source.is_cxx and source.room}):
        if f"{folder}/README.md" not in paths:
            yield Finding(folder, 1, "has no README.md", "say on a page what it is, what may include what, where to begin")


# Written in pieces, so that this file does not break its own rule.
_HOMES = "|".join(("work", "root", "home", "Users"))
MACHINE_PATH = re.compile(rf"(?<![\w.~$}}/-])/(?:{_HOMES})/[\w.]")
_HOSTS = (("deb", "debian", "org"), ("security", "debian", "org"), ("ftp", "debian", "org"), ("snapshot", "debian", "org"),
          ("registry", "npmjs", "org"), ("pypi", "org"), ("proxy", "golang", "org"), ("crates", "io"),
          ("archive", "ubuntu", "com"), ("ghcr", "io"), ("docker", "io"))
REGISTRY_HOST = re.compile(r"(?<![\w.])(?:" + "|".join(r"\.".join(parts) for parts in _HOSTS) + r")\b")


def check_machine(sources):
    """No path of somebody's machine and no registry's host."""
    for source in sources:
        for number, line in enumerate(source.lines, 1):
            if MACHINE_PATH.search(line):
                yield Finding(source.path, number, "names a path of one machine",
                              "make it relative to the repository, or take it from an argument")
            if REGISTRY_HOST.search(line):
                yield Finding(source.path, number, "names the host of a registry",
                              "name the package only; the ordinary client knows where to get it")
