"""The benchmarks of executor processes on PySpark's local-cluster, with the cores and the memory that Ferro's executors
have: cluster_spark.py NAME."""

import json
import os
import pathlib
import sys
import time

import pyspark
from pyspark.sql import SparkSession

PAIRS, KEYS, LETTERS = 20_000_000, 1_000_000, 92


def table_text():
    state, letters = 1, []
    for _ in range(1 << 20):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        letters.append(chr(48 + (state >> 16) % 64))
    return "".join(letters)


def first_result(context):
    return context.range(0, 100).count()


def empty_tasks(context):
    context.range(0, 10000, numSlices=10000).foreachPartition(lambda rows: None)
    return 10000


def shuffle(context):
    table = context.broadcast(table_text())

    def pair(i):
        text = table.value
        at = i * 977 % (len(text) - LETTERS)
        return i * 2654435761 % KEYS, text[at : at + LETTERS]

    groups = context.range(0, PAIRS, numSlices=32).map(pair).groupByKey()
    return groups.map(lambda group: sum(ord(value[0]) for value in group[1])).sum()


def main():
    name = sys.argv[1]
    # Executors are started by Spark's own scripts, which look here.
    os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
    spark = (
        SparkSession.builder.master("local-cluster[2,1,512]")
        .config("spark.executor.memory", "512m")
        .config("spark.python.worker.memory", "512m")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
    context = spark.sparkContext
    if name != "first_result":
        # Spark's own warm-up is not what is measured here.
        context.range(0, 10, numSlices=10).foreachPartition(lambda rows: None)
    started = time.perf_counter()
    answer = globals()[name](context)
    print(json.dumps({"seconds": time.perf_counter() - started, "answer": answer}), flush=True)
    spark.stop()


main()
