"""The engine's benchmarks on PySpark with two local threads: engine_spark.py rdd|df NAME [INPUT].

"rdd" is the same program in the same API; "df" says the same with DataFrames, which run inside the JVM.
"""

import json
import sys
import time

from pyspark.sql import SparkSession, functions as F


def spread(i, keys):
    return (i * 2654435761) % keys


def first_result(spark, _):
    return spark.sparkContext.range(0, 100).count()


def empty_tasks(spark, _):
    # Spark's own warm-up is not what is measured here.
    spark.sparkContext.range(0, 10, numSlices=10).foreachPartition(lambda rows: None)
    started = time.perf_counter()
    spark.sparkContext.range(0, 10000, numSlices=10000).foreachPartition(lambda rows: None)
    return 10000, time.perf_counter() - started


def word_count(spark, path):
    lines = spark.sparkContext.textFile(path)
    return lines.flatMap(lambda line: line.split(" ")).map(lambda w: (w, 1)).reduceByKey(lambda a, b: a + b).count()


def word_count_df(spark, path):
    words = spark.read.text(path).select(F.explode(F.split("value", " ")).alias("word"))
    return words.groupBy("word").count().count()


def sort(spark, _):
    def ordered(rows):
        count, last = 0, -1
        for key, _ in rows:
            count += last <= key
            last = key
        return [count]

    rows = spark.sparkContext.range(0, 10_000_000).map(lambda i: (spread(i, 1_000_000_007), i))
    return rows.sortByKey().mapPartitions(ordered).sum()


def sort_df(spark, _):
    rows = spark.range(0, 10_000_000).select((F.col("id") * 2654435761 % 1_000_000_007).alias("k"), "id").sort("k")
    rows.write.format("noop").mode("overwrite").save()
    return 10_000_000


def reduce_by_key(spark, _):
    rows = spark.sparkContext.range(0, 20_000_000).map(lambda i: (spread(i, 1_000_000), i))
    return rows.reduceByKey(lambda a, b: a + b).count()


def reduce_by_key_df(spark, _):
    rows = spark.range(0, 20_000_000).select((F.col("id") * 2654435761 % 1_000_000).alias("k"), "id")
    return rows.groupBy("k").agg(F.sum("id").alias("s")).where(F.col("s") >= 0).count()


def group_and_join(spark, _):
    groups = spark.sparkContext.range(0, 2_000_000).map(lambda i: (spread(i, 100_000), i)).groupByKey()
    names = spark.sparkContext.range(0, 100_000).map(lambda i: (i, 2 * i))
    return groups.join(names).map(lambda row: len(row[1][0])).sum()


def group_and_join_df(spark, _):
    rows = spark.range(0, 2_000_000).select((F.col("id") * 2654435761 % 100_000).alias("k"), "id")
    groups = rows.groupBy("k").agg(F.collect_list("id").alias("ids"))
    names = spark.range(0, 100_000).select(F.col("id").alias("k"), (F.col("id") * 2).alias("n"))
    return groups.join(names, "k").select(F.sum(F.size("ids"))).collect()[0][0]


def page_rank(spark, _):
    links = (
        spark.sparkContext.range(0, 1_000_000)
        .map(lambda i: (spread(i, 100_003), spread(i * 7 + 3, 99_991)))
        .groupByKey()
        .cache()
    )
    ranks = links.mapValues(lambda _: 1.0)
    for _ in range(10):
        given = links.join(ranks).values().flatMap(lambda p: [(target, p[1] / len(p[0])) for target in p[0]])
        ranks = given.reduceByKey(lambda a, b: a + b).mapValues(lambda rank: 0.15 + 0.85 * rank)
    return int(ranks.values().sum() + 0.5)


def cached_iteration(spark, _):
    numbers = spark.sparkContext.range(0, 1_000_000).map(lambda i: float(i % 1000)).cache()
    return int(sum(numbers.sum() for _ in range(100)))


def cached_iteration_df(spark, _):
    numbers = spark.range(0, 1_000_000).select((F.col("id") % 1000).cast("double").alias("n")).cache()
    return int(sum(numbers.select(F.sum("n")).collect()[0][0] for _ in range(100)))


def main():
    api, name = sys.argv[1], sys.argv[2]
    path = sys.argv[3] if len(sys.argv) > 3 else ""
    work = globals()[name + "_df" if api == "df" else name]
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "8g")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
    started = time.perf_counter()
    answer = work(spark, path)
    seconds = time.perf_counter() - started
    if isinstance(answer, tuple):
        answer, seconds = answer
    print(json.dumps({"seconds": seconds, "answer": answer}))
    spark.stop()


main()
