"""Tests of tidy: each rule on a snippet that must fail, and on its neighbour that must pass."""

import os
import subprocess
import sys
import tempfile
import unittest

import rules_determinism
import rules_files
import rules_includes
import rules_marks
import rules_packages
from sources import Source, code_only, includes, read_sources


def sources(**texts):
    """Sources from keyword arguments: sim__wire__a_h="..." is sim/wire/a.h."""
    out = []
    for name, text in texts.items():
        folder, _, ending = name.replace("__", "/").rpartition("_")
        out.append(Source(f"{folder}.{ending}", text))
    return out


def messages(found):
    return [f"{finding.path}:{finding.line}: {finding.message}" for finding in found]


class Direction(unittest.TestCase):
    def check(self, expected, **texts):
        self.assertEqual(messages(rules_includes.check_direction(sources(**texts))), expected)

    def test_sim_must_not_include_client_nor_client_sim(self):
        self.check(['sim/genl/a.h:2: sim/ must not include client/ ("client/b.h")'],
                   sim__genl__a_h='// x\n#include "client/b.h"\n', client__b_h="")
        self.check(['client/b.h:1: client/ must not include sim/ ("sim/genl/a.h")'],
                   client__b_h='#include "sim/genl/a.h"\n', sim__genl__a_h="")

    def test_uapi_includes_nobody_and_tools_not_proptests(self):
        self.check(['uapi/a.h:1: uapi/ must not include sim/ ("sim/b.h")'],
                   uapi__a_h='#include "sim/b.h"\n', sim__b_h="")
        self.check(['tools/a.h:1: tools/ must not include proptests/ ("proptests/b.h")'],
                   tools__a_h='#include "proptests/b.h"\n', proptests__b_h="")

    def test_laws_stand_between_sim_and_tools(self):
        self.check([], tools__ipvsim__a_cpp='#include "laws/b.h"\n', laws__b_h='#include "sim/c.h"\n', sim__c_h="")
        self.check(['laws/a.h:1: laws/ must not include tools/ ("tools/b.h")'],
                   laws__a_h='#include "tools/b.h"\n', tools__b_h="")

    def test_allowed_directions(self):
        self.check([], tools__a_h='#include "sim/b.h"\n#include "client/c.h"\n#include "uapi/d.h"\n',
                   sim__b_h='#include "uapi/d.h"\n', client__c_h='#include "uapi/d.h"\n', uapi__d_h="",
                   proptests__e_h='#include "tools/a.h"\n')

    def test_rooms_of_client(self):
        self.check(['client/text/a.h:1: client/text must not include client/bytes ("client/bytes/b.h")'],
                   client__text__a_h='#include "client/bytes/b.h"\n', client__bytes__b_h="")
        self.check([], client__a_h='#include "client/netlink/b.h"\n', client__netlink__b_h='#include "client/bytes/c.h"\n',
                   client__bytes__c_h='#include "client/values/d.h"\n', client__values__d_h="")

    def test_rooms_of_sim(self):
        cases = [("base", "wire"), ("wire", "genl"), ("genl", "ipvs"), ("ipvs", "wire"), ("ipvs", "genl"),
                 ("ipvs_genl", "endpoint"), ("genl", "endpoint"), ("ipvs_proc", "wire"), ("ipvs_sockopt", "genl")]
        for here, there in cases:
            self.check([f'sim/{here}/a.h:1: sim/{here} must not include sim/{there} ("sim/{there}/b.h")'],
                       **{f"sim__{here}__a_h": f'#include "sim/{there}/b.h"\n', f"sim__{there}__b_h": ""})
        for here, there in [("wire", "base"), ("genl", "wire"), ("ipvs", "base"), ("ipvs_genl", "ipvs"),
                            ("ipvs_genl", "genl"), ("endpoint", "ipvs_genl")]:
            self.check([], **{f"sim__{here}__a_h": f'#include "sim/{there}/b.h"\n', f"sim__{there}__b_h": ""})

    def test_root_of_sim_stands_above_all_but_endpoint(self):
        self.check(['sim/ipvs/a.h:1: sim/ipvs must not include sim/* ("sim/kernel.h")'],
                   sim__ipvs__a_h='#include "sim/kernel.h"\n', sim__kernel_h="")
        self.check(['sim/kernel.h:1: sim/* must not include sim/endpoint ("sim/endpoint/a.h")'],
                   sim__kernel_h='#include "sim/endpoint/a.h"\n', sim__endpoint__a_h="")
        self.check([], sim__kernel_h='#include "sim/ipvs/a.h"\n', sim__ipvs__a_h="",
                   sim__endpoint__b_h='#include "sim/kernel.h"\n')

    def test_a_test_in_sim_stands_above_its_room(self):
        self.check([], sim__ipvs__test_world_h='#include "sim/kernel.h"\n', sim__kernel_h="")
        self.check([], sim__ipvs_genl__dump_test_cpp='#include "sim/kernel.h"\n', sim__kernel_h="")

    def test_helpers_of_tests_stand_above_and_only_tests_use_them(self):
        self.check(['sim/genl/a.cpp:1: sim/genl must not include sim/testing ("sim/testing/b.h")'],
                   sim__genl__a_cpp='#include "sim/testing/b.h"\n', sim__genl__a_test_cpp='#include "sim/testing/b.h"\n',
                   sim__testing__b_h='#include "sim/kernel.h"\n', sim__kernel_h="")

    def test_unknown_room_of_sim(self):
        self.check(["sim/attic/a.h:1: sim/attic/ is a room that tidy does not know"],
                   sim__attic__a_h='#include "sim/base/b.h"\n', sim__base__b_h="")

    def test_includes_are_written_from_the_root(self):
        self.check(['sim/genl/a.h:1: "b.h" is no file of this repository'],
                   sim__genl__a_h='#include "b.h"\n', sim__genl__b_h="")
        self.check(["sim/genl/a.h:1: <sim/genl/b.h> is a file of ours"],
                   sim__genl__a_h="#include <sim/genl/b.h>\n", sim__genl__b_h="")

    def test_standalone_programs_include_their_neighbours(self):
        self.check([], tools__run__programs__a_c='#include "b.h"\n', tools__run__programs__b_h="")
        self.check(['tools/run/programs/a.c:1: "tools/run/programs/b.h" is no file of this repository'],
                   tools__run__programs__a_c='#include "b.h"\n')

    def test_includes_in_comments_do_not_count(self):
        self.check([], sim__genl__a_h='// #include "client/b.h"\n/*\n#include "client/b.h"\n*/\n', client__b_h="")


    def test_public_headers_are_included_from_their_folder(self):
        public = Source("sim/include/ipvsim/a.h", "")
        template = Source("sim/include/ipvsim/version.h.in", "")
        check = lambda path, text: messages(rules_includes.check_direction([Source(path, text), public, template]))
        for path in ("sim/base/b.h", "sim/b.cpp", "laws/b.h", "tools/b.cpp"):
            self.assertEqual(check(path, '#include "ipvsim/a.h"\n#include "ipvsim/version.h"\n'), [])
        self.assertEqual(check("client/b.h", '#include "ipvsim/a.h"\n'),
                         ['client/b.h:1: client/ must not include sim/ ("ipvsim/a.h")'])
        self.assertEqual(check("tools/b.h", "#include <ipvsim/a.h>\n"), ["tools/b.h:1: <ipvsim/a.h> is a file of ours"])
        self.assertEqual(check("tools/b.h", '#include "sim/include/ipvsim/a.h"\n'),
                         ['tools/b.h:1: "sim/include/ipvsim/a.h" is no file of this repository'])
        self.assertEqual(check("tools/b.h", '#include "ipvsim/c.h"\n'),
                         ['tools/b.h:1: "ipvsim/c.h" is no file of this repository'])
        self.assertEqual(check("examples/main.cpp", "#include <ipvsim/a.h>\n"), [])


