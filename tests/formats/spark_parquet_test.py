"""Reads Parquet files that PySpark wrote with PySpark and with Ferro: `spark_parquet_test.py FILES_PROGRAM`. Dates and times of
the calendar before 1582 come out the same in all modes, and schemas that differ between files are merged alike."""

import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pyarrow.parquet
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

PROGRAM = ""
SEED = int(os.environ.get("FERRO_SEED", "1582"))
ZONES = ["UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata", "Australia/Sydney", "Asia/Tokyo", "Europe/London"]
MODES = ["EXCEPTION", "CORRECTED", "LEGACY"]
OLD_DATES = ["0001-01-01", "0004-02-29", "1000-02-28", "1000-03-01", "1500-02-28", "1500-03-01", "1582-10-04", "1582-10-15", "1582-12-31", "1970-01-01"]

# Tables of a few files each: the SQL of every file.
MERGED = {
    "letter case": ["SELECT 1 a, 2 b", "SELECT 3 A, 4 c", "SELECT 5 B, 6 C"],
    "struct": ["SELECT named_struct('p', 1) s", "SELECT named_struct('q', 'z', 'p', 2) s", "SELECT named_struct('P', 7) s", "SELECT 1 other"],
    "array": ["SELECT array(named_struct('p', 1), NULL) s", "SELECT array(named_struct('p', 2, 'q', 'z')) s", "SELECT array(named_struct('q', 'y')) s"],
    "map": ["SELECT map('k', named_struct('p', 1)) s", "SELECT map('k', named_struct('p', 1, 'q', named_struct('r', 2))) s", "SELECT map('l', NULL, 'm', named_struct('q', named_struct('r', 2))) s"],
    "deep": ["SELECT named_struct('a', array(named_struct('m', map('k', named_struct('x', 1))))) s",
             "SELECT named_struct('a', array(named_struct('n', 1, 'm', map('k', named_struct('y', 2)))), 'b', DATE '1500-01-01') s"],
    "null struct": ["SELECT CAST(NULL AS STRUCT<p: INT>) s", "SELECT named_struct('p', 2, 'q', TIMESTAMP '2020-01-02 03:04:05') s"],
    "decimals": ["SELECT CAST(1 AS DECIMAL(10,2)) a", "SELECT CAST(2 AS DECIMAL(12,2)) a"],
    "scales": ["SELECT CAST(1 AS DECIMAL(10,2)) a", "SELECT CAST(2 AS DECIMAL(12,3)) a"],
    "text": ["SELECT 1 a", "SELECT 'x' a"],
    "date": ["SELECT DATE '2020-01-01' a", "SELECT TIMESTAMP '2020-01-01 00:00:00' a"],
    "struct or not": ["SELECT named_struct('p', 1) a", "SELECT 1 a"],
}
# Files of one column in several types.
MIXED = ("decimals", "scales", "text", "date", "struct or not")


def table_of(answer):
    """Types, and rows in any order: which of several files is read first is up to their sizes."""
    types, *records = re.split("^-RECORD.*\n", answer, flags=re.MULTILINE)
    return types, sorted(re.sub(" +", " ", record) for record in records)


class SparkParquetTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "OFF")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.driver.extraJavaOptions", "-Duser.timezone=UTC")
            .getOrCreate()
        )
        cls.temporary = tempfile.TemporaryDirectory(prefix="ferro-peers-")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.temporary.cleanup()

    def setUp(self):
        self.lines, self.names, self.theirs = [], [], []
        print(f"seed {SEED}", file=sys.stderr)
        self.random = random.Random(SEED)

    def path(self, name):
        return os.path.join(self.temporary.name, name)

    def ask(self, path, schema="", **options):
        """Spark's answer now, and Ferro's when compare() is called."""
        self.lines.append("\t".join(["read", "parquet", path, schema] + [f"{key}={value}" for key, value in options.items()]))
        self.names.append(f"{path} {schema} {options}")
        reader = self.spark.read.options(**options)
        if schema:
            reader = reader.schema(schema)
        try:
            frame = reader.parquet(path)
            rows = frame._show_string(1000, False, True)
            self.theirs.append("".join(f"{name}: {type_}\n" for name, type_ in frame.dtypes) + rows)
        except (PySparkException, Py4JJavaError) as error:
            self.theirs.append("error: " + str(error).split("\n", 1)[0] + "\n")

    def compare(self, *settings):
        run = subprocess.run([PROGRAM, *settings], input="".join(line + "\n" for line in self.lines).encode(), capture_output=True, timeout=300, check=True)
        ours = run.stdout.decode().split("<end>\n")[:-1]
        for name, mine, other in zip(self.names, ours, self.theirs, strict=True):
            with self.subTest(name):
                same = table_of(mine) == table_of(other) or (mine.startswith("error: ") and other.startswith("error: "))
                self.assertTrue(same, f"\nFerro:\n{mine}\nSpark:\n{other}")
        self.assertFalse(all(answer.startswith("error: ") for answer in self.theirs))
        print(f"{len(self.names)} files", file=sys.stderr)

    def set(self, **settings):
        for name, value in settings.items():
            self.spark.conf.set("spark.sql." + name.replace("_", "."), value)

    def old_times(self):
        """Random days and instants, among them those at which calendars and zones change."""
        days = ["%04d-%02d-%02d" % (self.random.randint(1, 2020), self.random.randint(1, 12), self.random.randint(1, 28)) for _ in range(60)]
        seconds = [self.random.randint(-62_000_000_000, -1_900_000_000) for _ in range(60)] + [-2_208_988_801, -2_208_988_800, -12_219_292_800, -12_219_379_200]
        rows = ", ".join(
            f"(DATE '{day}', timestamp_micros({second * 1_000_000 + self.random.randint(0, 999) * 1000}))"
            for day, second in zip(days + OLD_DATES, seconds + seconds[:6], strict=True)
        )
        self.spark.sql(
            f"SELECT d, t, array(d, NULL) ds, map('k', named_struct('t', t)) ts, named_struct('d', d, 'n', CAST('1500-03-01 00:00:00' AS TIMESTAMP_NTZ)) s "
            f"FROM VALUES {rows} AS v(d, t)"
        ).coalesce(1).createOrReplaceTempView("old")
        return self.spark.table("old")

    def test_old_dates_and_times_are_the_same_in_every_calendar(self):
        for zone in ZONES:
            self.spark.conf.set("spark.sql.session.timeZone", zone)
            frame = self.old_times()
            for mode in ("LEGACY", "CORRECTED"):
                self.set(parquet_datetimeRebaseModeInWrite=mode, parquet_int96RebaseModeInWrite=mode)
                for kind in ("TIMESTAMP_MICROS", "TIMESTAMP_MILLIS", "INT96"):
                    path = self.path(f"{zone.replace('/', '-')}-{mode}-{kind}")
                    self.set(parquet_outputTimestampType=kind)
                    frame.write.parquet(path)
                    self.spark.conf.set("spark.sql.session.timeZone", "UTC")
                    self.ask(path)
                    self.ask(path, "d DATE", datetimeRebaseMode="EXCEPTION")
                    self.spark.conf.set("spark.sql.session.timeZone", zone)
        self.spark.conf.set("spark.sql.session.timeZone", "UTC")
        self.compare()

    def test_the_modes_are_for_files_that_spark_did_not_write(self):
        frame = self.old_times()
        for mode in ("LEGACY", "CORRECTED"):
            for kind in ("TIMESTAMP_MICROS", "INT96"):
                self.set(parquet_datetimeRebaseModeInWrite=mode, parquet_int96RebaseModeInWrite=mode, parquet_outputTimestampType=kind)
                path = self.path(f"spark-{mode}-{kind}")
                frame.where("t > '1700-01-01'").write.parquet(path)
                table = pyarrow.parquet.read_table(next(Path(path).glob("*.parquet")))
                for version in (None, "2.4.8", "3.0.1", "3.5.0"):
                    plain = self.path(f"plain-{mode}-{kind}-{version}.parquet")
                    footer = {"org.apache.spark.version": version} if version else None
                    pyarrow.parquet.write_table(table.replace_schema_metadata(footer), plain, use_deprecated_int96_timestamps=kind == "INT96")
                    for read in MODES:
                        self.ask(plain, "d DATE, t TIMESTAMP, ds ARRAY<DATE>", datetimeRebaseMode=read, int96RebaseMode=read)
                        self.ask(plain, "t TIMESTAMP", int96RebaseMode=read)
                        self.ask(plain, "ts MAP<STRING, STRUCT<t: TIMESTAMP>>", datetimeRebaseMode=read)
        self.compare()

    def test_the_session_decides_where_no_option_does(self):
        frame = self.old_times()
        self.set(parquet_datetimeRebaseModeInWrite="LEGACY", parquet_outputTimestampType="TIMESTAMP_MICROS")
        frame.write.parquet(self.path("spark"))
        table = pyarrow.parquet.read_table(next(Path(self.path("spark")).glob("*.parquet")))
        pyarrow.parquet.write_table(table.replace_schema_metadata(None), self.path("plain.parquet"))
        self.set(parquet_datetimeRebaseModeInRead="LEGACY")
        self.ask(self.path("plain.parquet"), "d DATE, t TIMESTAMP")
        self.set(parquet_datetimeRebaseModeInRead="CORRECTED")
        self.compare("spark.sql.parquet.datetimeRebaseModeInRead=LEGACY")

    def test_schemas_of_files_are_merged_alike(self):
        for name, tables in MERGED.items():
            path = self.path(f"merged {name}")
            for number, sql in enumerate(tables):
                self.spark.sql(sql).coalesce(1).write.parquet(f"{path}/x={number}")
            self.ask(path, mergeSchema="true")
            for number in range(len(tables)):
                schema = ", ".join(f"{column} {type_}" for column, type_ in self.spark.read.parquet(f"{path}/x={number}").dtypes)
                for other in range(len(tables)):
                    # Where Spark takes one type for another, files of either can be read by it.
                    if name in MIXED and other != number:
                        continue
                    self.ask(f"{path}/x={other}", schema)
        self.spark.conf.set("spark.sql.caseSensitive", "true")
        self.spark.sql("SELECT 1 a, 2 A").write.parquet(self.path("both"))
        self.spark.conf.set("spark.sql.caseSensitive", "false")
        self.ask(self.path("both"))
        self.ask(self.path("both"), "a INT")
        self.compare()


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
