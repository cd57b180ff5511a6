"""A random split of a CSV file has the rows that Spark's has for the same seed: spark_split_test.py PROGRAM"""

import os
import random
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

SEED = 11
ROWS = 200_000  # enough for more than one partition


def make_file(path):
    generator = random.Random(SEED)
    with open(path, "w") as file:
        file.write("id,key,text,number\n")
        for i in range(ROWS):
            text = "" if generator.random() < 0.1 else "t" + str(generator.randint(0, 50)) * 12
            file.write(f"{i},{generator.randint(0, 9)},{text},{generator.randint(0, 10**6) / 64}\n")


def text(value):
    if value is None:
        return "NULL"
    return str(value)


def main():
    program = sys.argv[1]
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR").getOrCreate()
    with tempfile.TemporaryDirectory(prefix="ferro-split-") as folder:
        path = os.path.join(folder, "rows.csv")
        make_file(path)
        frame = spark.read.option("header", True).option("inferSchema", True).csv(path)
        for seed, weights in ((7, [0.8, 0.2]), (-3, [1.0, 2.0, 3.0])):
            run = subprocess.run([program, "--ferro.master=local[2]", path, str(seed), *map(str, weights)], capture_output=True,
                                 text=True, check=True)
            ours = [part.strip("\n").split("\n") for part in run.stdout.split("--\n")[:-1]]
            theirs = [["|".join(map(text, row)) for row in part.collect()] for part in frame.randomSplit(weights, seed)]
            if ours != theirs:
                sizes = [len(part) for part in ours], [len(part) for part in theirs]
                sys.exit(f"seed {seed}: the parts differ; sizes {sizes[0]}, Spark's {sizes[1]}; partitions {frame.rdd.getNumPartitions()}")
            print(f"seed {seed}: the same rows in the same order, {[len(part) for part in ours]}")


main()
