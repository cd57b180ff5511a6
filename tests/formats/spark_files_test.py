"""Reads and writes many small CSV and JSON files with PySpark and with Ferro: `spark_files_test.py FILES_PROGRAM`. Types
and rows of what is read agree, and what is written is the same to the letter. A case that is an error is one in both."""

import itertools
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

PROGRAM = ""
# Errors of Spark where Ferro has an answer: a table of the corrupt records alone, and one without columns.
MORE_THAN_SPARK = ("QUERY_ONLY_CORRUPT_RECORD_COLUMN", "empty.max")

DATES = """2020-01-02|2020-1-2|2020-1-02|2020-01-2|2020-01-02 10:00:00|2020-01-02T10:00:00|2020-01-02T|2020-01-02 x| 2020-01-02 |
2020|2020-02|2020-2|+2020|+2020-01-02|+10000-01-01|10000-01-01|-0001-01-01|-2020-01-02|0000-01-01|0001-01-01|9999-12-31|
+999999-01-01|+9999999-01-01|2020-13-01|2020-02-30|2019-02-29|2020-00-01|2020-01-00|20200102|2020/01/02|02.01.2020|2020-01-02Z|
2020-01-02+01:00|2020-01-02GMT|20-01-02|202-01-02|2020-|2020-01-|epoch|today x|now x|tomorrow1|1|0|-1|18000|x|NaN|null|2020-001|
2020-01-02 00:00:00 GMT|2020-01-02 GMT+01:00|2020-01-02t10|2020 -01-02|2020-01 -02|01-02-2020|Jan 2 2020|2020-W01|\t2020-01-02|
1582-10-04|1582-10-10|1582-10-15|1500-02-29|5881580-07-11|+5881580-07-11|+5881580-07-12|-5877641-06-23|-5877641-06-22""".replace("\n", "").split("|")
TIMES = """2020-01-02T00|2020-01-02 00|2020-01-02T1|2020-01-02T01|2020-01-02 24|2020-01-02T00:00|2020-01-02 1:2|2020-01-02 1:2:3|2020-01-02 01:02:03.|
2020-01-02 01:02:03.1|2020-01-02 01:02:03.123456|2020-01-02 01:02:03.123456789|2020-01-02 01:02:03.1234567891234|2020-01-02 01:02:60|
2020-01-02 23:59:59Z|2020-01-02 23:59:59 Z|2020-01-02 23:59:59+01|2020-01-02 23:59:59+01:00|2020-01-02 23:59:59 +01:00|2020-01-02 23:59:59+0100|
2020-01-02 23:59:59-1|2020-01-02 23:59:59-01:30:15|2020-01-02 23:59:59+1:2|2020-01-02 23:59:59UTC|2020-01-02 23:59:59 UTC|2020-01-02 23:59:59 GMT+1|
2020-01-02 23:59:59GMT+01:00|2020-01-02T23:59:59 UTC+01:00|
2020-01-02 23:59:59+19:00|2020-01-02 23:59:59+18:00|2020-01-02Z|
2020-01-02T00Z|2020-01-02T00+01:00|2020-01-02T00:00Z|2020-01-02T00:00+01:00|2020-01-02 00:00:00x|2020-01-02  00:00:00|2020-01-02T 00:00:00|
+2020-01-02 00:00:00|+10000-01-02 00:00:00|-0001-01-02 00:00:00|2020-1-2 3:4:5|2020|2020-05|
1577923200|1.5|epoch|2020-01-02t00:00:00|2020-01-02 00:00:00 am|2020-01-02 10:00 AM|2020-01-02 00:|2020-01-02 :00|2020-01-02 00:00:|
2020-01-02 01:02:03,5|2020-01-02 01.02.03""".replace("\n", "").split("|")
NUMBERS = """1|0|-1|+1|00|01|-0|+0| 1|1 |1.0|1.|.5|-.5|+.5|1e3|1E3|1e+3|1e-3|1e|e1|1e400|-1e400|1e-400|0x10|0x1p3|1d|1D|1f|1F|1L|1l|1_000|1,000|NaN|nan|
Inf|-Inf|+Inf|inf|Infinity|-Infinity|+Infinity|INF|-INF|127|128|-128|-129|32767|32768|2147483647|2147483648|-2147483648|-2147483649|9223372036854775807|
9223372036854775808|-9223372036854775808|12345678901234567890|99999999999999999999999999999999999999|999999999999999999999999999999999999999|
1.7976931348623157e308|4.9e-324|2e-324|3.4028235e38|3.5e38|0.1|1.005|-1.005|1.015|123456.785|99999999.995|1e10|1E-10|true|false|TRUE|False|t|yes|y|n|no|
1.5.5|--1|+-1|1-|1+|$1|1%|null|NULL|''|\\N|-|+|.|1e5.5|1.e3|0.0|-0.0|1e0""".replace("\n", "").split("|")
TYPES = ["TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(10,2)", "DECIMAL(38,18)", "BOOLEAN", "STRING", "BINARY"]
MODES = ["PERMISSIVE", "DROPMALFORMED", "FAILFAST"]
MULTI = {"multiLine": "true"}

