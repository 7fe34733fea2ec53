#!/usr/bin/env python3
"""Tests of the rule about citations."""

import unittest

from rules_citations import check_citations
from sources import Source

NETLINK = "# Netlink\n## 1. Framing\n## 7. Ports\n## 12. Dumps\n### 12.3 One chunk\n"


class Citations(unittest.TestCase):
    def check(self, text, expected, path="sim/a.h"):
        sources = [Source("sim/spec/netlink.md", NETLINK), Source(path, text)]
        self.assertEqual([f"{finding.path}:{finding.line}: {finding.message}" for finding in check_citations(sources)],
                         expected)

    def test_what_resolves(self):
        for text in ("// As netlink.md 12.3 says.", "// (netlink.md 7)", "// netlink.md tells", "// netlink.md 1, 7 and 12.3",
                     "// netlink.md 1 to 7", "// sim/spec/netlink.md 7", "# see netlink.md 7", "// netlink.md 7, row 99"):
            self.check(text, [])

    def test_a_document_that_is_not_there(self):
        self.check("// x\n// (design.md 5)", ["sim/a.h:2: cites design.md, which is no document of this repository"])

    def test_a_section_that_is_not_there(self):
        self.check("// netlink.md 12.4", ["sim/a.h:1: cites netlink.md 12.4, and there is no such section"])
        self.check("// netlink.md 1, 8 and 12.3", ["sim/a.h:1: cites netlink.md 8, and there is no such section"])

    def test_a_citation_over_two_lines(self):
        self.check("// (netlink.md\n// 7)", [])
        self.check("// (netlink.md\n// 8)", ["sim/a.h:1: cites netlink.md 8, and there is no such section"])
        self.check("# netlink.md\n# 8", ["a/CMakeLists.txt:1: cites netlink.md 8, and there is no such section"], "a/CMakeLists.txt")

    def test_documents_are_checked_too(self):
        self.check("see netlink.md 2", ["sim/spec/other.md:1: cites netlink.md 2, and there is no such section"],
                   "sim/spec/other.md")

    def test_a_number_of_something_else_is_none(self):
        self.check("// netlink.md: 12 rows; netlink.md 7th", [])


if __name__ == "__main__":
    unittest.main()