class PublicHeaders(unittest.TestCase):
    def check(self, path, text, expected):
        others = [Source("sim/include/ipvsim/b.h", ""), Source("client/include/ipvsim/client/b.h", ""),
                  Source("sim/base/check.h", ""), Source("uapi/ipvs.h", "")]
        found = messages(rules_includes.check_public_headers([Source(path, text), *others]))
        self.assertEqual(found, [f"{path}:1: a public header includes {name}" for name in expected])

    def test_stand_on_their_own_library_alone(self):
        self.check("sim/include/ipvsim/a.h", '#include "ipvsim/b.h"\n', [])
        self.check("sim/include/ipvsim/a.h", '#include "sim/base/check.h"\n', ["sim/base/check.h"])
        self.check("sim/include/ipvsim/a.h", '#include "uapi/ipvs.h"\n', ["uapi/ipvs.h"])
        self.check("client/include/ipvsim/client/a.h", '#include "ipvsim/b.h"\n', ["ipvsim/b.h"])
        self.check("client/include/ipvsim/client/a.h", '#include "ipvsim/client/b.h"\n', [])

    def test_stand_on_no_library_of_others(self):
        self.check("sim/include/ipvsim/a.h", "#include <vector>\n", [])
        self.check("sim/include/ipvsim/a.h", "#include <sys/socket.h>\n", [])
        self.check("sim/include/ipvsim/a.h", "#include <fmt/format.h>\n", ["fmt/format.h"])
        self.check("sim/base/c.h", "#include <fmt/format.h>\n", [])


