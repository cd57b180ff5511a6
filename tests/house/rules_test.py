"""Tests that the house rules can fail: each breaks one rule in a tree of its own."""

import tempfile
import unittest
from pathlib import Path

import rules


class HouseRules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)

    def write(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def broken(self):
        return list(rules.broken_rules(self.tree))

    def test_a_tree_that_keeps_the_rules_has_nothing_broken(self):
        self.write("engine/README.md", "What users touch.\n")
        self.write("engine/rdd.h", '#include "ferro/common/error.h"\n#include "ferro/engine/session.h"\n')
        self.write("engine/rdd.cc", "#include <tbb/task_arena.h>\n#include <arrow/api.h>\n")
        self.assertEqual(self.broken(), [])

    def test_a_room_may_not_include_one_below_it(self):
        self.write("shuffle/README.md", "Shuffle.\n")
        self.write("shuffle/writer.cc", '#include "ferro/conf/conf.h"\n#include "ferro/engine/rdd.h"\n')
        self.assertEqual(len(self.broken()), 1)
        self.assertIn("shuffle/writer.cc:2: shuffle/ may not include engine/", self.broken()[0])

    def test_libraries_stay_in_their_places(self):
        self.write("common/README.md", "Ground.\n")
        self.write("common/a.cc", "#include <boost/asio.hpp>\n")
        self.write("common/b.h", "#include <tbb/parallel_for.h>\n")
        self.write("common/c.cc", "#include <cuda_runtime.h>\n")
        self.write("common/d.cu", "int x;\n")
        self.write("common/e.h", "#include <arrow/api.h>\n")
        self.assertEqual([line.split(":")[0] for line in self.broken()],
                         ["common/a.cc", "common/b.h", "common/c.cc", "common/d.cu", "common/e.h"])

    def test_a_room_without_a_readme_is_reported(self):
        self.write("net/rpc.h", "#pragma once\n")
        self.assertEqual(self.broken(), ["net/README.md:1: every room says in a paragraph what lives there"])

    def test_a_path_of_a_developers_machine_is_reported(self):
        # Put together here, so that this file keeps the rule itself.
        self.write("docs/a.md", "see " + "/home" + "/jane/ferro for it\n")
        self.write("docs/b.md", "see https://example.org/home/page and build/work/x\n")
        self.assertEqual(self.broken(), ["docs/a.md:1: names a path of one developer's machine"])

    def test_two_sources_of_a_folder_may_not_have_the_same_private_name(self):
        self.write("net/README.md", "Messages.\n")
        self.write("net/a.cc", "namespace {\n\nstruct Part {\n  int kSize;\n};\nconstexpr size_t kSize = 1;\n\n}  // namespace\n")
        self.write("net/b.cc", "namespace {\n\nstruct Part {};\nclass Later;\n\n}  // namespace\nconstexpr int kSize = 2;\n")
        self.write("net/c.cc", "namespace {\nconst std::array<int, 2> kSize{1, 2};\n}  // namespace\n")
        self.write("net/deeper/a.cc", "namespace {\nstruct Part {};\n}  // namespace\n")
        self.assertEqual([line.split(": ")[0] for line in self.broken()], ["net/b.cc:3", "net/c.cc:2"])

    def test_a_long_example_is_reported(self):
        self.write("examples/long.cc", "// line\n" * 81)
        self.write("examples/short.cc", "// line\n" * 80)
        self.assertEqual(self.broken(), ["examples/long.cc:81: an example has at most 80 lines, this one has 81"])


if __name__ == "__main__":
    unittest.main()
