"""Counts words of awkward files with Ferro and with PySpark: `spark_text_test.py WORDCOUNT`. Whatever a file looks like, both
must see the same lines."""

import bz2
import gzip
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

from pyspark.sql import SparkSession

WORDCOUNT = ""
SEED = 7


class SparkTextTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "ERROR")
            .getOrCreate()
        )

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="ferro-peers-")
        self.addCleanup(self.temporary.cleanup)
        self.input = os.path.join(self.temporary.name, "in")
        os.mkdir(self.input)

    def write(self, name, data):
        opener = {".gz": gzip.open, ".bz2": bz2.open}.get(os.path.splitext(name)[1], open)
        with opener(os.path.join(self.input, name), "wb") as file:
            file.write(data)

    def ferro_counts(self, path):
        output = os.path.join(self.temporary.name, "out")
        command = [WORDCOUNT, "--ferro.master=local[2]", "--ferro.default.parallelism=7", path, output]
        subprocess.run(command, check=True, timeout=120)
        counts = {}
        for part in os.listdir(output):
            with open(os.path.join(output, part), encoding="utf-8", newline="\n") as file:
                for line in file.read().split("\n")[:-1]:
                    word, count = re.fullmatch(r"\((.*),(\d+)\)", line, re.DOTALL).groups()
                    counts[word] = int(count)
        return counts

    def spark_counts(self, path):
        words = self.spark.sparkContext.textFile(path, 7).flatMap(lambda line: line.split(" ")).filter(bool)
        return dict(words.countByValue())

    def assert_same(self, path=None):
        path = path or self.input
        self.assertEqual(self.ferro_counts(path), self.spark_counts(path))

    def test_lines_end_in_every_way(self):
        self.write("unix.txt", b"one two\nthree\n")
        self.write("windows.txt", b"one two\r\nthree\r\n\r\nfour")
        self.write("no_end.txt", b"the end")
        self.write("empty.txt", b"")
        self.assert_same()

    def test_compressed_files_and_names_that_are_skipped(self):
        self.write("a.txt.gz", b"packed words here\nand here\n" * 100)
        self.write("b.txt.bz2", b"more packed words\n" * 100)
        self.write("_hidden.txt", b"not seen\n")
        self.write(".hidden.txt", b"not seen either\n")
        self.assert_same()

    def test_globs_and_lists_of_paths(self):
        for name in ("a1.txt", "a2.txt", "b1.txt", "c.log"):
            self.write(name, name.encode() + b" line\n")
        self.assert_same(f"{self.input}/a[1-9].txt,{self.input}/{{b1,c}}.*")

    def test_random_text_is_cut_at_line_ends_whatever_the_split(self):
        generator = random.Random(SEED)
        words = ["".join(generator.choices("abcdefgé漢", k=generator.randint(1, 9))) for _ in range(500)]
        lines = [" ".join(generator.choices(words, k=generator.randint(0, 40))) for _ in range(3000)]
        self.write("random.txt", "\n".join(lines).encode())
        self.assert_same()


if __name__ == "__main__":
    WORDCOUNT = sys.argv.pop(1)
    print(f"seed {SEED}")
    unittest.main()
