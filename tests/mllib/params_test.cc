#include "ferro/mllib/params/params.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ferro/common/error.h"
#include "ferro/mllib/ml.h"
#include "ferro/mllib/persist/param_json.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::ml;

namespace {

struct SampleParams {
  std::string inputCol{};
  double regParam = 0.5;
  int32_t maxIter = 10;
  bool withMean = false;
  std::string mode = "error";
  std::vector<double> splits{};
  std::optional<double> threshold{};

  static const ParamTable& table() {
    using P = SampleParams;
    static const ParamTable kTable = ParamTableOf<P>("Sample")
                                         .add("inputCol", &P::inputCol, "the input")
                                         .add("regParam", &P::regParam, "how much", atLeast(0))
                                         .add("maxIter", &P::maxIter, "how often", atLeast(0))
                                         .add("withMean", &P::withMean, "whether")
                                         .add("mode", &P::mode, "how", oneOf({"error", "skip"}))
                                         .add("splits", &P::splits, "where", ascending(3))
                                         .add("threshold", &P::threshold, "above", between(0, 1))
                                         .build();
    return kTable;
  }
};

}  // namespace

TEST_CASE("parameters are read and set by name, and whole numbers are numbers too") {
  SampleParams fields{.inputCol = "a"};
  Params params(SampleParams::table(), &fields);
  params.set("regParam", 1).set("maxIter", 3).set("withMean", true).set("threshold", 0.25);
  CHECK(fields.regParam == 1.0);
  CHECK(fields.maxIter == 3);
  CHECK(fields.withMean);
  CHECK(fields.threshold == 0.25);
  CHECK(params.get("inputCol") == ParamValue("a"));
  CHECK(params.isSet("regParam"));
  CHECK_FALSE(params.isSet("mode"));
  CHECK_FALSE(params.get("splits").isSet());
}

TEST_CASE("a bad parameter's error names the parameter, the value and what is allowed") {
  SampleParams fields;
  Params params(SampleParams::table(), &fields);
  CHECK_THROWS_WITH(params.set("regParam", -1),
                    "Sample: parameter regParam was given -1; it takes numbers from 0.0 on");
  CHECK_THROWS_WITH(params.set("mode", "kep"),
                    "Sample: parameter mode was given 'kep'; it takes one of 'error', 'skip'");
  CHECK_THROWS_WITH(params.set("splits", std::vector<double>{1, 1, 2}), Catch::Contains("each greater than"));
  CHECK_THROWS_WITH(params.set("regPram", 1), Catch::Contains("did you mean `regParam`"));
  CHECK_THROWS_WITH(params.set("maxIter", 0.5), Catch::Contains("it takes a whole number"));
  CHECK_THROWS_WITH(params.set("threshold", std::nan("")), Catch::Contains("from 0.0 to 1.0"));
}

TEST_CASE("explaining parameters says their meaning, default and value") {
  SampleParams fields{.regParam = 2};
  const std::string text = ConstParams(SampleParams::table(), &fields).explain();
  CHECK_THAT(text, Catch::Contains("regParam: how much; it takes numbers from 0.0 on (default: 0.5, current: 2.0)"));
  CHECK_THAT(text, Catch::Contains("inputCol: the input (undefined)"));
}

TEST_CASE("parameters survive JSON, with NaN, infinities, vectors and matrices") {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<ParamValue> values = {true,
                                          3,
                                          0.1,
                                          "text",
                                          std::vector<std::string>{"a", "b\"c"},
                                          std::vector<double>{-infinity, 0.5, infinity},
                                          std::vector<std::vector<double>>{{1.5}, {2, 3.5}},
                                          Vectors::sparse(4, {1}, {2}),
                                          Matrix(1, 2, {1, 2}, true)};
  for (const ParamValue& value : values) {
    const std::string text = toJson(value).text();
    INFO(text);
    CHECK(paramOfJson(JsonValue::parse(text, "test"), "test") == value);
  }
  CHECK(toJson(std::nan("")).text() == "\"NaN\"");
  double number = 0;
  CHECK(ml::detail::assign(number, paramOfJson(JsonValue::parse("\"NaN\"", "test"), "test")));
  CHECK(std::isnan(number));
}

namespace {

// The parameters of these stages that have no setter.
template <class... Stages>
std::vector<std::string> withoutSetters() {
  std::vector<std::string> missing;
  const auto look = [&](const ParamTable& table) {
    for (const ParamSpec& spec : table.specs()) {
      if (std::ranges::find(kFieldsWithSetters, spec.name) == std::end(kFieldsWithSetters))
        missing.push_back(spec.name);
    }
  };
  (look(Stages::table()), ...);
  return missing;
}

}  // namespace

TEST_CASE("stages have Spark's setters in any order, which check what they are given") {
  auto lr = LogisticRegression().setRegParam(0.01).setMaxIter(50).setThresholds({0.5, 0.5}).setFeaturesCol("f");
  CHECK(lr.settings().maxIter == 50);
  CHECK(lr.settings().regParam == 0.01);
  CHECK(lr.settings().featuresCol == "f");
  CHECK_THROWS_WITH(lr.setMaxIter(-1), Catch::Contains("parameter maxIter was given -1"));
  CHECK(lr.settings().maxIter == 50);
  CHECK(StringIndexer().setInputCols({"a", "b"}).settings().inputCols.size() == 2);
  CHECK(BinaryClassificationEvaluator({}).setMetricName("areaUnderPR").settings().metricName == "areaUnderPR");
  CHECK(CrossValidator().setEstimator(lr).setNumFolds(5).settings().numFolds == 5);
  CHECK(Pipeline().setStages({StringIndexer().setInputCol("a"), lr}).stages().size() == 2);
  CHECK(LinearRegression({}).settings().maxIter == LinearRegression().settings().maxIter);
  CHECK(withoutSetters<LogisticRegressionParams, LinearRegressionParams, LinearSVCParams, StringIndexerParams,
                       OneHotEncoderParams, VectorAssemblerParams, StandardScalerParams, MinMaxScalerParams, PCAParams,
                       ImputerParams, BucketizerParams, QuantileDiscretizerParams, VectorIndexerParams, RFormulaParams,
                       CrossValidatorParams, TrainValidationSplitParams, RegressionEvaluatorParams,
                       MulticlassClassificationEvaluatorParams, UnivariateFeatureSelectorParams, StepwiseSelectorParams,
                       FeatureHasherParams, HashingTFParams, IDFParams, SQLTransformerParams>()
            .empty());
}
