#include "ferro/mllib/regression/linear_training.h"

#include <cmath>

#include "ferro_test.h"
#include "golden_cases.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("linear regression gives Spark's coefficients under all settings") {
  for (const GoldenCase& golden : goldenCases("linear_regression.json")) {
    LocalBlocks blocks(readCsvRows(dataPath(golden.text("data") + ".csv")), 2, 8192);
    ml::LinearSettings settings;
    settings.regParam = golden.number("regParam");
    settings.elasticNetParam = golden.number("elasticNetParam");
    settings.solver = golden.text("solver");
    settings.options = {.maxIterations = 1000, .tolerance = 1e-12, .onIteration = {}};
    const auto fit = trainLinear(blocks, blocks.summary(), settings);
    INFO("regParam " << settings.regParam << " elasticNetParam " << settings.elasticNetParam << " " << settings.solver
                     << " ended after " << fit.result.iterations() << ": " << fit.result.reason);
    CHECK(relativeDifference(fit.coefficients, golden.numbers("coefficients")) < 1e-6);
    CHECK(fit.intercept == Approx(golden.number("intercept")).epsilon(1e-9));
  }
}

TEST_CASE("the Huber loss is hardly moved by outliers") {
  TrainingRows rows;
  for (int i = 0; i < 200; ++i) {
    const double x = i * 0.05;
    const double noise = 0.1 * std::sin(i * 12.9898);
    rows.push_back({3 * x + 1 + noise + (i % 20 == 0 ? 500.0 : 0.0), 1, {x}});
  }
  LocalBlocks blocks(rows);
  ml::LinearSettings settings;
  settings.options = {.maxIterations = 1000, .tolerance = 1e-10, .onIteration = {}};
  const auto squares = trainLinear(blocks, blocks.summary(), settings);
  CHECK(std::abs(squares.intercept - 1) > 5);
  settings.isHuber = true;
  const auto huber = trainLinear(blocks, blocks.summary(), settings);
  CHECK(huber.coefficients[0] == Approx(3).epsilon(0.02));
  CHECK(huber.intercept == Approx(1).epsilon(0.1));
  CHECK(huber.scale > 0);
}

TEST_CASE("a label that never changes needs no training") {
  LocalBlocks blocks(TrainingRows{{4, 1, {1}}, {4, 1, {2}}, {4, 1, {5}}});
  const auto fit = trainLinear(blocks, blocks.summary(), {});
  CHECK(fit.intercept == 4);
  CHECK(fit.coefficients == std::vector<double>{0});
  CHECK(blocks.passes() == 0);
}