class SystemHeaders(unittest.TestCase):
    def check(self, expected, **texts):
        self.assertEqual(messages(rules_includes.check_system_headers(sources(**texts))), expected)

    def test_linux_headers(self):
        self.check(["sim/genl/a.cpp:1: <linux/netlink.h> in sim/"], sim__genl__a_cpp="#include <linux/netlink.h>\n")
        self.check(["uapi/a.h:1: <linux/ip_vs.h> in uapi/"], uapi__a_h="#  include <linux/ip_vs.h>\n")
        self.check([], uapi__abi_check_test_cpp="#include <linux/netlink.h>\n", tools__a_cpp="#include <linux/x.h>\n")

    def test_libnl_headers(self):
        self.check(["client/values/service.h:1: libnl's <netlink/msg.h> outside the client's inside"],
                   client__values__service_h="#include <netlink/msg.h>\n")
        self.check(["tools/a.cpp:1: libnl's <netlink/msg.h> outside the client's inside"],
                   tools__a_cpp="#include <netlink/msg.h>\n")
        self.check([], client__a_cpp="#include <netlink/msg.h>\n", client__netlink__handle_h="#include <netlink/netlink.h>\n")


class FolderReadmes(unittest.TestCase):
    def test_a_folder_with_code_has_one(self):
        found = rules_files.check_folder_readmes(sources(sim__a_h="", laws__b_cpp="", docs__c_txt="", d_cpp=""))
        self.assertEqual(messages(found), ["laws:1: has no README.md", "sim:1: has no README.md"])


class Targets(unittest.TestCase):
    def check(self, expected, in_targets, **texts):
        self.assertEqual(messages(rules_files.check_targets(sources(**texts), set(in_targets))), expected)

    def test_source_in_no_target(self):
        self.check(["sim/a.cpp:1: is in no CMake target"], [], sim__a_cpp="")
        self.check(["tools/a.c:1: is in no CMake target"], [], tools__a_c="")

    def test_header_that_nothing_built_includes(self):
        self.check(["sim/b.h:1: is in no CMake target and nothing that is built includes it"], ["sim/a.cpp"],
                   sim__a_cpp="", sim__b_h="")

    def test_header_reached_over_another_or_listed(self):
        self.check([], ["sim/a.cpp", "uapi/d.h"], sim__a_cpp='#include "sim/b.h"\n', sim__b_h='#include "sim/c.h"\n',
                   sim__c_h="", uapi__d_h="")


