"""The frames benchmark on Polars with two threads, on tables in memory: frames_polars.py NAME FOLDER."""

import os
import sys

os.environ["POLARS_MAX_THREADS"] = "2"
import polars  # noqa: E402  (the number of threads is read when it is imported)
from frames_clock import report  # noqa: E402
from polars import col  # noqa: E402


def total(frame, *sums):
    return (frame.height, *(frame[column].sum() for column in sums))


def groups(x):
    return {
        "q1": lambda: total(x.group_by("id1").agg(col("v1").sum()), "v1"),
        "q2": lambda: total(x.group_by("id1", "id2").agg(col("v1").sum()), "v1"),
        "q3": lambda: total(x.group_by("id3").agg(col("v1").sum(), col("v3").mean()), "v1", "v3"),
        "q4": lambda: total(x.group_by("id4").agg(col("v1", "v2", "v3").mean()), "v1", "v2", "v3"),
        "q5": lambda: total(x.group_by("id6").agg(col("v1", "v2", "v3").sum()), "v1", "v2", "v3"),
        "q6": lambda: total(x.group_by("id4", "id5").agg(col("v3").median().alias("m"), col("v3").std().alias("s")), "m", "s"),
        "q7": lambda: total(x.group_by("id3").agg((col("v1").max() - col("v2").min()).alias("r")), "r"),
        "q8": lambda: total(x.group_by("id6").agg(col("v3").top_k(2)).explode("v3"), "v3"),
        "q9": lambda: total(x.group_by("id2", "id4").agg((polars.corr("v1", "v2") ** 2).alias("r")), "r"),
        "q10": lambda: total(x.group_by("id1", "id2", "id3", "id4", "id5", "id6").agg(col("v3").sum(), polars.len().alias("n")),
                             "v3", "n"),
        "distinct": lambda: total(x.select("id3", "id6").unique()),
        "topk": lambda: total(x.select("id3", "v3").sort(["v3", "id3"], descending=[True, False]).head(100), "v3"),
        "sort": lambda: total(x.sort("v3"), "v1"),
    }


def joins(folder):
    x, small, medium, big = (polars.read_parquet(f"{folder}/{name}.parquet") for name in ("joined", "small", "medium", "big"))

    def joined(other, key, how="inner"):
        return lambda: total(x.join(other.select(key, "v2"), on=key, how=how), "v1", "v2")

    return {"j1": joined(small, "id1"), "j2": joined(medium, "id2"), "j3": joined(medium, "id2", "left"),
            "j4": joined(medium, "id5"), "j5": joined(big, "id3")}


def main():
    name, folder = sys.argv[1:]
    if name == "csv":
        return report(lambda: total(polars.read_csv(f"{folder}/groups.csv"), "v1"))
    if name == "parquet":
        def scan():
            found = polars.scan_parquet(f"{folder}/groups.parquet").filter(col("id4") == 7).select(polars.len().alias("n"), col("v3").sum())
            return found.collect().row(0)
        return report(scan)
    questions = joins(folder) if name.startswith("j") else groups(polars.read_parquet(f"{folder}/groups.parquet"))
    report(questions[name])


main()
