"""Feature stages between Ferro and PySpark, both ways: `spark_models_test.py STAGE_PROGRAM`."""

from pyspark.ml import Pipeline
from pyspark.ml import feature as f

import spark_stages

INFINITY = float("inf")


class SparkModelsTest(spark_stages.SparkStagesCase):
    def test_indexers(self):
        self.check(f.StringIndexer(inputCol="word", outputCol="out"))
        self.check(f.StringIndexer(inputCols=["word", "text"], outputCols=["a", "b"], handleInvalid="keep", stringOrderType="alphabetDesc"))
        self.check(f.IndexToString(inputCol="index", outputCol="out", labels=["p", "q", "r", "ß"]))
        self.check(f.OneHotEncoder(inputCols=["index", "label"], outputCols=["a", "b"]))
        self.check(f.OneHotEncoder(inputCol="index", outputCol="out", dropLast=False, handleInvalid="keep"))

    def test_assembler(self):
        self.check(f.VectorAssembler(inputCols=["y", "features", "index"], outputCol="out"))
        self.check(f.VectorAssembler(inputCols=["x", "y"], outputCol="out", handleInvalid="skip"))
        self.check(f.VectorAssembler(inputCols=["x", "y"], outputCol="out", handleInvalid="keep"))

    def test_scalers(self):
        self.check(f.StandardScaler(inputCol="features", outputCol="out"))
        self.check(f.StandardScaler(inputCol="features", outputCol="out", withMean=True, withStd=False))
        self.check(f.MinMaxScaler(inputCol="features", outputCol="out", min=-1.0, max=3.0))
        self.check(f.MaxAbsScaler(inputCol="features", outputCol="out"))
        self.check(f.RobustScaler(inputCol="features", outputCol="out", lower=0.1, upper=0.8, withCentering=True))
        self.check(f.Normalizer(inputCol="features", outputCol="out", p=1.0))
        self.check(f.Normalizer(inputCol="features", outputCol="out", p=INFINITY))

    def test_numbers(self):
        for strategy in ("mean", "median", "mode"):
            self.check(f.Imputer(inputCols=["x", "y"], outputCols=["a", "b"], strategy=strategy))
        self.check(f.Imputer(inputCol="index", outputCol="out", missingValue=2.0))
        self.check(f.Bucketizer(inputCol="y", outputCol="out", splits=[-INFINITY, -0.5, 0.0, INFINITY]))
        self.check(f.Bucketizer(inputCols=["x", "y"], outputCols=["a", "b"], splitsArray=[[0.0, 2.0, 9.0], [-1.0, 0.0, 0.5, 1.0]], handleInvalid="skip"))
        self.check(f.QuantileDiscretizer(inputCol="y", outputCol="out", numBuckets=4))
        self.check(f.QuantileDiscretizer(inputCols=["y", "index"], outputCols=["a", "b"], numBucketsArray=[3, 2]))
        self.check(f.Binarizer(inputCol="y", outputCol="out", threshold=0.25))
        self.check(f.Binarizer(inputCols=["y", "features"], outputCols=["a", "b"], thresholds=[0.1, 1.0]))

    def test_selectors(self):
        self.check(f.VectorSlicer(inputCol="features", outputCol="out", indices=[3, 0]))
        self.check(f.VarianceThresholdSelector(featuresCol="features", outputCol="out", varianceThreshold=2.0))
        selector = f.UnivariateFeatureSelector(featuresCol="features", labelCol="label", outputCol="out", selectionMode="numTopFeatures")
        self.check(selector.setFeatureType("continuous").setLabelType("categorical").setSelectionThreshold(2))
        self.check(selector.setFeatureType("continuous").setLabelType("continuous").setSelectionThreshold(3))
        self.check(selector.setFeatureType("categorical").setLabelType("categorical").setSelectionMode("fpr").setSelectionThreshold(0.9))

    def test_expansions(self):
        self.check(f.PolynomialExpansion(inputCol="features", outputCol="out", degree=3))
        self.check(f.VectorIndexer(inputCol="features", outputCol="out", maxCategories=5))
        self.check(f.PCA(inputCol="features", outputCol="out", k=2), up_to_sign=True)
        self.check(f.FeatureHasher(inputCols=["word", "y", "index"], outputCol="out", numFeatures=64, categoricalCols=["index"]))
        self.check(Pipeline(stages=[f.VectorAssembler(inputCols=["y", "index"], outputCol="pair"), f.Interaction(inputCols=["label", "pair"], outputCol="out")]))

    def test_formulas(self):
        rows = self.rows
        self.use(rows.drop("features", "label").withColumnRenamed("index", "i"))
        for formula in ("amount ~ word + y", "amount ~ y + word + y:word - 1", "word ~ . - text - x - fold", "~ (y + word + i)^2"):
            self.check(f.RFormula(formula=formula))
        self.check(f.RFormula(formula="class ~ x + y", handleInvalid="skip", forceIndexLabel=True))
        self.check(f.RFormula(formula="amount ~ word:text + word - 1", stringIndexerOrderType="alphabetDesc"))
        self.use(rows.drop("label").withColumnRenamed("features", "v"))
        self.check(f.RFormula(formula="amount ~ v + word", featuresCol="made", labelCol="said"))
        self.use(rows.withColumnRenamed("features", "v"))
        self.check(f.RFormula(formula="label ~ v + word"))

    def test_words(self):
        self.check(
            Pipeline(
                stages=[
                    f.Tokenizer(inputCol="text", outputCol="words"),
                    f.HashingTF(inputCol="words", outputCol="tf", numFeatures=256),
                    f.IDF(inputCol="tf", outputCol="weighed", minDocFreq=2),
                ]
            )
        )

    def test_pipelines(self):
        self.check(
            Pipeline(
                stages=[
                    f.StringIndexer(inputCol="word", outputCol="wordIdx", handleInvalid="keep"),
                    f.OneHotEncoder(inputCols=["wordIdx"], outputCols=["wordVec"]),
                    f.VectorAssembler(inputCols=["y", "wordVec", "features"], outputCol="raw"),
                    f.StandardScaler(inputCol="raw", outputCol="scaled"),
                ]
            )
        )

    def test_sql(self):
        self.check(f.SQLTransformer(statement="SELECT id, y + 1 AS up, -index AS `minus index`, upper(word) FROM __THIS__ WHERE x > 1.5 AND word <> 'a'"))
        self.check(f.SQLTransformer(statement="SELECT word, max(id) AS id, count(DISTINCT index) FROM __THIS__ GROUP BY word HAVING count(*) > 1 ORDER BY word"))


if __name__ == "__main__":
    spark_stages.main()
