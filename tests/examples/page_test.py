"""Runs what docs/ml.md says: `page_test.py FOLDER PROGRAM`, where the program is made of the page's blocks."""

import glob
import os
import re
import sys

from example_case import ExampleCase, main

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PROGRAM = os.path.abspath(sys.argv.pop(2))


class PageTest(ExampleCase):
    def test_the_page_runs_from_the_first_block_to_the_last(self):
        self.assertEqual(self.start("census_rows", "census.csv", "4000").returncode, 0)
        printed = self.run_example(PROGRAM)
        self.assertIn("WorkclassVec_Private", printed)
        self.assertRegex(printed, r"AUC 0\.[78]")
        self.assertIn("Income", printed.splitlines()[-1])
        self.assertTrue(os.path.exists(self.path("income-model/metadata/_SUCCESS")))

    def test_the_page_names_every_stage(self):
        with open(os.path.join(ROOT, "docs/ml.md")) as file:
            words = set(re.findall(r"\w+", file.read()))
        stages = set()
        for header in glob.glob(os.path.join(ROOT, "mllib/**/*.h"), recursive=True):
            with open(header) as file:
                stages |= set(re.findall(r'kClassName = "[\w.]+\.(\w+)"', file.read()))
        self.assertIn("VectorSizeHint", stages)
        made_by_others = {stage for stage in stages if stage.endswith("Model")} | {"ColumnPruner", "VectorAttributeRewriter"}
        self.assertEqual(stages - made_by_others - words, set())


if __name__ == "__main__":
    main()
