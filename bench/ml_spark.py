"""The ml benchmark on PySpark with two threads, on a cached table of vectors: ml_spark.py NAME FOLDER. With NAME csv, the table
is read from a file, and that counts too."""

import sys

import ml_data
from ml_ladder import LADDER, climb
from pyspark.ml.classification import LogisticRegression
from pyspark.ml.feature import VectorAssembler
from pyspark.sql import SparkSession

FIRST = 3  # so many of the loosest tolerances are left out: they never suffice


def fit(table, penalty, tolerance):
    estimator = LogisticRegression(regParam=penalty, standardization=False, fitIntercept=False, tol=tolerance, maxIter=1000)
    model = estimator.fit(table)
    return model.coefficients.toArray(), f"{model.summary.totalIterations} iterations"


def main():
    name, folder = sys.argv[1:]
    spark = (SparkSession.builder.master("local[2]").config("spark.driver.memory", "8g").config("spark.ui.enabled", "false")
             .config("spark.log.level", "ERROR").getOrCreate())
    penalty = ml_data.penalty("dense20" if name == "csv" else name)
    file = f"{folder}/coefficients-spark-{name}.f64"
    if name == "csv":
        def from_csv(tolerance):
            table = spark.read.option("header", True).option("inferSchema", True).csv(f"{folder}/dense20.csv")
            features = [column for column in table.columns if column != "label"]
            return fit(VectorAssembler(inputCols=features, outputCol="features").transform(table), penalty, tolerance)
        return climb(from_csv, file, LADDER[FIRST:])
    table = spark.read.parquet(f"{folder}/{name}.parquet").cache()
    table.count()
    climb(lambda tolerance: fit(table, penalty, tolerance), file, LADDER[FIRST:])


main()
