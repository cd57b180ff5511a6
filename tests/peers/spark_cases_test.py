"""Asks Ferro and PySpark the cases of cases.txt and compares what they answer: `spark_cases_test.py CASE_PROGRAM`.
Types and values are equal as show() prints them, and what is an error in one is an error in the other. What is
known to differ stands in spark_cases_known.txt, with the reason.

  --only TEXT        only cases that hold this text
  --write FILE       also writes the differences into a file"""

import argparse
import collections
import logging
import math
import re
import subprocess
import sys
import unittest
from pathlib import Path

from pyspark.sql import SparkSession

import case_frames
import cases

HERE = Path(__file__).parent
OPTIONS = argparse.Namespace()
RECORD = re.compile(r"^-RECORD \d+-*\n", re.MULTILINE)
CASE_END = re.compile(r"^----------\n", re.MULTILINE)
ROW_BEGIN = re.compile(r"^\.{10}\n", re.MULTILINE)


def rows_of(shown):
    """The values of a table with one column that was shown as records."""
    return [record.split("| ", 1)[1].rstrip() for record in RECORD.split(shown)[1:]]


def error_of(text):
    found = re.search(r"\[[A-Z][A-Z_.0-9]+\]", text)
    return "error: " + (found[0] if found else text.split("\n")[0])


class Spark:
    """Spark's interpreter."""

    def __init__(self):
        logging.disable(logging.CRITICAL)  # errors are answers
        self.session = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "OFF")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.ansi.enabled", "true")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .getOrCreate()
        )

    def answers(self, case):
        """One answer for each row. Where a row is an error, its neighbours are asked again without it."""
        return self.answers_of(case.expression, case.rows)

    def answers_of(self, expression, rows):
        names = ", ".join(f"c{i}" for i in range(len(rows[0])))
        values = ", ".join("(" + ", ".join(row) + ")" for row in rows)
        try:
            frame = self.session.sql(f"SELECT {expression} AS r FROM VALUES {values} AS t({names})")
            kind = frame.schema[0].dataType.simpleString()
        except Exception as error:  # of analysis: whatever the values are
            return [error_of(str(error))] * len(rows)
        try:
            return [f"{kind}: {value}" for value in rows_of(frame._jdf.showString(len(rows), 0, True))]
        except Exception as error:  # of a row
            if len(rows) == 1:
                return [error_of(str(error))]
            middle = len(rows) // 2
            return self.answers_of(expression, rows[:middle]) + self.answers_of(expression, rows[middle:])


def ferro_answers(text):
    """A list of answers of Ferro's to one case, as many as it has rows."""
    whole, *single = ROW_BEGIN.split(text)
    return [one for part in (single or [whole]) for one in shown_answers(part)]


def shown_answers(text):
    if text.startswith("error: "):
        return [error_of(text) if "[INTERNAL]" not in text else text]
    kind, shown = text.split("\n", 1)
    return [f"{kind}: {value}" for value in rows_of(shown)]


def agree(ours, theirs):
    if ours.startswith("error: "):
        return theirs.startswith("error: ") and "bug" not in ours
    return ours == theirs or same_number(ours, theirs)


def same_number(ours, theirs):
    """Java before 19 prints digits that a number does not need, and its functions of numbers differ from the C library's in
    the last digit."""
    kinds = [text.split(": ", 1)[0] for text in (ours, theirs)]
    if kinds not in (["double", "double"], ["float", "float"]):
        return False
    try:
        numbers = [float(text.split(": ", 1)[1]) for text in (ours, theirs)]
    except ValueError:
        return False
    return math.isclose(*numbers, rel_tol=1e-15 if kinds[0] == "double" else 1e-7)


def known_differences():
    text = (HERE / "spark_cases_known.txt").read_text(encoding="utf-8")
    return {line for line in text.splitlines() if line and not line.startswith("# ")}


class SparkCasesTest(unittest.TestCase):
    def test_answers_agree(self):
        asked = [case for case in cases.all_cases(HERE / "cases.txt") if OPTIONS.only in case.line()]
        frames = [line for line in cases.frame_cases(HERE / "cases.txt") if OPTIONS.only in line]
        lines = "".join(case.line() + "\n" for case in asked) + "".join("@" + line + "\n" for line in frames)
        ferro = subprocess.Popen([OPTIONS.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
        spark = Spark()
        answers = CASE_END.split(ferro.communicate(lines, timeout=900)[0])
        self.assertEqual(len(asked) + len(frames) + 1, len(answers), "Ferro's interpreter ended early")
        known = known_differences()
        counts, wrong = collections.Counter(), []
        last, of_last = None, []
        for case, text in zip(asked, answers):
            if case.same is not last:
                last, of_last = case.same, spark.answers(case.same)
            for row, ours, theirs in zip(case.rows, ferro_answers(text), of_last):
                question = case.with_values(row)
                same = agree(ours, theirs)
                counts["errors in both" if same and ours.startswith("error: ") else "equal" if same else "different"] += 1
                if not same and question not in known and case.expression not in known:
                    wrong.append(f"{question}\n    Ferro: {ours}\n    Spark: {theirs}")
        for line, text in zip(frames, answers[len(asked) :]):
            ours, theirs = (case_frames.in_order(shown, line) for shown in (text, case_frames.answer(spark.session, line)))
            same = agree(ours, theirs)
            counts["frames equal" if same else "different"] += 1
            if not same and line not in known:
                wrong.append(f"{line}\nFerro:\n{ours}\nSpark:\n{theirs}")
        print(dict(counts), file=sys.stderr)
        if OPTIONS.write:
            Path(OPTIONS.write).write_text("\n".join(wrong), encoding="utf-8")
        self.assertEqual([], wrong, "\n".join(wrong[:50]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--write")
    OPTIONS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
