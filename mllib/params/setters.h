// Spark's setters, for every stage and evaluator: LogisticRegression().setMaxIter(50).setRegParam(0.01). One table has
// all names; a stage has those whose field its struct of parameters has, and calling another is a compile error. They
// are templates that cost a program only what it calls. A value, as the stage is: one thread at a time may change it.
#pragma once

#include <string_view>
#include <utility>

namespace ferro::ml {

// SETTER(setX, x) for each field of the structs of parameters.
// clang-format off
#define FERRO_ML_SETTERS(SETTER) \
  SETTER(setAggregationDepth, aggregationDepth) \
  SETTER(setBeta, beta) \
  SETTER(setBinary, binary) \
  SETTER(setCategoricalCols, categoricalCols) \
  SETTER(setCollectSubModels, collectSubModels) \
  SETTER(setDegree, degree) \
  SETTER(setDirection, direction) \
  SETTER(setDropLast, dropLast) \
  SETTER(setElasticNetParam, elasticNetParam) \
  SETTER(setEps, eps) \
  SETTER(setEpsilon, epsilon) \
  SETTER(setEstimator, estimator) \
  SETTER(setEstimatorParamMaps, estimatorParamMaps) \
  SETTER(setEvaluator, evaluator) \
  SETTER(setFamily, family) \
  SETTER(setFeatureType, featureType) \
  SETTER(setFeaturesCol, featuresCol) \
  SETTER(setFitIntercept, fitIntercept) \
  SETTER(setFoldCol, foldCol) \
  SETTER(setForceIndexLabel, forceIndexLabel) \
  SETTER(setFormula, formula) \
  SETTER(setHandleInvalid, handleInvalid) \
  SETTER(setIndices, indices) \
  SETTER(setInputCol, inputCol) \
  SETTER(setInputCols, inputCols) \
  SETTER(setK, k) \
  SETTER(setLabelCol, labelCol) \
  SETTER(setLabelType, labelType) \
  SETTER(setLabels, labels) \
  SETTER(setLoss, loss) \
  SETTER(setLower, lower) \
  SETTER(setLowerBoundsOnCoefficients, lowerBoundsOnCoefficients) \
  SETTER(setLowerBoundsOnIntercepts, lowerBoundsOnIntercepts) \
  SETTER(setMax, max) \
  SETTER(setMaxBlockSizeInMB, maxBlockSizeInMB) \
  SETTER(setMaxCategories, maxCategories) \
  SETTER(setMaxFeatureCorrelation, maxFeatureCorrelation) \
  SETTER(setMaxFeatures, maxFeatures) \
  SETTER(setMaxIter, maxIter) \
  SETTER(setMetricLabel, metricLabel) \
  SETTER(setMetricName, metricName) \
  SETTER(setMin, min) \
  SETTER(setMinDocFreq, minDocFreq) \
  SETTER(setMinLabelCorrelation, minLabelCorrelation) \
  SETTER(setMissingValue, missingValue) \
  SETTER(setNames, names) \
  SETTER(setNumBins, numBins) \
  SETTER(setNumBuckets, numBuckets) \
  SETTER(setNumBucketsArray, numBucketsArray) \
  SETTER(setNumFeatures, numFeatures) \
  SETTER(setNumFolds, numFolds) \
  SETTER(setOutputCol, outputCol) \
  SETTER(setOutputCols, outputCols) \
  SETTER(setP, p) \
  SETTER(setParallelism, parallelism) \
  SETTER(setPredictionCol, predictionCol) \
  SETTER(setProbabilityCol, probabilityCol) \
  SETTER(setRawPredictionCol, rawPredictionCol) \
  SETTER(setRegParam, regParam) \
  SETTER(setRelativeError, relativeError) \
  SETTER(setSeed, seed) \
  SETTER(setSelectionMode, selectionMode) \
  SETTER(setSelectionThreshold, selectionThreshold) \
  SETTER(setSize, size) \
  SETTER(setSolver, solver) \
  SETTER(setSplits, splits) \
  SETTER(setSplitsArray, splitsArray) \
  SETTER(setStandardization, standardization) \
  SETTER(setStatement, statement) \
  SETTER(setStrategy, strategy) \
  SETTER(setStringIndexerOrderType, stringIndexerOrderType) \
  SETTER(setStringOrderType, stringOrderType) \
  SETTER(setThreshold, threshold) \
  SETTER(setThresholds, thresholds) \
  SETTER(setThroughOrigin, throughOrigin) \
  SETTER(setTol, tol) \
  SETTER(setTolerance, tolerance) \
  SETTER(setTrainRatio, trainRatio) \
  SETTER(setUpper, upper) \
  SETTER(setUpperBoundsOnCoefficients, upperBoundsOnCoefficients) \
  SETTER(setUpperBoundsOnIntercepts, upperBoundsOnIntercepts) \
  SETTER(setVarianceThreshold, varianceThreshold) \
  SETTER(setWeightCol, weightCol) \
  SETTER(setWithCentering, withCentering) \
  SETTER(setWithMean, withMean) \
  SETTER(setWithScaling, withScaling) \
  SETTER(setWithStd, withStd)
// clang-format on

// What empty braces become in LinearRegression({}). It is a scalar, so that braces with settings in them never fit it.
enum class NoSettings {};

// The parameters of Self, which derives from this; P is a plain struct with a table().
template <class Self, class P>
class HasSettings {
 public:
  const P& settings() const { return settings_; }

// Each is an error kInvalidArgument for a value out of range, and then changes nothing.
#define FERRO_ML_SETTER(setter, field)            \
  template <class Q = P>                          \
  Self& setter(const decltype(Q::field)& value) { \
    return change(&Q::field, value);              \
  }
  FERRO_ML_SETTERS(FERRO_ML_SETTER)
#undef FERRO_ML_SETTER

 protected:
  explicit HasSettings(P settings) : settings_(std::move(settings)) { P::table().checkAll(&settings_); }

  P settings_;

 private:
  template <class Value, class Owner>
  Self& change(Value Owner::* field, const Value& value) {
    P changed = settings_;
    changed.*field = value;
    P::table().checkAll(&changed);
    settings_ = std::move(changed);
    return static_cast<Self&>(*this);
  }
};

// The names of the fields that have a setter.
inline constexpr std::string_view kFieldsWithSetters[] = {
#define FERRO_ML_FIELD(setter, field) #field,
    FERRO_ML_SETTERS(FERRO_ML_FIELD)
#undef FERRO_ML_FIELD
};

}  // namespace ferro::ml