JSON_LINES = """[1,2,3]
[{"a":5},7]
[{"a":5},{"a":6}]
[{"a":5},"x"]
[7,{"a":5}]
[{"a":5},{"a":"x"}]
[{"a":"x"},{"a":5}]
[{"a":5},null]
[null]
[]
[[]]
[[{"a":1}]]
[{"a":5},{"a":6]
[{"a":5},{"a":6}
[{"a":5}]{"a":6}
[{"a":5}] x
{}
{"a":1}
 {"a":1}
{"a":1} x
{"a":1} }
{"a":1}{"a":2}
{"a":1} {"a":2}
{"a":1},{"a":2}
{"a":1},
{"a":1}]
{"a":1
{"a":1,
{"a":1,}
{"a":1,"b":"x"
{"a":1,"b":"x
{"a"
{"a":
{"a":}
{"a" 1}
{a:1}
{"a":1 "b":2}
{"a":1,,"b":"y"}
{,"a":1}
{"a":tru}
{"a":true}
{"a":True}
{"a":NULL}
{"a":null}
{"a":"null"}
{"a":""}
{"a":"1"}
{"a":"x"}
{"a":1.0}
{"a":1.5}
{"a":1e3}
{"a":-1}
{"a":+1}
{"a":01}
{"a":-}
{"a":.5}
{"a":1.}
{"a":0x10}
{"a":9223372036854775807}
{"a":9223372036854775808}
{"a":-9223372036854775808}
{"a":99999999999999999999999999999999999999999}
{"a":NaN}
{"a":Infinity}
{"a":-Infinity}
{"a":INF}
{"a":[1]}
{"a":{"b":1}}
{"a":1,"a":2}
{"a":"x","a":2}
{"a":2,"a":"x"}
{"a":2,"a":null}
{"A":1}
{"b":"x"}
{"b":1}
{"b":1.50}
{"b":1e5}
{"b":true}
{"b":null}
{"b":[1, 2]}
{"b":{"x": 1, "y":"z"}}
{"b":"a\\nb"}
{"b":"a\\u00e9"}
{"b":"\\ud83d\\ude00"}
{"b":"\\ud83d"}
{"b":"\\q"}
{"b":"\\u12"}
{"b":"tab\there"}
{"b":'single'}
{'b':'single'}
{"b":'it"s'}
{"b":"é"}
{"b":"x" /* c */}
// c
#x
{"a":1} // c
{"a":1} # c
null
true
1
"x"
"{\\"a\\":1}"
x
x{"a":1}
{"a":1}x
}
]
,
{"c":[1,2,3]}
{"c":[1,"x",3]}
{"a":1,"c":[1,"x",3]}
{"c":[1,"x",3],"a":1}
{"c":[1,"x",3],"a":1,"b":"y"}
{"c":["x"]}
{"c":[null,1]}
{"c":[1.5,2]}
{"c":[[1],2]}
{"c":[2,[1]]}
{"c":[{"a":9},2],"b":"y"}
{"c":[2,{"a":9}],"b":"y"}
{"c":[true]}
{"c":[]}
{"c":1}
{"c":"[1]"}
{"c":{"a":1}}
{"c":[1,2
{"c":[1,2,"b":"x"}
{"c":[1,}
{"a":1,"c":[1,,2],"b":"y"}
{"d":{"x":1,"y":"s"}}
{"d":{"x":"bad","y":"s"}}
{"d":{"y":"s","x":"bad"},"a":1}
{"a":1,"d":{"x":"bad","y":"s"},"b":"y"}
{"d":{"x":"bad","z":{"w":"bad"}}}
{"d":{"x":1,"z":{"w":"bad"}},"a":3}
{"d":{"x":1,"z":{"w":2}},"a":3}
{"d":{"x":1,"z":3},"a":3}
{"d":[{"x":1}],"a":3}
{"d":[],"a":3}
{"d":5,"a":3}
{"d":"s","a":3}
{"d":"","a":3}
{"d":null,"a":3}
{"d":{},"a":3}
{"d":{"x":1
{"d":{"x":1},"a":3}x
{"e":{"k":1}}
{"e":{"k":"x"}}
{"e":{"k":1,"l":"x"},"a":3}
{"e":{"k":1,"k":2}}
{"e":{"k":null}}
{"e":[1],"a":3}
{"e":{}}
{"e":{"k":1
{"f":[{"x":1},{"x":"bad"},{"x":3}]}
{"f":[{"x":1},5,{"x":3}],"a":4}
{"f":[{"x":1},null],"a":4}
{"f":{"x":1},"a":4}
{"f":[[{"x":1}]],"a":4}""".split("\n")
JSON_SCHEMA = "a BIGINT, b STRING, c ARRAY<INT>, d STRUCT<x: INT, y: STRING, z: STRUCT<w: INT>>, e MAP<STRING, INT>, f ARRAY<STRUCT<x: INT>>"
JSON_VALUES = """1|0|-1|1.0|1.5|1e3|1E400|-1e400|1e-400|"1"|" 1"|"1.5"|"x"|""|" "|true|false|"true"|null|"null"|NaN|"NaN"|"Infinity"|"-Infinity"|"INF"|"+INF"|"-INF"|
Infinity|-INF|+INF|127|128|32768|2147483648|9223372036854775807|9223372036854775808|12345678901234567890|123456789012345678901234567890123456789|
0.1|1.005|-1.005|1.015|123456.785|99999999.995|1.10|100|1e2|12e-1|[1]|[]|{}|{"x":1}|"YWJj"|"YWJ"|"YW J"|"*"|3.4e38|3.5e38|1e39|4.9e-324|1.7976931348623157e308|0.30000000000000004""".replace("\n", "").split("|")
JSON_TYPES = TYPES + ["DATE", "TIMESTAMP", "ARRAY<INT>", "MAP<STRING,INT>", "STRUCT<x: INT>"]
WRITTEN = [
    "SELECT * FROM VALUES ('x', 1, 1.5D), (NULL, NULL, NULL), ('', 0, -0.0D), (' s ', -1, double('NaN')), ('a,b', 2, double('Infinity')) AS t(a, b, c)",
    "SELECT * FROM VALUES ('#x', 1), ('q\"q', 2), ('\"q', 3), ('q\"', 4), ('a\\\\b', 5), ('\\\\\"', 6), ('l\\nl', 7), ('c\\rc', 8), ('t\\tt', 9), (\"it's\", 10), ('é😀', 11), ('a;b', 12), (NULL, 13) AS t(a, b)",
    "SELECT DATE '2020-01-02' a, TIMESTAMP '2020-01-02 03:04:05.678' b, CAST(1.50 AS DECIMAL(5,2)) c, true d, CAST(NULL AS DATE) e, CAST(1 AS TINYINT) f, CAST(0.1 AS FLOAT) g",
    "SELECT DATE '0001-01-01' a, TIMESTAMP '0001-01-01 00:00:00' b, TIMESTAMP '1969-12-31 23:59:59.999999' c, TIMESTAMP_NTZ '2020-01-02 03:04:05' d, DATE '9999-12-31' e",
    "SELECT 1e10D a, 1e-5D b, 1.0E7D c, 123456789.123D d, CAST(1e10 AS FLOAT) e, CAST(0 AS DECIMAL(38,18)) f, CAST(1e-7 AS DECIMAL(10,8)) g, CAST(12345678901234567890 AS DECIMAL(20,0)) h",
]
NESTED = [
    "SELECT array(1, NULL, 3) a, named_struct('x', 1, 'y', CAST(NULL AS STRING)) b, map('k', 1, 'l', NULL) c, array(named_struct('z', DATE '2020-01-02')) d",
    "SELECT CAST(NULL AS ARRAY<INT>) a, array() b, map() c, named_struct('x', named_struct('y', NULL)) d, CAST('abc' AS BINARY) e, map(1.5D, 'x') f",
]
CSV_WRITE_OPTIONS = [{}, {"header": "true"}, {"quoteAll": "true"}, {"quoteAll": "true", "nullValue": "NA", "header": "true"}, {"nullValue": "NA"},
                     {"quoteAll": "true", "emptyValue": ""}, {"emptyValue": "E"}, {"quoteAll": "true", "emptyValue": "E"}, {"nullValue": "a,b"}, {"nullValue": 'n"n'},
                     {"emptyValue": "a,b"}, {"sep": ";"}, {"sep": "<tab>"}, {"quote": "'"}, {"escape": '"'}, {"escapeQuotes": "false"}, {"quoteAll": "true", "escapeQuotes": "false"},
                     {"ignoreLeadingWhiteSpace": "false", "ignoreTrailingWhiteSpace": "false"}, {"quoteAll": "true", "ignoreLeadingWhiteSpace": "false"},
                     {"quote": ""}, {"quote": "", "quoteAll": "true"}, {"charToEscapeQuoteEscaping": "~"}, {"dateFormat": "dd/MM/yyyy", "timestampFormat": "HH:mm dd.MM.yy"},
                     {"lineSep": ";"}, {"sep": "||"}]
