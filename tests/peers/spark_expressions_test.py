"""Asks PySpark whether the tables of tests/expr say what Spark gives: `spark_expressions_test.py FOLDER`. The tables' own
tests hold Ferro to them, so what agrees here is the same in both engines."""

import json
import re
import sys
import unittest
from pathlib import Path

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

FOLDER = Path()
INFIX = {"+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "<=>", "and", "or", "div"}
# Where Ferro differs on purpose: what it says instead is part of its own documentation.
KNOWN_DIFFERENCES = Path(__file__).with_name("spark_expressions_known.txt")


def table_lines(folder):
    for source in sorted(folder.glob("*_test.cc")):
        for table in re.findall(r'checkTable\(R"\((.*?)\)"\)', source.read_text(encoding="utf-8"), re.DOTALL):
            for line in table.split("\n"):
                if line.strip():
                    yield source.name, line.strip()


def split_types(text):
    """The parts of `a:int,b:array<int>` that are separated by commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return parts + [text[start:]]


def sql_value(kind, value):
    """A value that was JSON, as SQL."""
    if value is None:
        return f"CAST(NULL AS {kind})"
    inner = kind[kind.find("<") + 1 : -1]
    if kind.startswith("array<"):
        items = ", ".join(sql_value(inner, item) for item in value)
        return f"CAST(array({items}) AS {kind})"
    if kind.startswith("map<"):
        key, item = split_types(inner)
        pairs = ", ".join(f"{sql_value(key, k)}, {sql_value(item, v)}" for k, v in value)
        return f"map({pairs})"
    if kind.startswith("struct<"):
        fields = [field.split(":", 1) for field in split_types(inner)]
        return "named_struct(" + ", ".join(f"'{n}', {sql_value(t, v)}" for (n, t), v in zip(fields, value)) + ")"
    return f"CAST({sql_text(str(value))} AS {kind})"


def sql_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def sql_argument(argument):
    kind, value = argument.split(": ", 1)
    if value == "NULL":
        return "NULL" if kind == "void" else f"CAST(NULL AS {kind})"
    if "<" in kind:
        return sql_value(kind, json.loads(value))
    if len(value) >= 2 and value.startswith("'"):
        value = value[1:-1]
    return sql_text(value) if kind == "string" else f"CAST({sql_text(value)} AS {kind})"


def sql_call(function, arguments):
    if function in ("cast", "try_cast"):
        return f"{function}({sql_argument(arguments[0])} AS {arguments[1]})"
    values = [sql_argument(argument) for argument in arguments]
    if function in INFIX and len(values) == 2:
        return f"({values[0]} {function} {values[1]})"
    if function == "-":
        return f"(- {values[0]})"
    if function == "in":
        return f"{values[0]} IN ({', '.join(values[1:])})"
    if function == "between":
        return f"{values[0]} BETWEEN {values[1]} AND {values[2]}"
    if function == "case":
        pairs = " ".join(f"WHEN {c} THEN {v}" for c, v in zip(values[::2], values[1::2]))
        return f"CASE {pairs} " + (f"ELSE {values[-1]} " if len(values) % 2 else "") + "END"
    if function in ("trim", "ltrim", "rtrim") and len(values) == 2:
        side = {"trim": "BOTH", "ltrim": "LEADING", "rtrim": "TRAILING"}[function]
        return f"trim({side} {values[1]} FROM {values[0]})"
    if function == "getItem":
        return f"{values[0]}[{values[1]}]"
    return f"{function}({', '.join(values)})"


class SparkExpressionsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "OFF")
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate()
        )
        cls.known = set(KNOWN_DIFFERENCES.read_text(encoding="utf-8").splitlines())

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def spark_result(self, line):
        parts = line.split(" | ")
        try:
            frame = self.spark.sql(f"SELECT {sql_call(parts[0], parts[1:-1])} AS result")
            kind = frame.schema[0].dataType.simpleString()
            shown = frame._jdf.showString(1, 0, True)
            # Vertical: the record's line, then ` result | value `.
            return f"{kind}: " + shown.split("\n", 1)[1].split(" result | ", 1)[1].rstrip("\n")
        except PySparkException as error:
            return f"! [{error.getCondition()}]"
        except Exception as error:  # errors of rows arrive as Java's
            found = re.search(r"\[[A-Z_.]+\]", str(error))
            return "! " + (found[0] if found else str(error).split("\n")[0])

    def test_spark_gives_what_the_tables_say(self):
        count, wrong = 0, []
        for source, line in table_lines(FOLDER):
            count += 1
            expected = line.split(" | ")[-1]
            quoted = re.fullmatch(r"(\w+: )'(.*)'", expected)
            expected = (quoted[1] + quoted[2] if quoted else expected).strip()
            got = self.spark_result(line).strip()
            if expected.startswith("! "):
                expected = expected.split("]")[0]
                got = got.split("]")[0]
            if got != expected and line not in self.known:
                wrong.append(f"{source}: {line}\n    Spark: {got}")
        self.assertGreater(count, 300)
        self.assertEqual([], wrong, "\n".join(wrong))


if __name__ == "__main__":
    FOLDER = Path(sys.argv.pop(1))
    unittest.main()
