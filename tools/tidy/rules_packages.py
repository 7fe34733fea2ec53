"""Rule about packages: what CMake looks for is in tools/packages.txt, or a fresh machine cannot build."""

import re

from sources import EXAMPLE, Finding

PACKAGES = "tools/packages.txt"

_FIND = re.compile(r"^\s*find_package\s*\(\s*(\w+)", re.MULTILINE)
_MODULES = re.compile(r"^\s*pkg_(?:check|search)_modules?\s*\(\s*\w+\s+([^)]*)\)", re.MULTILINE)
_KEYWORDS = {"REQUIRED", "QUIET", "NO_CMAKE_PATH", "NO_CMAKE_ENVIRONMENT_PATH", "IMPORTED_TARGET", "GLOBAL"}


def found_names(text):
    """(name, line) of each package that a CMake file looks for."""
    for match in _FIND.finditer(text):
        yield match.group(1), text.count("\n", 0, match.start(1)) + 1
    for match in _MODULES.finditer(text):
        for word in match.group(1).split():
            if word not in _KEYWORDS:
                yield re.split("[<>=]", word)[0], text.count("\n", 0, match.start(1)) + 1


def listed_names(text):
    """The names in the third and later columns of the list."""
    names = set()
    for line in text.splitlines():
        names.update(line.split("#")[0].split()[2:])
    return names


def check_packages(sources):
    listed = set()
    for source in sources:
        if source.path == PACKAGES:
            listed = listed_names(source.text)
    for source in sources:
        if not source.path.endswith(("CMakeLists.txt", ".cmake")) or source.path.startswith(EXAMPLE):
            continue
        for name, line in found_names(source.text):
            if name not in listed:
                yield Finding(source.path, line, f"looks for {name}, which no line of {PACKAGES} brings",
                              f"add the Debian package to {PACKAGES}, with {name} in the third column")
