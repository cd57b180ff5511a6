"""The cases of cases.txt, for interpreters of several engines.

[values] has a line for each kind of value: SQL literals, separated by ` ; `. [types] gives several kinds one name.
[functions] has lines of `kinds: expressions`: expressions over the columns c0, c1 ... of these kinds, separated by ` | `.
Each is asked for every combination of kinds, over a table of all combinations of values, or some of them if they are
many. [patterns] has lines of `pattern ; text ; text`: regular expressions and what
they are asked about, as SQL literals. [frames] has a program in each line: steps, separated by ` | `."""

import itertools
import random
from pathlib import Path

SEED = 13
MOST_ROWS = 24


class Case:
    """An expression and the rows of values it is asked for. `same` is a case that must have the same answers."""

    def __init__(self, expression, rows, same=None):
        self.expression, self.rows, self.same = expression, rows, same or self

    def line(self):
        values = [value for row in self.rows for value in row]
        return "\x1f".join([self.expression, str(len(self.rows[0])), *values])

    def with_values(self, row):
        text = self.expression
        for i, value in enumerate(row):
            text = text.replace(f"c{i}", value)
        return text


def sections(path):
    found, lines = {}, []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            lines = found.setdefault(line[1:-1], [])
        elif line.strip() and not line.startswith("#"):
            lines.append(line)
    return found


def named_lists(lines, separator):
    return {name: values.split(separator) for name, values in (line.split(": ", 1) for line in lines)}


def is_told_by_others(kinds):
    """Small kinds of numbers meet only themselves and the kinds that every number is widened to."""
    small = {"tinyint", "float"}
    return len(kinds) == 2 and len(set(kinds)) == 2 and small & set(kinds) and not set(kinds) & {"double", "decimal"}


def function_cases(parts):
    values = named_lists(parts["values"], " ; ")
    types = named_lists(parts["types"], " ")
    generator = random.Random(SEED)
    for line in parts["functions"]:
        kinds, expressions = line.split(": ", 1)
        choices = [types.get(kind, [kind]) for kind in kinds.split(", ")]
        for combination in itertools.product(*choices):
            rows = list(itertools.product(*(values[kind] for kind in combination)))
            if len(rows) > MOST_ROWS:
                rows = generator.sample(rows, MOST_ROWS)
            if is_told_by_others(combination):
                continue
            for expression in expressions.split(" | "):
                yield Case(expression, rows)


PATTERN_QUESTIONS = [
    "c0 RLIKE c1", "regexp_replace(c0, c1, '<$0>')", "regexp_replace(c0, c1, '')", "regexp_extract(c0, c1, 0)",
    "regexp_extract(c0, c1, 1)", "split(c0, c1)", "split(c0, c1, 2)", "split(c0, c1, 1)", "split(c0, c1, 3)",
]


def pattern_cases(parts):
    for line in parts["patterns"]:
        pattern, *texts = line.split(" ; ")
        rows = [(text, pattern) for text in texts]
        for question in PATTERN_QUESTIONS:
            by_row = Case(question, rows)
            yield by_row
            # A pattern that is not a column is compiled once.
            yield Case(question.replace("c1", pattern), [(text,) for text in texts], by_row)


def all_cases(path):
    parts = sections(path)
    yield from function_cases(parts)
    yield from pattern_cases(parts)


def frame_cases(path):
    return sections(path).get("frames", [])
