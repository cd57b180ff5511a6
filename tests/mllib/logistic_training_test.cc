#include "ferro/mllib/classification/logistic_training.h"

#include "ferro_test.h"
#include "golden_cases.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

ml::LogisticSettings settingsOf(const GoldenCase& golden) {
  ml::LogisticSettings settings;
  settings.regParam = golden.number("regParam");
  settings.elasticNetParam = golden.number("elasticNetParam");
  settings.standardization = golden.flag("standardization");
  settings.fitIntercept = !golden.has("fitIntercept") || golden.flag("fitIntercept");
  return settings;
}

void weighByLabel(TrainingRows& rows) {
  for (TrainingRow& row : rows) row.weight = row.label == 0 ? 2.0 : 0.5;
}

}  // namespace

TEST_CASE("converged coefficients and objectives are Spark's, under all settings") {
  for (const GoldenCase& golden : goldenCases("logistic_regression.json")) {
    TrainingRows rows = readCsvRows(dataPath(golden.text("data") + ".csv"));
    if (golden.has("weights")) weighByLabel(rows);
    ml::LogisticSettings settings = settingsOf(golden);
    settings.isMultinomial = golden.text("family") == "multinomial";
    settings.numClasses = static_cast<int>(golden.number("numClasses"));
    settings.options = {.maxIterations = 400, .tolerance = 1e-11};
    LocalBlocks blocks(rows, 3, 16'384);
    const auto fit = trainLogistic(blocks, blocks.summary(), settings);
    INFO(golden.text("data") << " regParam " << settings.regParam << " elasticNetParam " << settings.elasticNetParam
                             << " standardization " << settings.standardization << " fitIntercept "
                             << settings.fitIntercept << " weights " << golden.has("weights") << " ended after "
                             << fit.result.iterations() << ": " << fit.result.reason);
    CHECK(fit.result.objectiveHistory.back() == Approx(golden.number("objective")).epsilon(1e-9));
    // Without an intercept features are not centred, and some problems are ill conditioned.
    const double tolerance = settings.fitIntercept ? 1e-6 : 2e-5;
    CHECK(relativeDifference(fit.coefficients, golden.numbers("coefficientsRowMajor")) < tolerance);
    CHECK(relativeDifference(fit.intercepts, golden.numbers("intercepts")) < 1e-6);
  }
}

TEST_CASE("training on a9a takes Spark's steps") {
  const std::string path = dataPath("a9a.libsvm");
  if (path.empty()) return;
  LocalBlocks blocks(readLibsvmRows(path, 123), 2, 1 << 20, true);
  for (const GoldenCase& golden : goldenCases("a9a_logistic.json")) {
    ml::LogisticSettings settings = settingsOf(golden);
    settings.options = {.maxIterations = static_cast<int>(golden.number("maxIter")), .tolerance = golden.number("tol")};
    const auto fit = trainLogistic(blocks, blocks.summary(), settings);
    INFO("regParam " << settings.regParam << " elasticNetParam " << settings.elasticNetParam << " ended after "
                     << fit.result.iterations() << ": " << fit.result.reason);
    CHECK(fit.result.iterations() == static_cast<int>(golden.number("iterations")));
    CHECK(fit.result.objectiveHistory.back() == Approx(golden.number("objective")).epsilon(1e-9));
    CHECK(relativeDifference(fit.coefficients, golden.numbers("coefficients")) < 1e-6);
    CHECK(fit.intercepts[0] == Approx(golden.number("intercept")).epsilon(1e-6));
  }
}