class OpeningComment(unittest.TestCase):
    def check(self, path, text, fails):
        found = messages(rules_files.check_opening_comment([Source(path, text)]))
        self.assertEqual(found, [f"{path}:1: the file does not open with a comment"] if fails else [])

    def test_files_without(self):
        self.check("sim/a.h", "#pragma once\n// late\n", True)
        self.check("sim/CMakeLists.txt", "add_library(x)\n", True)
        self.check("tools/try", "#!/usr/bin/env bash\nset -e\n", True)
        self.check("tools/a.py", "import os\n", True)
        self.check("sim/empty.cpp", "", True)

    def test_files_with(self):
        self.check("sim/a.h", "// What it is.\n#pragma once\n", False)
        self.check("sim/ipvsim.h", "/* What it is. */\n", False)
        self.check("tools/try", "#!/usr/bin/env bash\n# What it does.\n", False)
        self.check("tools/a.py", '#!/usr/bin/env python3\n"""What it does."""\n', False)
        self.check("tools/a.lua", "-- What it is.\n", False)
        self.check("README.md", "ipvsim\n", False)
        self.check(".clang-format", "BasedOnStyle: Google\n", False)
        self.check("sim/a.h.in", "// What it is.\n", False)
        self.check("sim/a.cmake.in", "# What it is.\n", False)


class Length(unittest.TestCase):
    def test_ratchet(self):
        long = Source("sim/a.cpp", "x\n" * 501)
        fine = Source("sim/b.cpp", "x\n" * 500)
        check = lambda longer: messages(rules_files.check_length([long, fine], longer))
        self.assertEqual(check({}), ["sim/a.cpp:501: 501 lines, 500 are allowed"])
        self.assertEqual(check({"sim/a.cpp": 501}), [])
        self.assertEqual(check({"sim/a.cpp": 501, "sim/b.cpp": 600}),
                         ["sim/b.cpp:1: is listed as a long file, but has 500 lines"])

    def test_texts_may_be_long(self):
        self.assertEqual(messages(rules_files.check_length([Source("README.md", "x\n" * 900)], {})), [])


class Machine(unittest.TestCase):
    # Put together at run time, so that this file keeps the rule it tests.
    def check(self, pieces, fails):
        text = "ok\n" + "".join(pieces) + "\n"
        self.assertEqual(len(list(rules_files.check_machine([Source("a.md", text)]))), 1 if fails else 0, text)

    def test_paths(self):
        self.check(["see ", "/", "work", "/main"], True)
        self.check(['"', "/", "home", "/somebody/x"], True)
        self.check(["/usr/include and ./", "work", "/x and a", "/", "work", "/x"], False)
        self.check(["$HOME/x and /", "homework"], False)

    def test_hosts(self):
        self.check(["http://deb.", "debian", ".org/debian"], True)
        self.check(["registry.", "npmjs", ".org"], True)
        self.check(["packages of Debian 12"], False)


class Determinism(unittest.TestCase):
    def check(self, expected, **texts):
        self.assertEqual(messages(rules_determinism.check_determinism(sources(**texts))), expected)

    def test_headers_calls_and_names(self):
        self.check(["sim/genl/a.cpp:1: <thread> in sim/ outside endpoint/"], sim__genl__a_cpp="#include <thread>\n")
        for call in ("time(nullptr)", "std::time(nullptr)", "::getenv(name)", "std::random_device", "std::chrono",
                     "rand ()", "__TIME__"):
            found = messages(rules_determinism.check_determinism(sources(sim__ipvs__a_cpp=f"x = {call};\n")))
            self.assertEqual(len(found), 1, call)

    def test_members_comments_strings_and_endpoint_are_fine(self):
        self.check([], sim__ipvs__a_cpp='a.time(); b->time(); uptime(); // time(0)\nx = "getenv(a)"; clock.now();\n',
                   sim__endpoint__a_cpp="#include <thread>\nstd::thread t;\n", tools__a_cpp="std::thread t;\n")

    def test_one_row_a_line(self):
        self.check(['sim/base/a.h:2: "time(" in sim/ outside endpoint/'], sim__base__a_h="\nauto a = time(0), b = rand();\n")


