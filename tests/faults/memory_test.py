"""Runs memory_program under small limits and looks at how much memory its process really had.
`memory_test.py PROGRAM [unittest arguments]`."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
LIMIT = 200
ROWS = 3_000_000
DRIVER_MEGABYTES = 128
# What a process takes beside what it counts: code, stacks, buffers of readers, what the allocator keeps.
UNCOUNTED_MEGABYTES = 100
# What the allocator keeps after large batches came and went varies by some 50 MB from run to run: work that sorts rows of
# an Rdd, encodes pages or gathers results until they are too many.
LARGE_BATCHES_MEGABYTES = 200


class MemoryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp(prefix="ferro-memory-")
        cls.addClassCleanup(shutil.rmtree, cls.directory, ignore_errors=True)
        subprocess.run([PROGRAM, "make", cls.directory], check=True, timeout=LIMIT)
        cls.run_work("write", 64)

    @classmethod
    def run_work(cls, work, megabytes, master="local[2]"):
        settings = [f"--ferro.local.dir={cls.directory}", f"--ferro.master={master}", f"--ferro.driver.memory={megabytes}m"]
        child = subprocess.run([PROGRAM, work, cls.directory, *settings], capture_output=True, text=True, timeout=LIMIT)
        peak = re.search(r"^peak\s+(\d+) kB$", child.stdout, re.MULTILINE)
        if child.returncode != 0 or peak is None:
            raise AssertionError(f"{work} ended with {child.returncode}: {child.stdout} {child.stderr}")
        return child.stdout, int(peak.group(1)) / 1024

    def check(self, work, rows, megabytes=DRIVER_MEGABYTES, uncounted=UNCOUNTED_MEGABYTES):
        output, peak = self.run_work(work, megabytes)
        self.assertIn(f"{work}: {rows} rows\n", output)
        self.assertLessEqual(peak, megabytes + uncounted, work)

    def check_too_much(self, work):
        output, peak = self.run_work(work, DRIVER_MEGABYTES)
        self.assertIn("error OUT_OF_MEMORY: ", output)
        self.assertIn("save them, take fewer rows", output)
        self.assertIn("ferro.driver.memory", output)
        # Tasks hold what they gathered until the driver, which holds what came before, refuses it.
        self.assertLessEqual(peak, 2 * DRIVER_MEGABYTES + UNCOUNTED_MEGABYTES, work)

    def test_parquet_is_written_with_little_memory(self):
        self.check("write", ROWS, megabytes=64, uncounted=LARGE_BATCHES_MEGABYTES)
        self.check("write", ROWS, uncounted=LARGE_BATCHES_MEGABYTES)

    def test_scans_stay_within_the_limit(self):
        self.check("scanCsv", ROWS)
        self.check("scanParquet", ROWS)

    def test_a_join_stays_within_the_limit(self):
        self.check("join", ROWS)

    def test_a_sort_stays_within_the_limit(self):
        self.check("sort", ROWS)
        self.check("sortRows", ROWS + 1, uncounted=LARGE_BATCHES_MEGABYTES)

    def test_an_aggregate_stays_within_the_limit(self):
        self.check("aggregate", ROWS)

    def test_results_that_fit_stay_within_the_limit(self):
        self.check("collect", ROWS // 4)

    def test_results_that_do_not_fit_fail_before_the_memory_is_taken(self):
        self.check_too_much("collectTooMuch")
        self.check_too_much("collectTooManyRows")

    def test_broadcasts_stay_within_the_limit(self):
        self.check("broadcast", 1000)
        self.check("broadcastJoin", ROWS // 10)

    def test_an_executor_names_its_own_setting(self):
        output, _ = self.run_work("collectTooManyRows", 1024, master="local-cluster[1,1,64m]")
        self.assertIn("raise ferro.executor.memory", output)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
