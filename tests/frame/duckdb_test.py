"""Random queries give the rows that DuckDB gives: duckdb_test.py PROGRAM [--seeds N] [--first SEED] [SETTING...]

The program writes SQL and rows; DuckDB runs the SQL on the same Parquet files, on one thread and without its optimizer:
with them, DuckDB 2.0 loses rows of ORDER BY ... LIMIT over an outer join once in some fifty runs. Rows are compared as
bags, numbers to ten digits. A failing seed is printed with its SQL.
"""

import argparse
import math
import subprocess
import sys
import tempfile

import duckdb

NULL = "\x1e"


def ours(text):
    if text == NULL:
        return None
    text = text[1:]
    if text in ("true", "false"):
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    return canonical(number)


def canonical(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        if math.isnan(value):
            return "NaN"
        return f"{float(value) + 0.0:.10g}" if value else "0"
    return value


def theirs(value):
    if value is None:
        return None
    if isinstance(value, str):
        return ours("=" + value)  # text that looks like a number is compared as one on both sides
    return canonical(value)


def sort_key(row):
    return tuple((value is None, str(value)) for value in row)


def queries(output):
    lines = iter(output.split("\n"))
    for line in lines:
        if not line.startswith("seed "):
            continue
        seed, place, sql, rows = line[5:], next(lines), next(lines), []
        for row in lines:
            if row == "end":
                break
            rows.append(row)
        yield seed, place, sql, rows


def differs(place, sql, rows):
    if rows and rows[0].startswith("error: "):
        return rows[0]
    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        connection.execute("PRAGMA disable_optimizer")
        for table in ("facts", "names"):
            connection.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{place}/{table}/*.parquet')")
        expected = connection.execute(sql).fetchall()
    expected = sorted((tuple(map(theirs, row)) for row in expected), key=sort_key)
    actual = sorted((tuple(map(ours, row.split("\x1f"))) for row in rows), key=sort_key)
    if expected == actual:
        return None
    missing = [row for row in expected if row not in actual][:3]
    extra = [row for row in actual if row not in expected][:3]
    return f"{len(actual)} rows, DuckDB has {len(expected)}; missing {missing}; not there {extra}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    options, settings = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="ferro-duckdb-") as folder:
        run = subprocess.run([options.program, *settings, folder, str(options.first), str(options.seeds)],
                             capture_output=True, text=True, timeout=1000)
        if run.returncode != 0:
            sys.exit(f"the program ended with {run.returncode}: {run.stderr[-2000:]}")
        failures = []
        count = 0
        for seed, place, sql, rows in queries(run.stdout):
            count += 1
            problem = differs(place, sql, rows)
            if problem:
                failures.append(f"seed {seed}: {problem}\n  {sql}")
        print(f"{count - len(failures)} of {count} queries agree with DuckDB")
        sys.exit("\n".join(failures[:20]) if failures or count != options.seeds else 0)


main()
