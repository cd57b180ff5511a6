"""DataFrames against PySpark, Polars and DuckDB: reading CSV, the db-benchmark's groups and joins, sorting, distinct, top-k."""

import sys

import frames_data
from harness.measure import Bar, Benchmark, Runner

ABOUT = "each engine has two threads; tables are in memory before the clock starts, but for CSV and Parquet"
TITLES = {
    "csv": "CSV to table, types inferred, 5 M rows, 9 columns",
    "q1": "q1: sum by 100 text keys",
    "q2": "q2: sum by 10,000 pairs of text keys",
    "q3": "q3: sum and mean by 50,000 text keys",
    "q4": "q4: three means by 100 int keys",
    "q5": "q5: three sums by 50,000 int keys",
    "q6": "q6: median and deviation by 10,000 pairs",
    "q7": "q7: max - min by 50,000 text keys",
    "q8": "q8: the largest two by 50,000 int keys",
    "q9": "q9: regression by 10,000 pairs",
    "q10": "q10: sum and count by six keys, 5 M groups",
    "j1": "j1: inner join with 5 rows",
    "j2": "j2: inner join with 5,000 rows",
    "j3": "j3: left join with 5,000 rows",
    "j4": "j4: inner join with 5,000 rows by text",
    "j5": "j5: inner join with 5 M rows",
    "sort": "sort of 5 M rows by a double",
    "distinct": "distinct pairs of 5 M rows",
    "topk": "the first 100 of 5 M rows",
    "parquet": "Parquet scan with a filter",
}


def benchmarks(root):
    folder = root / "build" / "bench" / "frames"
    bench = root / "bench"

    def python(engine, script, name, **options):
        return Runner(engine, [sys.executable, str(bench / script), name, str(folder)], repeat=False, **options)

    def one(name):
        ferro = [str(root / "build" / "release" / "bench" / "frames_ferro"), "--ferro.master=local[2]", name, str(folder)]
        runners = [Runner("Ferro", ferro, repeat=False), python("DuckDB", "frames_duckdb.py", name),
                   python("Polars", "frames_polars.py", name), python("Spark", "frames_spark.py", name)]
        bars = [Bar(0.1, "Spark")]
        bars += [Bar(0.8, "DuckDB"), Bar(0.8, "Polars")] if name == "csv" else [Bar(2.0, "DuckDB")]
        return Benchmark(name, TITLES[name], runners, bars, prepare=lambda: frames_data.make(folder))

    return [one(name) for name in TITLES]
