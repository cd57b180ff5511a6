"""The programs over tables of cases.txt, run by Spark step by step. case_frames.cc is Ferro's side."""

from pyspark.sql import functions as F


def pieces(text, separator):
    return [piece.strip() for piece in text.split(separator) if piece.strip()]


class Program:
    def __init__(self, session):
        self.session, self.frame, self.kept, self.groups, self.printed = session, None, None, None, ""

    def run(self, text):
        for step in pieces(text, " | "):
            name, _, rest = step.partition(" ")
            self.take(name, pieces(rest, " ; "))
        if self.printed:
            return self.printed
        types = "".join(f"{name}: {kind}\n" for name, kind in self.frame.dtypes)
        return types + self.frame._jdf.showString(1000, 0, False)

    def take(self, step, arguments):
        frame = self.frame
        if step == "rows":
            names = ", ".join(pieces(arguments[0], ",  "))
            self.frame = self.session.sql(f"SELECT * FROM VALUES {', '.join('(' + row + ')' for row in arguments[1:])} AS t({names})")
        elif step == "keep":
            self.kept = frame
        elif self.groups is not None:
            groups, self.groups = self.groups, None
            if step == "agg":
                self.frame = groups.agg(*map(F.expr, arguments))
            else:
                self.frame = getattr(groups, step)(*arguments)
        elif step == "groupBy":
            self.groups = frame.groupBy(*arguments)
        elif step.startswith("na."):
            self.missing(step[3:], arguments)
        elif step == "stat.crosstab":
            self.frame = frame.stat.crosstab(*arguments)
        elif step.startswith("stat."):
            self.printed = "%.9g" % getattr(frame.stat, step[5:])(*arguments)
        elif step == "join":
            self.frame = frame.join(self.kept, pieces(arguments[0], ",  "), arguments[1] if len(arguments) > 1 else "inner")
        elif step == "unionByName":
            self.frame = frame.unionByName(self.kept, bool(arguments))
        elif step in ("union", "intersect", "except"):
            self.frame = getattr(frame, "subtract" if step == "except" else step)(self.kept)
        else:
            self.one_table(step, arguments)

    def missing(self, step, arguments):
        na = self.frame.na
        if step == "drop":
            self.frame = na.drop(*arguments)
        elif step == "fill":
            self.frame = na.fill(self.value(arguments[0]))
        else:
            self.frame = na.replace(self.value(arguments[0]), self.value(arguments[1]), arguments[2:] or None)

    def value(self, text):
        return self.session.sql(f"SELECT {text} AS v").first()[0]

    def one_table(self, step, arguments):
        frame = self.frame
        if step == "agg":
            self.frame = frame.agg(*map(F.expr, arguments))
        elif step == "dropDuplicates":
            self.frame = frame.dropDuplicates(arguments)
        elif step == "withColumn":
            self.frame = frame.withColumn(arguments[0], F.expr(arguments[1]))
        elif step == "rename":
            self.frame = frame.withColumnRenamed(*arguments)
        elif step == "limit":
            self.frame = frame.limit(int(arguments[0]))
        elif step == "as":
            self.frame = frame.alias(arguments[0])
        else:
            self.frame = getattr(frame, step)(*arguments)


def answer(session, text):
    try:
        return Program(session).run(text)
    except Exception as error:
        return "error: " + str(error).split("\n")[0]


def in_order(text, program):
    """The rows of a table in the order of their text, unless the program says in which order they are."""
    lines = text.strip().split("\n")
    borders = [i for i, line in enumerate(lines) if line.startswith("+-")]
    if "orderBy" in program or len(borders) != 3:
        return "\n".join(lines)
    first, last = borders[1] + 1, borders[2]
    return "\n".join(lines[:first] + sorted(lines[first:last]) + lines[last:])
