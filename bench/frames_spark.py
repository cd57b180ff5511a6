"""The frames benchmark on PySpark with two threads, on cached tables: frames_spark.py NAME FOLDER."""

import sys

import frames_queries
from frames_clock import report
from pyspark.sql import SparkSession


def main():
    name, folder = sys.argv[1:]
    spark = (SparkSession.builder.master("local[2]").config("spark.driver.memory", "8g").config("spark.ui.enabled", "false")
             .config("spark.sql.shuffle.partitions", "8").config("spark.log.level", "ERROR").getOrCreate())

    def one(frame):
        return tuple(frame.collect()[0])

    if name == "csv":
        def csv():
            spark.catalog.clearCache()
            table = spark.read.option("header", True).option("inferSchema", True).csv(f"{folder}/groups.csv").cache()
            return one(table.selectExpr("count(*)", "sum(v1)"))
        return report(csv, 1)
    if name == "parquet":
        return report(lambda: one(spark.read.parquet(f"{folder}/groups.parquet").where("id4 = 7").selectExpr("count(*)", "sum(v3)")))
    groups = name in frames_queries.GROUP or name in frames_queries.OTHER or name == "sort"
    tables = {"x": "groups"} if groups else {"x": "joined", "small": "small", "medium": "medium", "big": "big"}
    for table, file in tables.items():
        frame = spark.read.parquet(f"{folder}/{file}.parquet").cache()
        frame.count()
        frame.createOrReplaceTempView(table)
    if name == "sort":
        def sort():
            sorted_ = spark.table("x").orderBy("v3")
            sorted_.write.format("noop").mode("overwrite").save()
            return one(spark.table("x").selectExpr("count(*)", "sum(v1)"))
        return report(sort, 2)
    report(lambda: one(spark.sql(frames_queries.ALL[name])), 2)


main()
