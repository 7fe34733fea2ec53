"""The files of the project and their text: what every rule of tidy works on."""

import os
import re
from dataclasses import dataclass

# Never part of the project: build folders, version control, caches.
SKIPPED_FOLDERS = re.compile(r"^(build.*|\.git|\.cache|\.idea|\.vscode|__pycache__)$")

CXX = (".cpp", ".h", ".c")

# What a library shows to those who use it; its headers are included from here, as "ipvsim/...".
PUBLIC_FOLDERS = ("sim/include/", "client/include/")

# Programs that stand for other people's: they know nothing of this repository and include their neighbours by name.
STANDALONE = "tools/run/programs/"

# Somebody else's project on ipvsim, which the tests install.* build: it is in no target of ours.
EXAMPLE = "tools/cmake/example/"


@dataclass(frozen=True)
class Finding:
    """One broken rule: where, what, and how to put it right."""

    path: str
    line: int
    message: str
    remedy: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}\n    remedy: {self.remedy}"


@dataclass(frozen=True)
class Source:
    """A text file; `path` is relative to the root, with slashes."""

    path: str
    text: str

    @property
    def lines(self):
        return self.text.splitlines()

    @property
    def is_cxx(self):
        return self.path.endswith(CXX)

    @property
    def is_test_code(self):
        """A test, or what only the tests of its folder use (test_world.h)."""
        return self.path.endswith("_test.cpp") or os.path.basename(self.path).startswith("test_")

    @property
    def room(self):
        """The top-level folder, "" for a file at the root."""
        return self.path.split("/")[0] if "/" in self.path else ""

    @property
    def folder(self):
        return os.path.dirname(self.path)


def read_sources(root):
    """All text files below `root`, in order of their paths."""
    sources = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not SKIPPED_FOLDERS.match(name))
        for name in sorted(names):
            path = os.path.join(folder, name)
            # In a further work tree of git `.git` is a file.
            if name == ".git" or os.path.islink(path) or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                data = file.read()
            if b"\0" in data:
                continue  # the archive of recordings, pictures
            sources.append(Source(os.path.relpath(path, root).replace(os.sep, "/"), data.decode("utf-8", "replace")))
    return sources


def public_folder(path):
    """The public folder a path lies in, or None."""
    return next((folder for folder in PUBLIC_FOLDERS if path.startswith(folder)), None)


def resolve(target, paths):
    """The file of ours that an include names, or None. A template (version.h.in) stands for what CMake makes of it."""
    if public_folder(target):
        return None
    folders = PUBLIC_FOLDERS if target.startswith("ipvsim/") else ("",)
    for folder in folders:
        for ending in ("", ".in"):
            if folder + target + ending in paths:
                return folder + target + ending
    return None


_TOKENS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<string>R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')""",
    re.DOTALL,
)


def code_only(text):
    """C++ text with comments and literals blanked out, line numbers kept. Digit separators (1'000) are no literals."""

    def blank(match):
        at = match.start()
        if match.group(0)[0] == "'" and at > 0 and text[at - 1].isalnum():
            return match.group(0)
        return re.sub(r"[^\n]", " ", match.group(0))

    return _TOKENS.sub(blank, text)


_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"(?P<own>[^"]+)"|<(?P<system>[^>]+)>)', re.MULTILINE)


def includes(source):
    """(line, path, quoted) of each #include of a C or C++ file; those in comments do not count."""
    without_comments = re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group(0)), source.text,
                              flags=re.DOTALL)
    for match in _INCLUDE.finditer(without_comments):
        at = match.start("own") if match.group("own") else match.start("system")
        line = without_comments.count("\n", 0, at) + 1
        target = match.group("own") or match.group("system")
        if match.group("own") and source.path.startswith(STANDALONE):
            target = f"{source.folder}/{target}"
        yield line, target, match.group("own") is not None
