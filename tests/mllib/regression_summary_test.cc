#include <cmath>

#include "ferro/engine/ferro.h"
#include "ferro/ml.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// y on x, with what the textbook says of one feature.
const std::vector<double> kX{1, 2, 3, 4, 5, 6};
const std::vector<double> kY{2.1, 3.9, 6.2, 7.8, 10.1, 11.8};

TrainingRows pairs() {
  TrainingRows rows;
  for (size_t i = 0; i < kX.size(); ++i) rows.push_back({kY[i], 1, {kX[i]}});
  return rows;
}

}  // namespace

TEST_CASE("standard errors of one feature are the textbook's") {
  withSession(localConf("local[2]"), [](const Session& session) {
    const auto model = ml::LinearRegression({.solver = "normal"}).fit(trainingFrame(session, pairs(), 2));
    const auto& summary = model.summary();
    const double meanX = 3.5;
    const double spread = 17.5;  // the sum of squares of x - meanX
    double residuals = 0;
    double least = INFINITY;
    for (size_t i = 0; i < kX.size(); ++i) {
      const double residual = kY[i] - model.coefficients()[0] * kX[i] - model.intercept();
      residuals += residual * residual;
      least = std::min(least, residual);
    }
    CHECK(summary.degreesOfFreedom() == 4);
    const double variance = residuals / 4;
    const auto errors = summary.coefficientStandardErrors();
    REQUIRE(errors.size() == 2);
    CHECK(errors[0] == Approx(std::sqrt(variance / spread)).epsilon(1e-9));
    CHECK(errors[1] == Approx(std::sqrt(variance * (1.0 / 6 + meanX * meanX / spread))).epsilon(1e-9));
    CHECK(summary.tValues()[0] == Approx(model.coefficients()[0] / errors[0]));
    CHECK(summary.pValues()[0] < 1e-5);
    CHECK(summary.pValues()[1] > 0.05);
    CHECK(summary.r2adj() == Approx(1 - (1 - summary.r2()) * 5 / 4));
    CHECK(summary.devianceResiduals()[0] == Approx(least));
    CHECK(summary.residuals().count() == 6);
  });
}

TEST_CASE("standard errors are refused where there are none, with the reason") {
  withSession(localConf("local[2]"), [](const Session& session) {
    const DataFrame frame = trainingFrame(session, pairs(), 2);
    const auto steps = ml::LinearRegression({.solver = "l-bfgs"}).fit(frame);
    CHECK_THROWS_WITH(steps.summary().coefficientStandardErrors(), Catch::Contains("solver \"normal\""));
    TrainingRows twice = pairs();
    for (TrainingRow& row : twice) row.features.push_back(2 * row.features[0]);
    const auto same = ml::LinearRegression({.solver = "normal"}).fit(trainingFrame(session, twice, 2));
    CHECK_THROWS_WITH(same.summary().pValues(), Catch::Contains("repeat each other"));
  });
}

TEST_CASE("without an intercept, r2 compares with predicting zero") {
  withSession(localConf("local[2]"), [](const Session& session) {
    const auto model =
        ml::LinearRegression({.fitIntercept = false, .solver = "normal"}).fit(trainingFrame(session, pairs(), 2));
    double residuals = 0;
    double squares = 0;
    for (size_t i = 0; i < kX.size(); ++i) {
      residuals += std::pow(kY[i] - model.coefficients()[0] * kX[i], 2);
      squares += kY[i] * kY[i];
    }
    CHECK(model.summary().r2() == Approx(1 - residuals / squares));
    CHECK(model.summary().degreesOfFreedom() == 5);
    CHECK(model.summary().coefficientStandardErrors().size() == 1);
  });
}
