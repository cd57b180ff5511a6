"""Moves stages between Ferro and PySpark, for tests that are run as `some_test.py STAGE_PROGRAM`. What Spark saved,
Ferro loads and transforms with; what Ferro learned or saved again, Spark loads and transforms with; the columns
agree."""

import math
import os
import subprocess
import sys
import tempfile
import unittest

from pyspark.ml.base import Estimator
from pyspark.ml.linalg import Vector, Vectors, VectorUDT
from pyspark.ml.util import DefaultParamsReader
from pyspark.sql import SparkSession
from pyspark.sql import types as t

STAGE_PROGRAM = ""


def same(a, b, up_to_sign=False, tolerance=1e-9):
    if isinstance(a, Vector) and isinstance(b, Vector):
        pairs = zip(a.toArray().tolist(), b.toArray().tolist())
        return a.size == b.size and all(same(x, y, up_to_sign, tolerance) for x, y in pairs)
    if up_to_sign and isinstance(a, float):
        return same(abs(a), abs(b), False, tolerance)
    if isinstance(a, float) and isinstance(b, float):
        return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance / 10)
    return a == b


class SparkStagesCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "ERROR")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate()
        )
        schema = t.StructType(
            [
                t.StructField("id", t.LongType()),
                t.StructField("word", t.StringType()),
                t.StructField("text", t.StringType()),
                t.StructField("x", t.DoubleType()),
                t.StructField("y", t.DoubleType()),
                t.StructField("index", t.DoubleType()),
                t.StructField("label", t.DoubleType()),
                t.StructField("features", VectorUDT()),
                t.StructField("class", t.IntegerType()),
                t.StructField("amount", t.DoubleType()),
                t.StructField("weight", t.DoubleType()),
                t.StructField("fold", t.IntegerType()),
            ]
        )
        rows = []
        for i in range(60):
            values = [math.sin(i * k) * 10 + k for k in range(1, 5)] + [float(i % 3)]
            vector = Vectors.dense(values) if i % 2 else Vectors.sparse(5, {0: values[0], 3: values[3], 4: values[4]})
            x = None if i % 13 == 5 else float("nan") if i % 17 == 3 else i / 7.0
            text = f"the cat {i % 4} Sat on {'mat' * (i % 3)}"
            kind = int(values[3] + 7 * math.sin(i * i) > 4) + int(values[4] + math.sin(3 * i * i) > 1.5)
            amount = 2 * values[0] - values[3] + 5 * math.sin(i * i) + (40 if i % 19 == 0 else 0)
            numbers = (x, math.cos(i), float(i % 4), float(kind > 0))
            rows.append((i, "abcde"[i * i % 5], text, *numbers, vector, kind, amount, 0.5 + i % 3, i // 3 % 2))
        cls.directory = tempfile.TemporaryDirectory(prefix="ferro-peers-")
        cls.table = os.path.join(cls.directory.name, "rows")
        cls.spark.createDataFrame(rows, schema).repartition(3).write.parquet(cls.table)
        cls.rows = cls.spark.read.parquet(cls.table)

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.directory.cleanup()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="ferro-peers-")
        self.addCleanup(self.temporary.cleanup)

    def use(self, rows):
        """Other rows for the rest of the test."""
        self.table = tempfile.mkdtemp(dir=self.temporary.name)
        rows.write.mode("overwrite").parquet(self.table)
        self.rows = self.spark.read.parquet(self.table)

    def path(self, name):
        return os.path.join(self.temporary.name, name)

    def ferro(self, *arguments):
        run = subprocess.run([STAGE_PROGRAM, *arguments], capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, 0, f"{arguments}: {run.stderr}")

    def collected(self, frame):
        """The names of the columns, and the rows by their id."""
        return frame.columns, sorted(frame.collect(), key=lambda row: row["id"])

    def assert_same(self, frame, expected, what, up_to_sign=False, tolerance=1e-9):
        columns, rows = self.collected(frame)
        self.assertEqual(columns, expected[0], what)
        self.assertEqual(len(rows), len(expected[1]), what)
        for a, b in zip(rows, expected[1]):
            for column in columns:
                self.assertTrue(same(a[column], b[column], up_to_sign, tolerance), f"{what}: {column} is {a[column]} and {b[column]} in {a['id']}")

    def load(self, path):
        return DefaultParamsReader.loadParamsInstance(path, self.spark.sparkContext)

    def check(self, stage, up_to_sign=False, tolerance=1e-9):
        """A stage of Spark's, with what it learns, there and back. tolerance: of what Ferro learns by itself."""
        name = type(stage).__name__
        model = stage.fit(self.rows) if isinstance(stage, Estimator) else stage
        expected = self.collected(model.transform(self.rows))
        model.write().overwrite().save(self.path("model"))
        self.ferro("transform", self.path("model"), self.table, self.path("out"))
        self.assert_same(self.spark.read.parquet(self.path("out")), expected, f"{name} loaded by Ferro")
        self.ferro("copy", self.path("model"), self.path("copy"))
        self.assert_same(self.load(self.path("copy")).transform(self.rows), expected, f"{name} saved by Ferro")
        if not isinstance(stage, Estimator):
            return
        stage.write().overwrite().save(self.path("estimator"))
        self.ferro("copy", self.path("estimator"), self.path("estimator-copy"))
        self.assertEqual(self.load(self.path("estimator-copy")).uid, stage.uid)
        self.ferro("fit", self.path("estimator"), self.table, self.path("fitted"))
        fitted = self.load(self.path("fitted")).transform(self.rows)
        self.assert_same(fitted, expected, f"{name} fitted by Ferro", up_to_sign, tolerance)


def main():
    global STAGE_PROGRAM
    STAGE_PROGRAM = sys.argv.pop(1)
    unittest.main()
