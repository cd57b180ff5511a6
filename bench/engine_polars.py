"""Word count on Polars with two threads: engine_polars.py word_count INPUT."""

import json
import os
import sys
import time

os.environ["POLARS_MAX_THREADS"] = "2"
import polars  # noqa: E402  (the number of threads is read when it is imported)


def main():
    started = time.perf_counter()
    lines = polars.read_csv(
        sys.argv[2], has_header=False, new_columns=["line"], separator="\x01", quote_char=None, infer_schema=False
    )
    words = lines.lazy().select(polars.col("line").str.split(" ").explode().alias("word"))
    counts = words.group_by("word").len().collect()
    print(json.dumps({"seconds": time.perf_counter() - started, "answer": counts.height}))


main()
