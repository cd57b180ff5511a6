"""The engine: start, tasks, shuffles, sorting, caching, against PySpark, Polars and one plain thread."""

import random
import sys

from harness.measure import Bar, Benchmark, Runner

ABOUT = "each engine has two threads, the plain program one"
WORDS = 50_000
TEXT_BYTES = 128 << 20


def make_text(path):
    """128 MB of words that are as unequally frequent as those of a language. The same text every time."""
    if path.exists() and path.stat().st_size >= TEXT_BYTES:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    generator = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(generator.choices(letters, k=generator.randint(2, 11))) for _ in range(WORDS)]
    weights = [1 / (rank + 1) for rank in range(WORDS)]
    written = 0
    with path.open("w") as file:
        while written < TEXT_BYTES:
            drawn = generator.choices(words, weights, k=100_000)
            written += file.write("".join(" ".join(drawn[i : i + 10]) + "\n" for i in range(0, len(drawn), 10)))


def benchmarks(root):
    built = root / "build" / "release" / "bench"
    bench = root / "bench"
    text = root / "build" / "bench" / "words.txt"

    def runners(name, *arguments, dataframe=True, whole_process=False):
        ferro = Runner("Ferro", [str(built / "engine_ferro"), "--ferro.master=local[2]", name, *arguments])
        plain = Runner("plain thread", [str(built / "engine_plain"), name, *arguments])
        spark = [sys.executable, str(bench / "engine_spark.py")]
        found = [ferro, plain, Runner("Spark RDD", [*spark, "rdd", name, *arguments], repeat=False)]
        if dataframe:
            found.append(Runner("Spark DataFrame", [*spark, "df", name, *arguments], repeat=False))
        for runner in found:
            runner.whole_process = whole_process
        return found

    tenth = [Bar(0.1, "Spark RDD")]
    words = runners("word_count", str(text))
    compile_ = [sys.executable, "-B", str(root / "tests" / "install" / "check.py"), str(root / "build" / "release"),
                str(root / "build" / "bench" / "install"), "cmake", "c++"]
    words.append(Runner("Polars", [sys.executable, str(bench / "engine_polars.py"), "word_count", str(text)]))
    return [
        Benchmark("first_result", "process start to first result", runners("first_result", dataframe=False, whole_process=True),
                  [Bar(0.1)]),
        Benchmark("empty_tasks", "10,000 empty tasks", runners("empty_tasks", dataframe=False), [Bar(0.1)]),
        Benchmark("word_count", "word count, 128 MB", words, [Bar(0.5, "Polars"), Bar(1.0, "plain thread")],
                  prepare=lambda: make_text(text)),
        Benchmark("sort", "sort of 10 M pairs", runners("sort"), tenth),
        Benchmark("reduce_by_key", "reduceByKey, 20 M pairs, 1 M keys", runners("reduce_by_key"), tenth),
        Benchmark("group_and_join", "groupByKey + join, 2 M rows", runners("group_and_join"), tenth),
        Benchmark("page_rank", "PageRank, 1 M edges, 10 rounds", runners("page_rank", dataframe=False), tenth),
        Benchmark("cached_iteration", "100 jobs over 1 M cached rows", runners("cached_iteration"), tenth),
        Benchmark("compile", "a user's word count compiles at -O2 (processor time)",
                  [Runner("Ferro", compile_, repeat=False)], [Bar(8)]),
    ]
