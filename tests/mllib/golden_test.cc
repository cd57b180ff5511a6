#include <cmath>

#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;

namespace {

DataFrame assembled(const Session& session, const std::string& file) {
  const DataFrame rows = session.read().option("header", true).option("inferSchema", true).csv(file);
  std::vector<std::string> features = rows.columns();
  features.erase(features.begin());
  return ml::VectorAssembler({.inputCols = features, .outputCol = "features"}).transform(rows);
}

// The signs of principal components are arbitrary.
std::vector<double> absolutes(std::vector<double> values) {
  for (double& value : values) value = std::abs(value);
  return values;
}

std::vector<double> rowsIn(const ml::JsonValue& json, const std::string& member) {
  std::vector<double> all;
  for (const ml::JsonValue& row : *json.find(member)->asArray()) {
    for (const ml::JsonValue& element : *row.asArray()) {
      double number = 0;
      REQUIRE(element.toNumber(number));
      all.push_back(number);
    }
  }
  return all;
}

// Fits what the case names and compares what was learned, member by member, and the first row.
template <class Stage, class... Learned>
void compare(const Stage& stage, const DataFrame& frame, const ml::JsonValue& expected, Learned... learned) {
  const auto model = stage.fit(frame);
  const auto checkOne = [&](const char* name, const ml::Vector& value) {
    INFO(name);
    CHECK(near(value.toArray(), numbersIn(expected, name), 1e-12));
  };
  (checkOne(learned.first, (model.*learned.second)()), ...);
  CHECK(
      near(vectorsOf(model.transform(frame).limit(1), "s").front().toArray(), numbersIn(expected, "firstRow"), 1e-12));
}

}  // namespace

TEST_CASE("scalers learn and give what Spark's do on real data") {
  if (dataFolder().empty()) return;
  const ml::JsonValue golden = goldenOf("scalers.json");
  withSession(localConf("local[2]"), [&](Session& session) {
    for (const ml::JsonValue& expected : *golden.find("cases")->asArray()) {
      const std::string stage = *expected.find("stage")->asText();
      const std::string data = *expected.find("data")->asText();
      INFO(data << " " << stage);
      const DataFrame frame = assembled(session, dataFolder() + "/" + data + ".csv");
      using std::pair;
      if (stage == "StandardScaler") {
        using M = ml::StandardScalerModel;
        compare(ml::StandardScaler({.inputCol = "features", .outputCol = "s", .withMean = true}), frame, expected,
                pair("mean", &M::mean), pair("std", &M::std));
      } else if (stage == "MinMaxScaler") {
        using M = ml::MinMaxScalerModel;
        compare(ml::MinMaxScaler({.inputCol = "features", .outputCol = "s", .min = -1, .max = 2}), frame, expected,
                pair("originalMin", &M::originalMin), pair("originalMax", &M::originalMax));
      } else if (stage == "MaxAbsScaler") {
        compare(ml::MaxAbsScaler({.inputCol = "features", .outputCol = "s"}), frame, expected,
                pair("maxAbs", &ml::MaxAbsScalerModel::maxAbs));
      } else if (stage == "RobustScaler") {
        using M = ml::RobustScalerModel;
        compare(ml::RobustScaler({.inputCol = "features", .outputCol = "s", .withCentering = true}), frame, expected,
                pair("median", &M::median), pair("range", &M::range));
      } else if (stage == "PCA") {
        const auto model = ml::PCA({.inputCol = "features", .outputCol = "s", .k = 4}).fit(frame);
        CHECK(near(model.explainedVariance().values(), numbersIn(expected, "explainedVariance"), 1e-9));
        CHECK(near(absolutes(model.pc().rowMajor()), absolutes(numbersIn(expected, "pcRowMajor")), 1e-6));
      } else if (stage == "Normalizer") {
        const auto rows =
            ml::Normalizer({.inputCol = "features", .outputCol = "s", .p = 1.5}).transform(frame).limit(1);
        CHECK(near(vectorsOf(rows, "s").front().toArray(), numbersIn(expected, "firstRow"), 1e-12));
      }
    }
  });
}

