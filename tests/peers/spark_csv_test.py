"""Spark and Ferro read the same CSV files with the same options, and must agree on the schema and on every row.
`spark_csv_test.py PROGRAM` runs tests/csv/csv_print, which prints what Ferro reads, beside a PySpark of the same
machine."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql.functions import col, spark_partition_id

PROGRAM = sys.argv.pop(1)
INFER = {"header": "true", "inferSchema": "true"}
TYPED = "a INT, b DOUBLE, c STRING"
CORRUPT = TYPED + ", _corrupt_record STRING"
RAGGED = b"a,b,c\n1,2.5,x\n2\n3,4.5,y,extra\nfour,1.5,z\n5,,\n"

# Name: bytes of the file, options, schema or None.
CASES = {
    "types": (b"i,l,d,x,s,b,t,e\n1,5000000000,1.5,12345678901234567890,abc,true,2020-01-02,\n"
              b"-2,3,NaN,1,1,FALSE,2021-12-31,\n", INFER, None),
    "mixed types": (b"a,b,c,d,e\n1,1,true,2020-01-01,1\n2.5,x,1,2020-01-01 10:11:12,2147483648\n", INFER, None),
    "java doubles": (b"a,b,c,d,e\n1d,1e3,Inf,0x1p3,+5\n2f,-1E-3,-Inf, 7 ,-0\n", INFER, None),
    "decimals": (b"a,b,c\n12345678901234567890,1.,1e0\n1,2,3\n", INFER, None),
    "huge integers": (b"a,b\n" + b"9" * 38 + b"," + b"9" * 39 + b"\n1,1\n", INFER, None),
    "dates and timestamps": (b"a,b,c,d\n2020-01-01,2020-01-01T01:02:03Z,2020-1-1,2020\n"
                             b"2020-01-02 03:04:05,2020-01-01 01:02:03.123+01:00,2020-02-02,x\n", INFER, None),
    "quotes": (b'a,b,c\n"x,y","",z\n"he said \\"hi\\"","a""b",q\n"back\\\\slash","a\\b",\n', {"header": "true"}, None),
    "quotes with null value": (b'a,b\n"",\nNA,"NA"\nx,y\n', {"header": "true", "nullValue": "NA"}, None),
    "empty value": (b'a,b\n"",\nx,y\n', {"header": "true", "emptyValue": "EMPTY"}, None),
    "doubled quotes": (b'a,b\n"x""y",1\n"""q""",2\n', {"header": "true", "escape": '"'}, None),
    "unescaped quotes": (b'a,b\n"x"y,1\n"p" ,2\n"p" q,3\nm"n"o,4\n"open,5\n"\n', {"header": "true"}, None),
    "stop at closing quote": (b'a,b\n"x"y,1\n"p"q",3\n"p",4\n',
                              {"header": "true", "unescapedQuoteHandling": "STOP_AT_CLOSING_QUOTE"}, None),
    "line ends": (b"a,b\r\n1,2\r\n3,4\n5,6\r7,8", {"header": "true"}, None),
    "blank lines": (b"\n  \na,b\n\n1,2\n \t \n3,4\n\n", INFER, None),
    "comments": (b"#one\na,b\n#two\n1,2\n #three\n3,4\n", {"header": "true", "comment": "#"}, None),
    "spaces": (b"a, b ,c\n 1 , x , y\n  ,\" q \" ,z\n",
               {"header": "true", "ignoreLeadingWhiteSpace": "true", "ignoreTrailingWhiteSpace": "true"}, None),
    "leading spaces": (b"a,b\n 1 , x \n", {"header": "true", "ignoreLeadingWhiteSpace": "true"}, None),
    "spaces kept": (b"a,b\n 1 , x \n", INFER, None),
    "names": (b"a,A,,b,a,\n1,2,3,4,5,6\n", {"header": "true"}, None),
    "no header": (b"1,x\n2,y\n", {"inferSchema": "true"}, None),
    "tabs": (b"a\tb\n1\t\n\t2\n", {"header": "true", "sep": "\\t"}, None),
    "long separator": (b"a||b||c\n1||x|y||\n", {"header": "true", "sep": "||"}, None),
    "line separator": (b"a,b;1,x;2,y", {"header": "true", "lineSep": ";"}, None),
    "multi-line": (b'a,b\r\n"x\r\ny",1\r\n\r\n"p\nq",2\r\n', {"header": "true", "multiLine": "true"}, None),
    "multi-line with comments": (b'#c\na,b\n"x\ny",1\n#c2\n2,3\n',
                                 {"header": "true", "multiLine": "true", "comment": "#"}, None),
    "multi-line, open quote": (b'a,b\n1,"x\n2,y\n', {"header": "true", "multiLine": "true"}, None),
    "byte order mark": (b"\xef\xbb\xbfa,b\n1,2\n", INFER, None),
    "latin-1": ("a,b\né,ü\n".encode("latin-1"), {"header": "true", "encoding": "ISO-8859-1"}, None),
    "bad utf-8": (b"a,b\nx\xffy,\xc3\n\xe2\x82,z\n", {"header": "true"}, None),
    "utf-16": ("a,b\né,😀\n".encode("utf-16"), {"header": "true", "encoding": "UTF-16", "multiLine": "true"}, None),
    "nul bytes": (b"a,b\nx\0y,1\n\0,2\n", {"header": "true"}, None),
    "permissive": (RAGGED, {"header": "true"}, TYPED),
    "corrupt records": (RAGGED, {"header": "true"}, CORRUPT),
    "corrupt records elsewhere": (RAGGED, {"header": "true", "columnNameOfCorruptRecord": "bad"},
                                  "a INT, bad STRING, b DOUBLE, c STRING"),
    "malformed left out": (RAGGED, {"header": "true", "mode": "DROPMALFORMED"}, TYPED),
    "formats": (b"a,b\n05/03/2020,2020.03.05 07:08\n5/3/2020,x\n",
                {"header": "true", "dateFormat": "dd/MM/yyyy", "timestampFormat": "yyyy.MM.dd HH:mm"},
                "a DATE, b TIMESTAMP"),
    "formats inferred": (b"a,b\n05/03/2020,2020.03.05 07:08\n06/03/2020,2020.03.05 07:09\n",
                         {**INFER, "dateFormat": "dd/MM/yyyy", "timestampFormat": "yyyy.MM.dd HH:mm"}, None),
    "narrow types": (b"127,32767,1.5,1e10,true\n128,32768,x,1.7976931348623157e309,no\n", {},
                     "a TINYINT, b SMALLINT, c FLOAT, d DOUBLE, e BOOLEAN"),
    "decimal rounding": (b'1.005\n-1.005\n"1,234.5"\n99999999.999\nx\n1e3\n', {}, "a DECIMAL(10,2)"),
    "own infinities": (b"a\nnan\nup\ndown\n1\n", {**INFER, "nanValue": "nan", "positiveInf": "up",
                                                  "negativeInf": "down"}, None),
    "only nulls": (b"a,b\n,1\n,2\n", INFER, None),
    "header only": (b"a,b\n", INFER, None),
    "single column": (b'a\n1\n\n""\n2\n', {"header": "true"}, None),
    "header again in the data": (b"a,b\n1,2\na,b\n3,4\n", INFER, None),
    "fewer in the header": (b"a\n1,2\n3\n", INFER, None),
}


def rows_of_spark(spark, path, options, schema):
    reader = spark.read.options(**options)
    if schema:
        reader = reader.schema(schema)
    frame = reader.csv(path)
    texts = frame.select([col(f"`{name}`").cast("string") for name in frame.columns]).collect()
    fields = [[field.name, field.dataType.simpleString()] for field in frame.schema.fields]
    counts = frame.groupBy(spark_partition_id().alias("partition")).count().orderBy("partition").collect()
    return {"schema": fields, "rows": [list(row) for row in texts], "partitions": [row["count"] for row in counts]}


def rows_of_ferro(path, options, schema):
    command = [PROGRAM, path, schema or ""] + [f"{key}={value}" for key, value in options.items()]
    done = subprocess.run(command, capture_output=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    read = json.loads(done.stdout)
    read["partitions"] = [size for size in read["partitions"] if size > 0]  # Spark counts no empty ones
    return read


class SparkCsvTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        cls.spark = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
        cls.spark.sparkContext.setLogLevel("OFF")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def test_both_read_the_same_rows(self):
        for name, (content, options, schema) in CASES.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                path = str(Path(folder, "data.csv"))
                Path(path).write_bytes(content)
                expected = rows_of_spark(self.spark, path, options, schema)
                read = rows_of_ferro(path, options, schema)
                # Spark counts malformed records of no wanted column as well: only their rows are compared.
                for key in ("schema", "rows"):
                    self.assertEqual(read[key], expected[key])

    def test_partitions_have_the_same_rows(self):
        megabyte = 1 << 20
        for sizes in ([9, 3, 2, 1, 12], [40], [5], [1, 2]):
            with self.subTest(sizes=sizes), tempfile.TemporaryDirectory() as folder:
                for number, size in enumerate(sizes):
                    lines = (f"{number},{row}\n" for row in range(size * megabyte // 10))
                    Path(folder, f"part{number}.csv").write_text("a,b\n" + "".join(lines))
                expected = rows_of_spark(self.spark, folder, INFER, None)
                self.assertEqual(rows_of_ferro(folder, INFER, None), expected)


if __name__ == "__main__":
    unittest.main()