JSON_WRITE_OPTIONS = [{}, {"ignoreNullFields": "false"}, {"dateFormat": "dd/MM/yyyy", "timestampFormat": "HH:mm dd.MM.yy"}, {"lineSep": ";"}]


def cases():
    """(format, content of the file, schema, options): many values in a file, as rows or as columns."""
    infer = {"inferSchema": "true"}
    times = DATES + TIMES
    column = "".join(f'"{text}"\n' for text in times)
    objects = "".join('{"a":"%s"}\n' % text.replace("\t", "\\t") for text in times)
    row = ",".join(f'"{text}"' for text in times) + "\n"
    for schema in ("a DATE", "a TIMESTAMP"):
        yield "csv", column, schema, {}
        yield "csv", column, schema + ", _corrupt_record STRING", {}
        yield "csv", column, schema, {"mode": "DROPMALFORMED"}
        yield "json", objects, schema, {}
        for pattern in ("yyyy-MM-dd", "yyyy-M-d", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm[:ss][XXX]", "yyyy"):
            yield "csv", column, schema, {"dateFormat": pattern, "timestampFormat": pattern}
            yield "json", objects, schema, {"dateFormat": pattern, "timestampFormat": pattern}
    for options in ({}, {"preferDate": "false"}, {"timestampFormat": "yyyy-MM-dd HH:mm"}, {"dateFormat": "yyyy-M-d"}, {"dateFormat": "yyyy-MM-dd"}):
        yield "csv", row, "", {**infer, **options}
        yield "csv", row + ",".join(["2020-01-02"] * len(times)) + "\n", "", {**infer, **options}
    for kind in TYPES:
        # Java 17 writes floats near 2^31 with a digit more than it takes to tell them apart.
        numbers = [text for text in NUMBERS if kind != "FLOAT" or "21474836" not in text]
        yield "csv", "".join(f'"{text}"\n' for text in numbers), f"a {kind}", {}
    for more in ("", "1", "1.5", "12345678901234567890", "true", "2020-01-02", "x"):
        yield "csv", ",".join(f'"{text}"' for text in NUMBERS) + "\n" + ",".join([more] * len(NUMBERS)) + "\n", "", infer
    for kind in JSON_TYPES:
        # The same floats; and seconds since 1970 that overflow give some time in Spark, and null in Ferro.
        odd = {"FLOAT": "2147483648", "TIMESTAMP": "9223372036854775807"}.get(kind)
        values = [value for value in JSON_VALUES if value != odd]
        yield "json", "".join('{"a":%s}\n' % value for value in values), f"a {kind}", {}
        yield "json", "".join('{"a":[%s]}\n' % value for value in values), f"a ARRAY<{kind}>", {}
    named = ",".join('"c%02d":%s' % (number, value) for number, value in enumerate(JSON_VALUES))
    for options in ({}, {"primitivesAsString": "true"}, {"dropFieldIfAllNull": "true"}):
        yield "json", "{%s}\n" % named, "", options
        for more in ("1", "0.5", "[1]", '"x"', "true", "{}", "12345678901234567890"):
            others = ",".join('"c%02d":%s' % (number, more) for number in range(len(JSON_VALUES)))
            yield "json", "{%s}\n{%s}\n" % (named, others), "", options
    whole = ",".join('"c%02d":%s' % (number, value) for number, value in enumerate(JSON_VALUES) if "e" not in value.lower())
    yield "json", "{%s}\n" % whole, "", {"prefersDecimal": "true"}
    numbered = "".join('%s\n{"a":%d,"b":"next"}\n' % (line, number) for number, line in enumerate(JSON_LINES))
    for schema in (JSON_SCHEMA, JSON_SCHEMA + ", _corrupt_record STRING", "b STRING", "c ARRAY<STRING>, d MAP<STRING,STRING>, f STRING"):
        for mode in ("PERMISSIVE", "DROPMALFORMED"):
            yield "json", numbered, schema, {"mode": mode}
    yield "json", numbered, "b STRING, a BIGINT, bad STRING", {"columnNameOfCorruptRecord": "bad"}
    for value in JSON_VALUES:
        yield "json", '{"c":[1,%s,3],"a":7,"d":{"x":%s,"y":"t"},"e":{"k":%s,"l":2}}\n' % (value, value, value), JSON_SCHEMA, {}
    for line in JSON_LINES:
        for mode in MODES:
            yield "json", line + '\n{"a":8,"b":"good"}\n', "", {"mode": mode}
        yield "json", line + "\n", JSON_SCHEMA, {"mode": "FAILFAST"}
        yield "json", line.replace(",", ",\n"), JSON_SCHEMA + ", _corrupt_record STRING", MULTI
        yield "json", line + '\n{"a":8,"b":"good"}\n', "", MULTI


def write_cases():
    """(format, SQL of the table, options)"""
    for sql, options in itertools.product(WRITTEN, CSV_WRITE_OPTIONS):
        yield "csv", sql, options
    for sql, options in itertools.product(WRITTEN + NESTED, JSON_WRITE_OPTIONS):
        yield "json", sql, options


def plain(text):
    return text.replace("<tab>", "\t").replace("<lf>", "\n").replace("<cr>", "\r")


class SparkFilesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "OFF")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.driver.extraJavaOptions", "-Duser.timezone=UTC")
            .config("spark.sql.codegen.wholeStage", "false")
            .getOrCreate()
        )
        cls.temporary = tempfile.TemporaryDirectory(prefix="ferro-peers-")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.temporary.name, name)

    def answers(self, lines):
        run = subprocess.run([PROGRAM], input="".join(line + "\n" for line in lines).encode(), capture_output=True, timeout=900, check=True)
        return run.stdout.decode("utf-8", "replace").split("<end>\n")[:-1]

    def ask(self, kind, path, schema, options):
        reader = self.spark.read.format(kind).options(**{name: plain(value) for name, value in options.items()})
        if schema:
            reader = reader.schema(schema)
        try:
            frame = reader.load(path)
            rows = frame._show_string(1000, False, True)
            return "".join(f"{name}: {type_}\n" for name, type_ in frame.dtypes) + rows
        except (PySparkException, Py4JJavaError) as error:
            return "error: " + str(error).split("\n", 1)[0] + "\n"

    def compare(self, names, ours, theirs):
        differ = 0
        for name, mine, other in zip(names, ours, theirs, strict=True):
            same = mine == other or (mine.startswith("error: ") and other.startswith("error: "))
            same = same or any(error in other for error in MORE_THAN_SPARK)
            with self.subTest(name):
                self.assertTrue(same, f"\nFerro:\n{mine}\nSpark:\n{other}")
            differ += not same
        print(f"{len(names)} cases, {differ} differ", file=sys.stderr)

    def test_both_read_the_same(self):
        lines, names, theirs = [], [], []
        for number, (kind, content, schema, options) in enumerate(cases()):
            path = self.path(f"in{number}.{kind}")
            Path(path).write_bytes(content.encode("utf-8"))
            lines.append("\t".join(["read", kind, path, schema] + [f"{key}={value}" for key, value in options.items()]))
            names.append(f"{kind} {content!r} {schema or '-'} {options or ''}")
            theirs.append(self.ask(kind, path, schema, options))
        self.compare(names, self.answers(lines), theirs)

    def test_both_write_the_same(self):
        lines, names, theirs, tables = [], [], [], {}
        for number, (kind, sql, options) in enumerate(write_cases()):
            if sql not in tables:
                tables[sql] = self.path(f"table{len(tables)}")
                self.spark.sql(sql).coalesce(1).write.parquet(tables[sql])
            ours, other = self.path(f"ours{number}"), self.path(f"theirs{number}")
            lines.append("\t".join(["write", kind, ours, tables[sql]] + [f"{key}={value}" for key, value in options.items()]))
            names.append(f"{kind} {options} {sql}")
            try:
                frame = self.spark.read.parquet(tables[sql])
                frame.write.format(kind).options(**{name: plain(value) for name, value in options.items()}).save(other)
                theirs.append("".join(part.read_bytes().decode() for part in sorted(Path(other).glob("part-*"))))
            except (PySparkException, Py4JJavaError) as error:
                theirs.append("error: " + str(error).split("\n", 1)[0] + "\n")
        self.compare(names, self.answers(lines), theirs)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
