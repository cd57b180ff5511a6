"""Asks PySpark and Ferro the same SQL text: `spark_sql_test.py SQL_PROGRAM`. Names, types and values of the columns agree
for every line of sql_text.txt; lines behind `# errors` are errors in both."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

SQL_PROGRAM = ""
LINES = Path(__file__).with_name("sql_text.txt").read_text(encoding="utf-8")
TABLE = """
    SELECT 1 AS a, 2L AS b, 'x' AS s, 2.5D AS d, array(1, 2) AS arr, named_struct('f', 7, 'g h', 8) AS st,
           map('k', 3) AS m, true AS t, 4 AS `a.b`, 5 AS `my col`, DATE '2020-01-02' AS dt
    UNION ALL
    SELECT 3, NULL, 'yy', 1D, array(3), named_struct('f', 9, 'g h', 1), map('k', 4), false, 6, 7, DATE '2021-01-01'"""


def lines_of(part):
    return [line for line in part.split("\n") if line and not line.startswith("#")]


class SparkSqlTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "OFF")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.sql.codegen.wholeStage", "false")
            .getOrCreate()
        )
        cls.temporary = tempfile.TemporaryDirectory(prefix="ferro-peers-")
        path = cls.temporary.name + "/table"
        cls.spark.sql(TABLE).coalesce(1).write.parquet(path)
        cls.table = cls.spark.read.parquet(path)
        cls.table.createOrReplaceTempView("t")
        right, wrong = LINES.split("# errors")
        cls.right, cls.wrong = lines_of(right), lines_of(wrong)
        text = "\n".join(cls.right + cls.wrong) + "\n"
        run = subprocess.run([SQL_PROGRAM, path], input=text, capture_output=True, text=True, timeout=300, check=True)
        cls.answers = dict(zip(cls.right + cls.wrong, run.stdout.split("----------\n")))

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.temporary.cleanup()

    def ask(self, line):
        frame = self.spark.sql(line) if line.startswith("SELECT") else self.table.selectExpr(line)
        types = "".join(f"{name}: {kind}\n" for name, kind in frame.dtypes)
        return types + frame._show_string(100, False)

    def test_answers_agree(self):
        for line in self.right:
            with self.subTest(line):
                self.assertEqual(self.answers[line], self.ask(line))

    def test_errors_agree(self):
        for line in self.wrong:
            with self.subTest(line):
                self.assertTrue(self.answers[line].startswith("error: "), self.answers[line])
                with self.assertRaises(PySparkException):
                    self.ask(line).count("\n")


if __name__ == "__main__":
    SQL_PROGRAM = sys.argv.pop(1)
    unittest.main()
