"""Asks PySpark and Ferro for the same dates and times in several session time zones: `spark_zones_test.py FILES_PROGRAM`. Casts,
functions, CSV and JSON files, special words and what show() prints agree."""

import datetime
import itertools
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

PROGRAM = ""
SEED = int(os.environ.get("FERRO_SEED", "1893"))
ZONES = ["Europe/Berlin", "America/Los_Angeles", "+01:00", "UTC", "GMT+1", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo", "-03:30"]
# Texts of times that clocks skip, show twice, or that name a zone of their own.
TEXTS = ["2020-03-29 02:30:00", "2020-10-25 02:30:00", "2021-03-14 02:15:00", "2021-11-07 01:45:00", "2020-10-04 02:10:00", "2020-04-05 02:50:00",
         "1893-03-31 23:59:59", "1850-01-01 00:00:00", "0001-01-01 00:00:00", "9999-12-31 23:59:59.999999", "2500-07-01 12:00:00", "1945-06-01 01:00:00",
         "2020-07-01 12:00:00Z", "2020-07-01 12:00:00+05:30", "2020-07-01 12:00:00 Europe/Paris", "2020-07-01T12:00:00America/New_York", "2020-07-01 12:00:00 GMT+3",
         "2020-07-01", "2020-7", "2018-11-04 00:30:00", "1969-12-31 23:59:59.5"]
EXPRESSIONS = """t|CAST(t AS STRING)|CAST(t AS DATE)|CAST(CAST(t AS DATE) AS TIMESTAMP)|CAST(d AS TIMESTAMP)|CAST(CAST(t AS STRING) AS TIMESTAMP)|CAST(t AS TIMESTAMP_NTZ)|
CAST(n AS TIMESTAMP)|CAST(n AS STRING)|CAST(t AS BIGINT)|hour(t)|minute(t)|second(t)|year(t)|month(t)|dayofmonth(t)|dayofweek(t)|weekofyear(t)|quarter(t)|hour(n)|
date_format(t, 'yyyy-MM-dd HH:mm:ss.SSS')|date_format(t, 'X XX XXX XXXX XXXXX')|date_format(t, 'x xx xxx xxxx xxxxx')|date_format(t, 'Z ZZ ZZZ ZZZZ ZZZZZ')|
date_format(t, 'O OOOO VV')|date_format(d, 'yyyy-MM-dd HH:mm XXX')|from_unixtime(CAST(t AS BIGINT))|from_unixtime(CAST(t AS BIGINT), 'yyyy-MM-dd HH XXX')|
unix_timestamp(t)|unix_timestamp(d)|unix_timestamp(date_format(t, 'yyyy-MM-dd HH:mm:ss'))|unix_timestamp(date_format(t, 'yyyy/MM/dd HH'), 'yyyy/MM/dd HH')|
to_unix_timestamp(t)|to_timestamp(date_format(t, 'dd.MM.yyyy HH:mm'), 'dd.MM.yyyy HH:mm')|to_timestamp(CAST(t AS STRING))|to_date(t)|to_date(date_format(t, 'dd.MM.yyyy'), 'dd.MM.yyyy')|
date_trunc('MINUTE', t)|date_trunc('HOUR', t)|date_trunc('DAY', t)|date_trunc('WEEK', t)|date_trunc('MONTH', t)|date_trunc('QUARTER', t)|date_trunc('YEAR', t)|date_trunc('SECOND', t)|
months_between(t, TIMESTAMP '2020-01-31 12:00:00')|datediff(t, DATE '2020-01-01')|add_months(t, 1)|last_day(t)|trunc(t, 'MM')|t > '2000-01-01'|t = d|d < t|
t >= TIMESTAMP '2020-03-29 02:30:00'|TIMESTAMP '2020-06-01 12:00:00'|CAST(TIMESTAMP '2020-06-01 12:00:00' AS BIGINT)|CAST(TIMESTAMP '2020-06-01 12:00:00Z' AS STRING)|
TIMESTAMP_NTZ '2020-06-01 12:00:00'|CAST(DATE '2020-06-01' AS TIMESTAMP)|CAST(CAST('2020-06-01 00:00:00' AS TIMESTAMP) AS BIGINT)|
array(t)|named_struct('t', t, 'n', n)|CAST(array(t) AS STRING)|CAST(named_struct('t', t) AS STRING)|concat(t, '')|coalesce(CAST(t AS STRING), 'x')|
from_utc_timestamp(t, 'Europe/Berlin')|to_utc_timestamp(t, 'Europe/Berlin')|from_utc_timestamp(t, 'America/Los_Angeles')|to_utc_timestamp(t, 'America/Los_Angeles')|
from_utc_timestamp(t, '+05:30')|to_utc_timestamp(t, 'PST')|from_utc_timestamp(t, 'GMT-3')|to_utc_timestamp('2020-03-29 02:30:00', 'Europe/Berlin')|
current_date() = CAST(current_timestamp() AS DATE)|CAST(DATE 'today' AS TIMESTAMP) = TIMESTAMP 'today'|TIMESTAMP 'epoch'|DATE 'epoch'""".replace("\n", "").split("|")
TEXT_EXPRESSIONS = ["CAST(s AS TIMESTAMP)", "CAST(s AS DATE)", "CAST(s AS TIMESTAMP_NTZ)", "to_timestamp(s)", "CAST(CAST(s AS TIMESTAMP) AS BIGINT)", "CAST(s AS TIMESTAMP) < TIMESTAMP '2020-07-01 12:00:00'"]
NAMED = ["TIMESTAMP '2020-06-01 12:00:00'", "t > TIMESTAMP '2020-06-01 12:00:00'", "CAST(TIMESTAMP '2020-06-01 12:00:00' AS BIGINT)", "from_utc_timestamp(t, 'Europe/Berlin')", "TIMESTAMP_NTZ '2020-06-01 12:00:00'"]
# Special words are values of typed literals, and errors in casts.
WORDS = ["epoch", "now", "today", "yesterday", "tomorrow", "EPOCH", " Today ", "tomorrow ", "noon", "", "today x", "now()"]
WORD_FORMS = ["DATE '{0}' = current_date()", "DATE '{0}' > DATE 'today'", "date_trunc('DAY', TIMESTAMP '{0}') = TIMESTAMP 'today'", "TIMESTAMP '{0}' < TIMESTAMP 'tomorrow'", "DATE '{0}' < DATE 'tomorrow'",
              "TIMESTAMP_NTZ '{0}' < TIMESTAMP_NTZ 'tomorrow'", "CAST('{0}' AS DATE)", "CAST('{0}' AS TIMESTAMP)", "CAST('{0}' AS TIMESTAMP_NTZ)", "try_cast('{0}' AS DATE)", "try_cast('{0}' AS TIMESTAMP)", "to_date('{0}')", "to_timestamp('{0}')"]
FILE_OPTIONS = [{}, {"timeZone": "Asia/Tokyo"}, {"timestampFormat": "dd.MM.yyyy HH:mm:ss"}, {"timestampFormat": "yyyy-MM-dd'T'HH:mm:ssXXX"}, {"timestampFormat": "yyyy-MM-dd HH:mm VV", "timeZone": "-02:00"}]


class SparkZonesTest(unittest.TestCase):
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
        print(f"seed {SEED}", file=sys.stderr)
        chance = random.Random(SEED)
        seconds = [chance.randint(-2_500_000_000, 4_000_000_000) for _ in range(30)] + [chance.randint(-60_000_000_000, 250_000_000_000) for _ in range(10)]
        for year, month, day in ((2020, 3, 29), (2020, 10, 25), (2021, 3, 14), (2021, 11, 7), (2018, 11, 4), (2020, 4, 4), (2020, 10, 3)):
            midnight = int(datetime.datetime(year, month, day, tzinfo=datetime.timezone.utc).timestamp())
            seconds += [midnight + chance.randint(-14 * 3600, 26 * 3600) for _ in range(4)]
        rows = ", ".join(f"({second * 1_000_000 + chance.choice([0, 0, 123456])})" for second in seconds)
        cls.times = cls.path("times")
        cls.spark.sql(
            f"SELECT timestamp_micros(m) t, CAST(timestamp_micros(m) AS DATE) d, CAST(timestamp_micros(m) AS TIMESTAMP_NTZ) n FROM VALUES {rows} AS v(m)"
        ).coalesce(1).write.option("compression", "none").parquet(cls.times)
        cls.texts = cls.path("texts")
        cls.spark.createDataFrame([(text,) for text in TEXTS], "s string").coalesce(1).write.parquet(cls.texts)
        cls.one = cls.path("one")
        cls.spark.range(1).coalesce(1).write.parquet(cls.one)

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.temporary.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.temporary.name, name)

    def shown(self, make):
        try:
            frame = make()
            rows = frame._show_string(1000, False, True)
            return "".join(f"{name}: {type_}\n" for name, type_ in frame.dtypes) + rows
        except (PySparkException, Py4JJavaError) as error:
            return "error: " + str(error).split("\n", 1)[0] + "\n"

    def compare(self, zone, lines, theirs):
        run = subprocess.run([PROGRAM, f"spark.sql.session.timeZone={zone}"], input="".join(line + "\n" for line in lines).encode(), capture_output=True, timeout=300, check=True)
        ours = run.stdout.decode().split("<end>\n")[:-1]
        for line, mine, other in zip(lines, ours, theirs, strict=True):
            with self.subTest(f"{zone}: {line}"):
                same = mine == other or (mine.startswith("error: ") and other.startswith("error: "))
                pairs = itertools.zip_longest(mine.split("\n"), other.split("\n"))
                differ = [f"Ferro: {a}\nSpark: {b}" for a, b in pairs if a != b]
                self.assertTrue(same, "\n" + "\n".join(differ[:20]))

    def select(self, table, expressions):
        return self.shown(lambda: self.spark.read.parquet(table).selectExpr(*expressions))

    def ask(self, zone, table, expressions, named=False):
        # Spark names columns of special words by their values.
        expressions = [expression if named else f"{expression} AS c" for expression in expressions]
        self.spark.conf.set("spark.sql.session.timeZone", zone)
        theirs = [self.select(table, [expression]) for expression in expressions]
        self.compare(zone, [f"select\t{table}\t{expression}" for expression in expressions], theirs)

    def ask_together(self, zone, table, expressions):
        """One query for expressions that are no errors, which is much quicker."""
        self.spark.conf.set("spark.sql.session.timeZone", zone)
        named = [f"{expression} AS c{number}" for number, expression in enumerate(expressions)]
        theirs = self.select(table, named)
        self.assertFalse(theirs.startswith("error: "), theirs)
        self.compare(zone, ["\t".join(["select", table, *named])], [theirs])

    def test_functions_and_casts(self):
        for zone in ZONES:
            self.ask_together(zone, self.times, EXPRESSIONS)

    def test_casts_of_texts(self):
        for zone in ZONES:
            self.ask_together(zone, self.texts, TEXT_EXPRESSIONS)

    def test_names(self):
        for zone in ZONES[:3]:
            self.ask(zone, self.times, NAMED, named=True)

    def test_special_words(self):
        for zone in ("Pacific/Auckland", "America/Los_Angeles"):
            self.ask(zone, self.one, [form.format(word) for form in WORD_FORMS for word in WORDS if word != "now" or "<" in form or "=" in form])

    def test_files_of_text(self):
        for zone in ZONES[:4]:
            self.spark.conf.set("spark.sql.session.timeZone", zone)
            lines, theirs, written = [], [], []
            for number, options in enumerate(FILE_OPTIONS):
                given = [f"{name}={value}" for name, value in options.items()]
                for kind in ("csv", "json"):
                    name = f"{ZONES.index(zone)}-{number}-{kind}"
                    frame = self.spark.read.parquet(self.times).where("t > '1900-01-01' AND t < '9000-01-01'").select("t", "d", "n")
                    source = self.path("source-" + name)
                    frame.coalesce(1).write.parquet(source)
                    self.spark.read.parquet(source).write.format(kind).options(**options).save(self.path("spark-" + name))
                    theirs.append("".join(part.read_text() for part in sorted(Path(self.path("spark-" + name)).glob("part-*"))))
                    lines.append("\t".join(["write", kind, self.path("ferro-" + name), source] + given))
                    written.append((kind, self.path("spark-" + name), options, given))
            for kind, path, options, given in written:
                schema = "t TIMESTAMP, d DATE, n TIMESTAMP_NTZ"
                theirs.append(self.shown(lambda kind=kind, path=path, options=options: self.spark.read.format(kind).options(**options).schema(schema).load(path)))
                lines.append("\t".join(["read", kind, path, schema] + given))
            for kind in ("csv", "json"):
                path = self.path(f"texts-{ZONES.index(zone)}.{kind}")
                Path(path).write_text("".join(text + "\n" if kind == "csv" else '{"t":"%s"}\n' % text for text in TEXTS))
                for options in ({}, {"timeZone": "America/New_York"}):
                    theirs.append(self.shown(lambda kind=kind, path=path, options=options: self.spark.read.format(kind).options(**options).schema("t TIMESTAMP").load(path)))
                    lines.append("\t".join(["read", kind, path, "t TIMESTAMP"] + [f"{name}={value}" for name, value in options.items()]))
            self.compare(zone, lines, theirs)

    def test_directories_of_timestamps(self):
        for zone in ("Europe/Berlin", "America/Los_Angeles"):
            self.spark.conf.set("spark.sql.session.timeZone", zone)
            path = self.path("parts-" + zone.replace("/", "-"))
            self.spark.sql("SELECT 1 a, TIMESTAMP '2020-07-01 12:00:00' t").coalesce(1).write.partitionBy("t").parquet(path)
            self.compare(zone, [f"read\tparquet\t{path}\t"], [self.shown(lambda path=path: self.spark.read.parquet(path))])

    def test_unknown_zones_are_errors(self):
        for zone in ("Europe/Berln", "berlin", "+25:00", "GMT+25"):
            run = subprocess.run([PROGRAM, f"spark.sql.session.timeZone={zone}"], input=b"", capture_output=True, timeout=60)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn(zone, run.stderr.decode())
            self.assertRaises((PySparkException, Py4JJavaError), self.spark.conf.set, "spark.sql.session.timeZone", zone)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
