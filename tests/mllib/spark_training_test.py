"""Models that are trained, between Ferro and PySpark, both ways: `spark_training_test.py STAGE_PROGRAM`. Predictions,
probabilities and raw scores agree, of models that Spark trained and of those that Ferro did."""

import json
import math

from pyspark.ml import Pipeline
from pyspark.ml import feature as f
from pyspark.ml.classification import LinearSVC, LogisticRegression
from pyspark.ml.evaluation import BinaryClassificationEvaluator, RegressionEvaluator
from pyspark.ml.linalg import Matrices, Vectors
from pyspark.ml.regression import LinearRegression
from pyspark.ml.tuning import CrossValidator, ParamGridBuilder, TrainValidationSplit

import spark_stages

TRAINED = 1e-6  # training stops at a tolerance, and sums are added in another order
BOUNDED = 1e-3  # L-BFGS-B of Spark stops early, whatever its tolerance


class SparkTrainingTest(spark_stages.SparkStagesCase):
    def test_logistic_regression_of_two_classes(self):
        self.check(LogisticRegression(), tolerance=TRAINED)
        self.check(LogisticRegression(regParam=0.1, weightCol="weight", threshold=0.7), tolerance=TRAINED)
        self.check(LogisticRegression(regParam=0.05, elasticNetParam=0.5, standardization=False), tolerance=TRAINED)
        self.check(LogisticRegression(regParam=0.1, thresholds=[0.3, 0.7], fitIntercept=False), tolerance=TRAINED)
        self.check(LogisticRegression(family="multinomial", regParam=0.1), tolerance=TRAINED)
        self.check(LogisticRegression(regParam=0.1, rawPredictionCol="raw", probabilityCol="p", predictionCol="said"), tolerance=TRAINED)

    def test_logistic_regression_of_many_classes(self):
        self.check(LogisticRegression(labelCol="class"), tolerance=TRAINED)
        self.check(LogisticRegression(labelCol="class", regParam=0.05, elasticNetParam=0.5, weightCol="weight"), tolerance=TRAINED)
        self.check(LogisticRegression(labelCol="class", regParam=0.1, thresholds=[0.2, 0.5, 0.3]), tolerance=TRAINED)
        self.check(LogisticRegression(labelCol="class", regParam=0.1, thresholds=[0.0, 0.5, 0.3]), tolerance=TRAINED)

    def test_logistic_regression_within_bounds(self):
        bounded = LogisticRegression(regParam=0.01, tol=1e-12, lowerBoundsOnCoefficients=Matrices.dense(1, 5, [0.0] * 5))
        self.check(bounded.setUpperBoundsOnIntercepts(Vectors.dense([0.5])), tolerance=BOUNDED)

    def test_linear_regression(self):
        self.check(LinearRegression(labelCol="amount", solver="normal"), tolerance=TRAINED)
        self.check(LinearRegression(labelCol="amount", regParam=0.3, weightCol="weight"), tolerance=TRAINED)
        self.check(LinearRegression(labelCol="amount", solver="l-bfgs", regParam=0.1, fitIntercept=False), tolerance=TRAINED)
        self.check(LinearRegression(labelCol="amount", regParam=0.5, elasticNetParam=0.5), tolerance=TRAINED)
        self.check(LinearRegression(labelCol="amount", regParam=0.5, elasticNetParam=1.0, solver="l-bfgs", standardization=False), tolerance=TRAINED)
        self.check(LinearRegression(labelCol="amount", loss="huber", regParam=0.1, epsilon=1.5, tol=1e-12), tolerance=BOUNDED)

    def check_summary(self, estimator):
        spark = estimator.fit(self.rows).summary
        estimator.write().overwrite().save(self.path("estimator"))
        self.ferro("summarize", self.path("estimator"), self.table, self.path("summary"))
        with open(self.path("summary")) as file:
            ferro = json.load(file)
        for name, value in ferro.items():
            expected = getattr(spark, name)
            for a, b in zip(value, expected, strict=True) if isinstance(value, list) else [(value, expected)]:
                self.assertTrue(math.isclose(a, b, rel_tol=TRAINED, abs_tol=1e-12), f"{name} is {value} and {expected}")

    def test_summaries_of_linear_regression(self):
        self.check_summary(LinearRegression(labelCol="amount", solver="normal"))
        self.check_summary(LinearRegression(labelCol="amount", solver="normal", regParam=0.3, weightCol="weight"))
        self.check_summary(LinearRegression(labelCol="amount", solver="normal", regParam=0.3, standardization=False))
        self.check_summary(LinearRegression(labelCol="amount", solver="normal", fitIntercept=False))

    def test_linear_svc(self):
        self.check(LinearSVC(regParam=0.1), tolerance=1e-4)
        self.check(LinearSVC(regParam=0.05, weightCol="weight", threshold=0.5, standardization=False), tolerance=1e-4)

    def test_pipelines_that_end_in_a_model(self):
        stages = [
            f.StringIndexer(inputCol="word", outputCol="wordIdx", handleInvalid="keep"),
            f.OneHotEncoder(inputCols=["wordIdx"], outputCols=["wordVec"]),
            f.VectorAssembler(inputCols=["y", "wordVec", "features"], outputCol="raw"),
            f.StandardScaler(inputCol="raw", outputCol="scaled"),
        ]
        self.check(Pipeline(stages=[*stages, LogisticRegression(featuresCol="scaled", regParam=0.1)]), tolerance=TRAINED)
        self.check(Pipeline(stages=[*stages, LogisticRegression(featuresCol="scaled", labelCol="class", regParam=0.1)]), tolerance=TRAINED)
        self.check(Pipeline(stages=[*stages, LinearRegression(featuresCol="scaled", labelCol="amount", regParam=0.1)]), tolerance=TRAINED)
        # On these rows the two take other steps from the second on, and end 4e-4 apart in the objective: moved, not fitted.
        self.check(Pipeline(stages=[*stages, LinearSVC(featuresCol="scaled", regParam=0.1)]).fit(self.rows))

    def check_metrics(self, name):
        """What Spark found, as Ferro saved it again; and what Ferro found."""
        found = getattr(self.load(self.path("model")), name)
        self.assertEqual(getattr(self.load(self.path("copy")), name), found)
        return found, getattr(self.load(self.path("fitted")), name)

    def test_cross_validators(self):
        logistic = LogisticRegression()
        grid = ParamGridBuilder().addGrid(logistic.regParam, [0.01, 20.0]).addGrid(logistic.thresholds, [[0.4, 0.6]]).build()
        search = CrossValidator(estimator=logistic, estimatorParamMaps=grid, evaluator=BinaryClassificationEvaluator(), foldCol="fold", numFolds=2)
        self.check(search, tolerance=TRAINED)
        spark, ferro = self.check_metrics("avgMetrics")
        for a, b in zip(spark, ferro, strict=True):
            self.assertAlmostEqual(a, b, places=9)

        linear = LinearRegression(featuresCol="scaled", labelCol="amount")
        pipeline = Pipeline(stages=[f.StandardScaler(inputCol="features", outputCol="scaled"), linear])
        grid = ParamGridBuilder().addGrid(linear.regParam, [0.1, 1000.0]).build()
        evaluator = RegressionEvaluator(labelCol="amount", metricName="mae")
        search = CrossValidator(estimator=pipeline, estimatorParamMaps=grid, evaluator=evaluator, numFolds=3, collectSubModels=True, seed=5)
        self.check(search, tolerance=TRAINED)
        self.check_metrics("avgMetrics")
        self.assertEqual([len(models) for models in self.load(self.path("fitted")).subModels], [2, 2, 2])

    def test_train_validation_splits(self):
        # PySpark draws the rows in another way than Spark's own class, which Ferro follows: the better one is plain.
        linear = LinearRegression(labelCol="amount")
        grid = ParamGridBuilder().addGrid(linear.regParam, [0.1, 1000.0]).addGrid(linear.solver, ["normal"]).build()
        evaluator = RegressionEvaluator(labelCol="amount", metricName="r2")
        search = TrainValidationSplit(estimator=linear, estimatorParamMaps=grid, evaluator=evaluator, trainRatio=0.6, seed=3)
        self.check(search, tolerance=TRAINED)
        self.check_metrics("validationMetrics")


if __name__ == "__main__":
    spark_stages.main()
