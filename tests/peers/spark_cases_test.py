"""Asks Ferro and PySpark the cases of cases.txt and compares what they answer: `spark_cases_test.py CASE_PROGRAM`.
Types and values are equal as show() prints them, and what is an error in one is an error in the other. What is
known to differ stands in spark_cases_known.txt, with the reason.

  --only TEXT        only cases that hold this text
  --share N          only one case of N, chosen by chance
  --seed NUMBER      which ones; a number of its own each day if it is not given
  --write FILE       also writes the differences into a file"""

import argparse
import collections
import datetime
import logging
import math
import random
import re
import subprocess
import sys
import threading
import unittest
from pathlib import Path

from pyspark.sql import SparkSession

import case_frames
import cases

HERE = Path(__file__).parent
OPTIONS = argparse.Namespace()
RECORD = re.compile(r"^-RECORD \d+-*\n", re.MULTILINE)
CASE_END = re.compile(r"^----------\n", re.MULTILINE)
EXCLUDED_RULES = "spark.sql.optimizer.excludedRules"
TABLES_ARE_COMPUTED_AT_ONCE = "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation"
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
        """One answer for each row."""
        text = case.expression
        try:
            frame = self.frame_of(text, case.rows)
            kind = frame.schema[0].dataType.simpleString()
        except Exception as error:  # of analysis: whatever the values are
            return [error_of(str(error))] * len(case.rows)
        try:
            return self.shown(kind, frame, len(case.rows))
        except Exception:  # of some row
            errors = self.errors_of(text, case.rows)
        if not any(errors) or any(error and "[" not in error for error in errors):
            return [self.answer_of_one(kind, text, row) for row in case.rows]
        good = [row for row, error in zip(case.rows, errors) if not error]
        answers = iter(self.answers(cases.Case(text, good)) if good else [])
        return [error or next(answers) for error in errors]

    def frame_of(self, expression, rows):
        names = ", ".join(f"c{i}" for i in range(len(rows[0])))
        values = ", ".join("(" + ", ".join(row) + ")" for row in rows)
        return self.session.sql(f"SELECT {expression} AS r FROM VALUES {values} AS t({names})")

    @staticmethod
    def shown(kind, frame, count):
        return [f"{kind}: {value}" for value in rows_of(frame._jdf.showString(count, 0, True))]

    def answer_of_one(self, kind, expression, row):
        try:
            return self.shown(kind, self.frame_of(expression, [row]), 1)[0]
        except Exception as error:
            return error_of(str(error))

    def errors_of(self, expression, rows):
        """The error of each row, or None. Rows are given to the planned projection one by one: a query for each takes longer."""
        self.session.conf.set(EXCLUDED_RULES, TABLES_ARE_COMPUTED_AT_ONCE)
        try:
            step = self.frame_of(expression, rows)._jdf.queryExecution().executedPlan()
            table = step.child()
            project = self.session._jvm.org.apache.spark.sql.catalyst.expressions.UnsafeProjection.create(
                step.expressions(), table.output()
            )
            return [self.error_of_row(project, row) for row in table.executeCollect()]
        except Exception:  # a plan of another shape: the rows are asked one by one
            return []
        finally:
            self.session.conf.unset(EXCLUDED_RULES)

    @staticmethod
    def error_of_row(project, row):
        try:
            project.apply(row)
        except Exception as error:
            return error_of(str(error))
        return None


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
    if not any(numbers):  # zeros have a sign
        return False
    return math.isclose(*numbers, rel_tol=1e-15 if kinds[0] == "double" else 1e-7)


def known_differences():
    text = (HERE / "spark_cases_known.txt").read_text(encoding="utf-8")
    return {line for line in text.splitlines() if line and not line.startswith("# ")}


def chosen(things):
    """All of them, or those that the seed chooses."""
    if OPTIONS.share == 1:
        return things
    generator = random.Random(OPTIONS.seed)
    return [thing for thing in things if generator.randrange(OPTIONS.share) == 0]


class Ferro(threading.Thread):
    """Ferro's interpreter, which answers while Spark is asked."""

    def __init__(self, lines):
        super().__init__()
        self.lines, self.answers, self.code = lines, [], None
        self.start()

    def run(self):
        pipe = subprocess.PIPE
        with subprocess.Popen([OPTIONS.program], stdin=pipe, stdout=pipe, encoding="utf-8", errors="replace") as process:
            self.answers = CASE_END.split(process.communicate(self.lines)[0])
        self.code = process.returncode

    def all_answers(self, count):
        self.join()
        if self.code != 0 or len(self.answers) != count + 1:
            asked = self.lines.splitlines()[len(self.answers) - 1 :][:1]
            raise AssertionError(f"Ferro's interpreter ended with {self.code} after {len(self.answers) - 1} of {count} cases, at {asked}")
        return self.answers


class SparkCasesTest(unittest.TestCase):
    def test_answers_agree(self):
        print(f"one case of {OPTIONS.share}, --seed {OPTIONS.seed}", file=sys.stderr)
        asked = [case for case in chosen(list(cases.all_cases(HERE / "cases.txt"))) if OPTIONS.only in case.line()]
        frames = [line for line in chosen(cases.frame_cases(HERE / "cases.txt")) if OPTIONS.only in line]
        ferro = Ferro("".join(case.line() + "\n" for case in asked) + "".join("@" + line + "\n" for line in frames))
        spark = Spark()
        answers_of = {}
        for case in asked:
            if case.same not in answers_of:
                answers_of[case.same] = spark.answers(case.same)
        answers = ferro.all_answers(len(asked) + len(frames))
        known, met = known_differences(), set()
        counts, wrong = collections.Counter(), []
        for case, text in zip(asked, answers):
            ours_of, theirs_of = ferro_answers(text), answers_of[case.same]
            self.assertEqual([len(case.rows)] * 2, [len(ours_of), len(theirs_of)], case.line())
            for row, ours, theirs in zip(case.rows, ours_of, theirs_of):
                question = case.with_values(row)
                same = agree(ours, theirs)
                counts["errors in both" if same and ours.startswith("error: ") else "equal" if same else "different"] += 1
                if same:
                    continue
                met |= {question, case.expression}
                if question not in known and case.expression not in known:
                    wrong.append(f"{question}\n    Ferro: {ours}\n    Spark: {theirs}")
        for line, text in zip(frames, answers[len(asked) :]):
            ours, theirs = (case_frames.in_order(shown, line) for shown in (text, case_frames.answer(spark.session, line)))
            same = agree(ours, theirs)
            counts["frames equal" if same else "different"] += 1
            if same:
                continue
            met.add(line)
            if line not in known:
                wrong.append(f"{line}\nFerro:\n{ours}\nSpark:\n{theirs}")
        if OPTIONS.share == 1 and not OPTIONS.only:
            wrong += [f"{line}\n    is in spark_cases_known.txt, but no longer differs" for line in sorted(known - met)]
        print(dict(counts), file=sys.stderr)
        if OPTIONS.write:
            Path(OPTIONS.write).write_text("\n".join(wrong), encoding="utf-8")
        self.assertEqual([], wrong, "\n".join(wrong[:50]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--seed", type=int, default=datetime.date.today().toordinal())
    parser.add_argument("--write")
    OPTIONS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