class Marks(unittest.TestCase):
    def check(self, expected, **texts):
        self.assertEqual(messages(rules_marks.check_marks(sources(**texts))), expected)

    def test_pairs(self):
        self.check([], sim__a_cpp='cover_mark("one");\n// cover_mark("none");\ncover_mark(\n    b ? "two" : "three");\n',
                   sim__a_test_cpp='ExpectsMark m("one");\nExpectsMark m1("two"), x;\nconst ExpectsMark m3(\n"three");\n')

    def test_mark_without_a_test(self):
        self.check(["sim/a.cpp:2: no test expects the mark one"], sim__a_cpp='\ncover_mark("one");\n',
                   sim__a_test_cpp='// ExpectsMark m("one");\n')

    def test_mark_that_stands_nowhere(self):
        self.check(["sim/a_test.cpp:1: the mark one stands nowhere"], sim__a_test_cpp='ExpectsMark m("one");\n')

    def test_mark_that_stands_twice(self):
        self.check(["sim/b.cpp:1: the mark one stands at sim/a.cpp:1 too"], sim__a_cpp='cover_mark("one");\n',
                   sim__b_cpp='cover_mark("one");\n', sim__a_test_cpp='ExpectsMark m("one");\n')


class Packages(unittest.TestCase):
    def check(self, cmake, packages, expected):
        files = [Source("client/CMakeLists.txt", cmake), Source("tools/packages.txt", packages)]
        self.assertEqual(messages(rules_packages.check_packages(files)), expected)

    def test_name_that_no_line_brings(self):
        self.check("find_package(Boost 1.74 REQUIRED)\n", "build g++ # Boost\n",
                   ["client/CMakeLists.txt:1: looks for Boost, which no line of tools/packages.txt brings"])
        self.check("# x\npkg_check_modules(NL REQUIRED IMPORTED_TARGET libnl-3.0>=3.4 libx)\n", "build a libnl-3.0\n",
                   ["client/CMakeLists.txt:2: looks for libx, which no line of tools/packages.txt brings"])

    def test_names_that_are_listed(self):
        self.check("find_package(Boost 1.74 REQUIRED)\nfind_package(fmt)\n# find_package(Nothing)\n",
                   "build libboost-dev Boost # x\ntests libfmt-dev fmt\n", [])


class Texts(unittest.TestCase):
    def test_code_only_keeps_lines_and_digit_separators(self):
        text = 'int a = 1\'000; // x\nchar c = \'"\'; /* y\n z */ auto s = R"(time(0)\n)"; b();\n'
        code = code_only(text)
        self.assertEqual(code.count("\n"), text.count("\n"))
        self.assertIn("1'000", code)
        self.assertIn("b();", code)
        self.assertNotIn("time", code)

    def test_includes_with_line_numbers(self):
        source = Source("a.h", '\n#include <vector>\n\n# include "b.h"\n')
        self.assertEqual(list(includes(source)), [(2, "vector", False), (4, "b.h", True)])


class Program(unittest.TestCase):
    def run_tidy(self, files, targets):
        with tempfile.TemporaryDirectory() as folder:
            root = os.path.join(folder, "root")
            for path, text in files.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            listing = os.path.join(folder, "targets.txt")
            with open(listing, "w", encoding="utf-8") as file:
                file.write("\n".join(targets))
            script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tidy.py")
            return subprocess.run([sys.executable, script, "--root", root, "--targets", listing],
                                  capture_output=True, text=True, check=False)

    def test_clean_and_dirty(self):
        clean = self.run_tidy({"sim/a.cpp": "// Fine.\n", "sim/README.md": "# sim", "build/x.cpp": "junk"}, ["sim/a.cpp"])
        self.assertEqual((clean.returncode, clean.stdout), (0, "tidy: 2 files, 0 broken rules\n"))
        dirty = self.run_tidy({"sim/a.cpp": "// Fine.\n#include <linux/x.h>\n"}, [])
        self.assertEqual(dirty.returncode, 1)
        self.assertIn("sim/a.cpp:2: <linux/x.h> in sim/\n    remedy: ", dirty.stdout)
        self.assertIn("sim/a.cpp:1: is in no CMake target\n    remedy: ", dirty.stdout)

    def test_binary_files_are_passed_over(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a.xz"), "wb") as file:
                file.write(b"\xfd7zXZ\0")
            self.assertEqual(read_sources(folder), [])


if __name__ == "__main__":
    unittest.main()
