#include "ferro/engine/ferro.h"
#include "ferro/ml.h"
#include "ferro_test.h"
#include "golden_cases.h"
#include "session_grid.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

const std::vector<std::string> kCategories{"Workclass", "Marital Status", "Occupation", "Relationship", "Race",
                                           "Sex",       "Country"};
const std::vector<std::string> kNumbers{"Age", "Education-Num", "Capital Gain", "Capital Loss", "Hours per week"};

std::vector<std::string> suffixed(const std::string& suffix) {
  std::vector<std::string> names;
  for (const std::string& name : kCategories) names.push_back(name + suffix);
  return names;
}

}  // namespace

TEST_CASE("the census pipeline ends in Spark's model") {
  const std::string path = dataPath("adult.csv");
  if (path.empty()) return;
  const Session session(localConf("local[2]"));
  const DataFrame people = session.read().option("header", true).option("inferSchema", true).csv(path).coalesce(2);
  std::vector<std::string> inputs = kNumbers;
  for (const std::string& name : suffixed("Vec")) inputs.push_back(name);
  const ml::Pipeline stages({
      ml::StringIndexer({.inputCol = "Income", .outputCol = "label"}),
      ml::StringIndexer({.inputCols = kCategories, .outputCols = suffixed("Idx"), .handleInvalid = "keep"}),
      ml::OneHotEncoder({.inputCols = suffixed("Idx"), .outputCols = suffixed("Vec")}),
      ml::VectorAssembler({.inputCols = inputs, .outputCol = "raw"}),
      ml::StandardScaler({.inputCol = "raw", .outputCol = "features"}),
  });
  const DataFrame rows = stages.fit(people).transform(people).select("label", "features").cache();
  for (const GoldenCase& golden : goldenCases("adult_pipeline.json", "lr")) {
    const auto model = ml::LogisticRegression({.maxIter = 1000,
                                               .regParam = golden.number("regParam"),
                                               .elasticNetParam = golden.number("elasticNetParam"),
                                               .tol = 1e-11})
                           .fit(rows);
    INFO("regParam " << golden.number("regParam") << " elasticNetParam " << golden.number("elasticNetParam")
                     << " ended after " << model.summary().totalIterations() << ": " << model.summary().reason());
    CHECK(model.summary().objectiveHistory().back() == Approx(golden.number("objective")).epsilon(1e-9));
    CHECK(relativeDifference(model.coefficients().toArray(), golden.numbers("coefficients")) < 1e-6);
    CHECK(model.intercept() == Approx(golden.number("intercept")).epsilon(1e-6));
    CHECK(model.summary().accuracy() == Approx(golden.number("accuracy")).epsilon(1e-12));
    CHECK(model.summary().areaUnderROC() == Approx(golden.number("areaUnderROC")).epsilon(1e-4));
  }
}
