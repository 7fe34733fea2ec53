"""Rule about marks (sim/base/cover_mark.h): each is placed once and hit by a test that says so, and none is only named."""

import re

from sources import Finding

_PLACED = re.compile(r"\bcover_mark\(([^;]*?)\);", re.DOTALL)
_EXPECTED = re.compile(r"\bExpectsMark\s+\w+\(\s*\"([^\"]*)\"")
_COMMENT = re.compile(r"^\s*//")
_NAME = re.compile(r"\"([^\"]*)\"")

# Where marks are passed and expected to see that the machinery works.
_OWN_TEST = "sim/testing/expects_mark_test.cpp"


def _named(source, pattern):
    """(name, line) of each name in what `pattern` finds outside of comments."""
    text = "\n".join("" if _COMMENT.match(line) else line for line in source.lines)
    for match in pattern.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if pattern is _EXPECTED:
            yield match.group(1), line
        else:
            for name in _NAME.findall(match.group(1)):
                yield name, line


def check_marks(sources):
    placed, expected = {}, {}
    for source in sources:
        if not source.is_cxx or source.path == _OWN_TEST:
            continue
        if not source.is_test_code:
            for name, line in _named(source, _PLACED):
                if name in placed:
                    first = placed[name]
                    yield Finding(source.path, line, f"the mark {name} stands at {first[0]}:{first[1]} too",
                                  "a mark is one corner: give this one a name of its own")
                placed.setdefault(name, (source.path, line))
        for name, line in _named(source, _EXPECTED):
            expected.setdefault(name, (source.path, line))
    for name, (path, line) in placed.items():
        if name not in expected:
            yield Finding(path, line, f"no test expects the mark {name}",
                          f"say ExpectsMark in the test that gets here, with \"{name}\", or take the mark out")
    for name, (path, line) in expected.items():
        if name not in placed:
            yield Finding(path, line, f"the mark {name} stands nowhere",
                          "place it with cover_mark, or expect another one")