TEST_CASE("the census pipeline learns labels, category sizes and deviations as Spark's does") {
  if (dataFolder().empty()) return;
  const ml::JsonValue golden = goldenOf("adult_pipeline.json");
  std::vector<std::string> categorical, numeric, indexed, encoded, inputs;
  for (const auto& name : *golden.find("categorical")->asArray()) categorical.push_back(*name.asText());
  for (const auto& name : *golden.find("numeric")->asArray()) numeric.push_back(*name.asText());
  inputs = numeric;
  for (const std::string& name : categorical) {
    indexed.push_back(name + "Idx");
    encoded.push_back(name + "Vec");
    inputs.push_back(encoded.back());
  }
  for (const Conf& conf : {localConf("local[2]"), clusterConf(2)}) {
    withSession(conf, [&](Session& session) {
      const DataFrame rows =
          session.read().option("header", true).option("inferSchema", true).csv(dataFolder() + "/adult.csv");
      const ml::Pipeline pipeline({
          ml::StringIndexer({.inputCols = categorical, .outputCols = indexed, .handleInvalid = "keep"}),
          ml::OneHotEncoder({.inputCols = indexed, .outputCols = encoded}),
          ml::VectorAssembler({.inputCols = inputs, .outputCol = "raw"}),
          ml::StandardScaler({.inputCol = "raw", .outputCol = "features"}),
      });
      const ml::PipelineModel model = pipeline.fit(rows);
      const auto& labels = model.stage<ml::StringIndexerModel>().labelsArray();
      const auto& expected = *golden.find("labelsArray")->asArray();
      REQUIRE(labels.size() == expected.size());
      for (size_t i = 0; i < labels.size(); ++i) {
        const auto& list = *expected[i].asArray();
        REQUIRE(labels[i].size() == list.size());
        for (size_t j = 0; j < list.size(); ++j) CHECK(labels[i][j] == *list[j].asText());
      }
      const auto& sizes = model.stage<ml::OneHotEncoderModel>().categorySizes();
      CHECK(std::vector<double>(sizes.begin(), sizes.end()) == numbersIn(golden, "categorySizes"));
      CHECK(near(model.stage<ml::StandardScalerModel>().std().values(), numbersIn(golden, "std"), 1e-12));
      CHECK(vectorTexts(model.transform(rows).limit(1), "raw").front() == *golden.find("firstRawRow")->asText());
    });
  }
}

TEST_CASE("correlations and selected features are Spark's on real data") {
  if (dataFolder().empty()) return;
  const ml::JsonValue golden = goldenOf("statistics.json");
  withSession(localConf("local[2]"), [&](Session& session) {
    const DataFrame wine = assembled(session, dataFolder() + "/wine.csv");
    CHECK(near(ml::Correlation::corr(wine, "features").rowMajor(), rowsIn(golden, "corrPearson"), 1e-12));
    CHECK(near(ml::Correlation::corr(wine, "features", "spearman").rowMajor(), rowsIn(golden, "corrSpearman"), 1e-12));
    const auto asNumbers = [](const std::vector<int32_t>& list) {
      return std::vector<double>(list.begin(), list.end());
    };
    const auto best =
        ml::UnivariateFeatureSelector(
            {.featureType = "continuous", .labelType = "categorical", .outputCol = "s", .selectionThreshold = 5})
            .fit(wine);
    CHECK(asNumbers(best.selectedFeatures()) == numbersIn(*golden.find("univariate"), "selected"));
    const auto varied = ml::VarianceThresholdSelector({.outputCol = "s", .varianceThreshold = 1}).fit(wine);
    CHECK(asNumbers(varied.selectedFeatures()) == numbersIn(golden, "varianceThreshold1"));
  });
}
