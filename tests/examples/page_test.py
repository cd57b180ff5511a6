"""Runs what docs/ml.md says: `page_test.py FOLDER PROGRAM`, where the program is made of the page's blocks."""

import os
import sys

from example_case import ExampleCase, main

PROGRAM = os.path.abspath(sys.argv.pop(2))


class PageTest(ExampleCase):
    def test_the_page_runs_from_the_first_block_to_the_last(self):
        self.assertEqual(self.start("census_rows", "census.csv", "4000").returncode, 0)
        printed = self.run_example(PROGRAM)
        self.assertIn("WorkclassVec_Private", printed)
        self.assertRegex(printed, r"AUC 0\.[78]")
        self.assertIn("Income", printed.splitlines()[-1])
        self.assertTrue(os.path.exists(self.path("income-model/metadata/_SUCCESS")))


if __name__ == "__main__":
    main()
