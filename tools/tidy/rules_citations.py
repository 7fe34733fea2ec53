"""Rule about citations: "netlink.md 12.3" leads to a document of this repository and to a section it has.

A citation is the name of a document and, behind it, section numbers: "ipvs-control.md 4 and 5", "netlink.md 2, 5 to 9",
"ipvs-control.md 6, row 13". It may be broken over two lines of a comment. A document without a number behind it need
only exist. A section is a numbered heading ("## 12. Dumps", "### 12.3 One chunk") or, one level deeper, a numbered row or
item of it.
"""

import os
import re

from sources import Finding

_NAME = re.compile(r"(?<![\w./-])((?:[\w.-]+/)*[A-Za-z][\w-]*\.md)\b")
_NUMBER = r"\d+(?:\.\d+)?"
# What stands behind the name: white space and comment marks of a broken line, then numbers.
_SECTIONS = re.compile(rf"[ \t]*(?:\n[ \t]*(?://|#|\*)?[ \t]*)?(?:sections? )?({_NUMBER}(?:(?:, | and | to |,? and ){_NUMBER})*)(?![\w])")
_HEADING = re.compile(rf"^#+ ({_NUMBER})[. ]", re.MULTILINE)

# Names of documents in general, not of ours: kernel documents, examples of other projects in tests of this rule.
_ELSEWHERE = re.compile(r"^tools/tidy/")


def sections_of(text):
    """The numbers of a document's headings."""
    return set(_HEADING.findall(text))


def _expand(numbers):
    """"2, 5 to 9" as the numbers named: the ends of a range stand for it."""
    return re.findall(_NUMBER, numbers)


def check_citations(sources):
    documents = {}
    for source in sources:
        if source.path.endswith(".md"):
            documents.setdefault(os.path.basename(source.path), []).append(source)
    for source in sources:
        if _ELSEWHERE.match(source.path):
            continue
        for match in _NAME.finditer(source.text):
            line = source.text.count("\n", 0, match.start()) + 1
            cited = documents.get(os.path.basename(match.group(1)))
            if cited is None:
                yield Finding(source.path, line, f"cites {match.group(1)}, which is no document of this repository",
                              "cite a document of sim/spec/ or sim/ARCHITECTURE.md")
                continue
            numbers = _SECTIONS.match(source.text, match.end())
            if numbers is None:
                continue
            known = set().union(*(sections_of(document.text) for document in cited))
            for number in _expand(numbers.group(1)):
                if number not in known:
                    yield Finding(source.path, line, f"cites {match.group(1)} {number}, and there is no such section",
                                  "look the section up; a new rule gets a number of its own in the document")
