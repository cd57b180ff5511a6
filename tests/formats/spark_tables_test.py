"""Moves tables between Ferro and PySpark: `spark_tables_test.py COPY_TABLE`. What Spark writes, Ferro reads; what Ferro
writes, Spark reads, and text is the same to the letter."""

import datetime
import decimal
import glob
import os
import subprocess
import sys
import tempfile
import unittest

from pyspark.ml.linalg import Vectors, VectorUDT
from pyspark.sql import SparkSession
from pyspark.sql import types as t

COPY_TABLE = ""
UTC = datetime.timezone.utc


class SparkTablesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["TZ"] = "UTC"
        cls.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "ERROR")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.driver.extraJavaOptions", "-Duser.timezone=UTC")
            .getOrCreate()
        )

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="ferro-peers-")
        self.addCleanup(self.temporary.cleanup)

    def path(self, name):
        return os.path.join(self.temporary.name, name)

    def copy(self, from_format, source, to_format, target, *options):
        subprocess.run([COPY_TABLE, from_format, source, to_format, target, *options], check=True, timeout=120)

    def lines(self, directory):
        found = []
        for part in sorted(glob.glob(os.path.join(directory, "part-*"))):
            with open(part, encoding="utf-8", newline="") as file:
                found += file.read().split("\n")[:-1]
        return sorted(found)

    def every_type(self):
        schema = t.StructType(
            [
                t.StructField("flag", t.BooleanType()),
                t.StructField("tiny", t.ByteType()),
                t.StructField("small", t.ShortType()),
                t.StructField("whole", t.IntegerType()),
                t.StructField("big", t.LongType()),
                t.StructField("single", t.FloatType()),
                t.StructField("real", t.DoubleType()),
                t.StructField("money", t.DecimalType(10, 2)),
                t.StructField("huge", t.DecimalType(38, 18)),
                t.StructField("words", t.StringType()),
                t.StructField("bytes", t.BinaryType()),
                t.StructField("day", t.DateType()),
                t.StructField("moment", t.TimestampType()),
                t.StructField("clock", t.TimestampNTZType()),
                t.StructField("list", t.ArrayType(t.IntegerType())),
                t.StructField("pair", t.StructType([t.StructField("a", t.IntegerType()), t.StructField("b", t.StringType())])),
                t.StructField("table", t.MapType(t.StringType(), t.LongType())),
                t.StructField("features", VectorUDT()),
            ]
        )
        moment = datetime.datetime(2024, 3, 1, 12, 0, 0, 123456)
        rows = [
            (True, -128, 32767, -7, 2**63 - 1, 1.5, -0.1, decimal.Decimal("12345678.90"), decimal.Decimal("-1.000000000000000001"),
             'Zürich "漢" \\ , end', b"abc", datetime.date(2024, 3, 1), moment, moment, [1, None, 3], (1, None), {"k": 1, "l": None},
             Vectors.sparse(5, [1, 4], [0.5, -2.0])),
            (None,) * 18,
            (False, 1, 0, 2**31 - 1, 0, 0.0, 1e300, decimal.Decimal("0.00"), decimal.Decimal(0), "", b"", datetime.date(1, 1, 1),
             datetime.datetime(1900, 1, 1), datetime.datetime(1900, 1, 1), [], (None, "b"), {}, Vectors.dense([1.0, 0.0])),
        ]
        return self.spark.createDataFrame(rows, schema)

    def assert_same_table(self, first, second):
        self.assertEqual(first.schema.simpleString(), second.schema.simpleString())
        self.assertEqual(sorted(map(str, first.collect())), sorted(map(str, second.collect())))

    def test_parquet_of_every_type_goes_there_and_back(self):
        frame = self.every_type()
        for name, kind in (("micros", "TIMESTAMP_MICROS"), ("int96", "INT96")):
            self.spark.conf.set("spark.sql.parquet.outputTimestampType", kind)
            frame.write.parquet(self.path(name))
            self.copy("parquet", self.path(name), "parquet", self.path(name + "-copy"))
            self.assert_same_table(self.spark.read.parquet(self.path(name + "-copy")), frame)

    def test_arrow_files_keep_what_parquet_had(self):
        frame = self.every_type()
        frame.write.parquet(self.path("in"))
        self.copy("parquet", self.path("in"), "arrow", self.path("arrow"))
        self.copy("arrow", self.path("arrow"), "parquet", self.path("out"), "write.compression=zstd")
        self.assert_same_table(self.spark.read.parquet(self.path("out")), frame)

    def test_partitions_are_found_by_both(self):
        frame = self.spark.createDataFrame(
            [(1, "a/b", datetime.date(2024, 3, 1)), (2, "Zürich", None), (3, None, None), (4, "x=y %", datetime.date(1999, 1, 1))],
            "v bigint, city string, day date",
        )
        frame.write.partitionBy("day", "city").parquet(self.path("spark"))
        self.copy("parquet", self.path("spark"), "parquet", self.path("plain"))
        self.assert_same_table(self.spark.read.parquet(self.path("plain")).select("v", "city", "day"), frame)
        self.copy("parquet", self.path("plain"), "parquet", self.path("ferro"), "write.partitionBy=city")
        self.assert_same_table(self.spark.read.parquet(self.path("ferro")).select("v", "city", "day"), frame)

    def test_csv_and_json_are_written_to_the_letter(self):
        frame = self.every_type()
        flat = frame.drop("list", "pair", "table", "features", "bytes").coalesce(1)
        flat.write.parquet(self.path("flat"))
        words = ["plain", "a,b", 'say "hi"', "", None, "  spaces ", "back\\slash", 'q" b\\', "tab\there", "#no", "\r", " ", '"', "é"]
        awkward = self.spark.createDataFrame([(w, 1, w) for w in words], "words string, n int, again string").coalesce(1)
        awkward.write.parquet(self.path("awkward"))
        frame.drop("features").coalesce(1).write.parquet(self.path("nested"))
        for name in ("flat", "awkward"):
            self.spark.read.parquet(self.path(name)).write.option("header", True).csv(self.path(name + "-spark-csv"))
            self.copy("parquet", self.path(name), "csv", self.path(name + "-csv"), "write.header=true")
            self.assertEqual(self.lines(self.path(name + "-csv")), self.lines(self.path(name + "-spark-csv")))
        for name in ("flat", "awkward", "nested"):
            self.spark.read.parquet(self.path(name)).write.json(self.path(name + "-spark-json"))
            self.copy("parquet", self.path(name), "json", self.path(name + "-json"))
            self.assertEqual(self.lines(self.path(name + "-json")), self.lines(self.path(name + "-spark-json")))

    def assert_json_read_alike(self, content, **options):
        os.makedirs(self.path("json"), exist_ok=True)
        with open(self.path("json/in.json"), "w", encoding="utf-8") as file:
            file.write(content)
        frame = self.spark.read.options(**options).json(self.path("json"))
        target = self.path("parquet%d" % len(os.listdir(self.temporary.name)))
        self.copy("json", self.path("json"), "parquet", target, *[f"read.{name}={value}" for name, value in options.items()])
        self.assert_same_table(self.spark.read.parquet(target), frame)

    def test_json_schemas_and_rows_are_found_alike(self):
        self.assert_json_read_alike('{"b":1,"a":"x"}\n\n{"c":true,"b":2.5}\n{"a":null,"d":[1,2.5,null]}\n')
        self.assert_json_read_alike('{"a":{"y":1,"x":[{"q":true}]}}\n{"a":{"z":"t"}}\n{"a":null}\n')
        self.assert_json_read_alike('{"a":1}\n{"a":"x"}\n{"a":[1,{"b":2}]}\n{"a":{"c": 1.50}}\n')
        self.assert_json_read_alike('{"a":12345678901234567890}\n{"a":1}\n')
        self.assert_json_read_alike('{"a":12345678901234567890}\n{"a":1.5}\n')
        self.assert_json_read_alike('{"a":1}\nnot json\n{"a":2}\n')
        self.assert_json_read_alike('{"a":1}\nnot json\n{"a":2}\n', mode="DROPMALFORMED")
        self.assert_json_read_alike('{"a":"","b":null,"c":1}\n')
        self.assert_json_read_alike("[{'a':1},{'a':2}]\n{'a':3}\n")
        self.assert_json_read_alike('{"a":1.5,"b":true}\n', primitivesAsString="true")
        self.assert_json_read_alike('[\n{"a":1},\n{"a":2}\n]\n', multiLine="true")

    def test_libsvm_goes_both_ways(self):
        with open(self.path("in.libsvm"), "w", encoding="utf-8") as file:
            file.write("1 1:0.5 4:-2\n-1 2:1e-3 7:3\n0\n")
        frame = self.spark.read.format("libsvm").option("numFeatures", 7).load(self.path("in.libsvm"))
        self.copy("libsvm", self.path("in.libsvm"), "parquet", self.path("parquet"))
        self.assert_same_table(self.spark.read.parquet(self.path("parquet")), frame)
        self.copy("parquet", self.path("parquet"), "libsvm", self.path("libsvm"))
        again = self.spark.read.format("libsvm").option("numFeatures", 7).load(self.path("libsvm"))
        self.assert_same_table(again, frame)


if __name__ == "__main__":
    COPY_TABLE = sys.argv.pop(1)
    unittest.main()
