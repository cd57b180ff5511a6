#include <cmath>
#include <limits>

#include "ferro/mllib/classification/logistic_training.h"
#include "ferro/mllib/solvers/lbfgs.h"
#include "ferro/mllib/solvers/lbfgsb.h"
#include "ferro/mllib/solvers/newton.h"
#include "ferro/mllib/solvers/owlqn.h"
#include "ferro_test.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;
using ml::Point;

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

class Rosenbrock final : public ml::Objective {
 public:
  size_t size() const override { return 2; }
  double evaluate(const Point& x, Point& gradient) override {
    const double a = 1 - x[0];
    const double b = x[1] - x[0] * x[0];
    gradient = {-2 * a - 400 * x[0] * b, 200 * b};
    return a * a + 100 * b * b;
  }
};

// sum of i * (x_i - target_i)^2 / 2
class Bowl final : public ml::CurvedObjective {
 public:
  explicit Bowl(Point targets) : targets_(std::move(targets)) {}
  size_t size() const override { return targets_.size(); }
  double evaluate(const Point& x, Point& gradient) override {
    double value = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double weight = static_cast<double>(i + 1);
      gradient[i] = weight * (x[i] - targets_[i]);
      value += gradient[i] * (x[i] - targets_[i]) / 2;
    }
    return value;
  }
  double evaluate(const Point& x, Point& gradient, std::vector<double>& hessian) override {
    std::fill(hessian.begin(), hessian.end(), 0.0);
    for (size_t i = 0; i < x.size(); ++i) hessian[i * x.size() + i] = static_cast<double>(i + 1);
    return evaluate(x, gradient);
  }

 private:
  Point targets_;
};

const ml::SolverOptions kExact{.maxIterations = 500, .tolerance = 1e-12, .onIteration = {}};

}  // namespace

TEST_CASE("L-BFGS finds the bottom of a curved valley") {
  Rosenbrock objective;
  const auto result = ml::Lbfgs().minimize(objective, {-1.2, 1.0}, kExact);
  CHECK(result.point[0] == Approx(1).epsilon(1e-6));
  CHECK(result.point[1] == Approx(1).epsilon(1e-6));
  CHECK(result.solver == "l-bfgs");
  CHECK(result.objectiveHistory.front() == Approx(24.2));
}

TEST_CASE("a solver reports each iteration, and stops at the most of them") {
  Rosenbrock objective;
  std::vector<int> seen;
  const auto result = ml::Lbfgs().minimize(
      objective, {-1.2, 1.0},
      {.maxIterations = 3, .tolerance = 0, .onIteration = [&](int i, double) { seen.push_back(i); }});
  CHECK(seen == std::vector<int>{0, 1, 2, 3});
  CHECK(result.iterations() == 3);
  CHECK(result.reason == "max iterations reached");
}

TEST_CASE("OWL-QN sets to exactly zero what its penalty outweighs") {
  Bowl objective({3, 0.2, -2, 0.1});
  const auto result = ml::Owlqn({1, 1, 1, 1}).minimize(objective, Point(4, 0.0), kExact);
  CHECK(result.point[0] == Approx(2));
  CHECK(result.point[1] == 0.0);
  CHECK(result.point[2] == Approx(-2 + 1.0 / 3));
  CHECK(result.point[3] == 0.0);
}

TEST_CASE("L-BFGS-B stops at bounds, and goes to the optimum where there are none") {
  Bowl objective({3, -5, 2, 0.5});
  ml::Lbfgsb bounded({-1, -2, -kUnbounded, 1}, {1, 2, kUnbounded, 4});
  const auto result = bounded.minimize(objective, {0, 0, 0, 1}, kExact);
  CHECK(result.point[0] == Approx(1));
  CHECK(result.point[1] == Approx(-2));
  CHECK(result.point[2] == Approx(2).epsilon(1e-8));
  CHECK(result.point[3] == Approx(1));
}

TEST_CASE("L-BFGS-B follows a curved valley along a bound") {
  Rosenbrock objective;
  ml::Lbfgsb bounded({-kUnbounded, -kUnbounded}, {0.5, kUnbounded});
  const auto result = bounded.minimize(objective, {-1.2, 1.0}, kExact);
  CHECK(result.point[0] == Approx(0.5).epsilon(1e-8));
  CHECK(result.point[1] == Approx(0.25).epsilon(1e-6));
}

TEST_CASE("Newton's method solves a quadratic problem in one step") {
  Bowl objective({3, -5, 2});
  const auto result = ml::minimizeByNewton(objective, Point(3, 0.0), kExact);
  CHECK(result.iterations() == 1);
  CHECK(result.point[1] == Approx(-5));
}

TEST_CASE("all solvers find the same logistic regression") {
  constexpr uint64_t kSeed = 99;
  INFO("seed " << kSeed);
  LocalBlocks blocks(randomRows(kSeed, 2000, 12, 2), 2);
  ml::LogisticSettings settings;
  settings.regParam = 0.01;
  settings.options = {.maxIterations = 1000, .tolerance = 1e-12, .onIteration = {}};
  const auto expected = trainLogistic(blocks, blocks.summary(), settings);
  for (const char* solver : {"newton-cholesky", "preconditioned-l-bfgs", "auto"}) {
    settings.solver = solver;
    const auto fit = trainLogistic(blocks, blocks.summary(), settings);
    INFO(solver << " was " << fit.result.solver << " and ended: " << fit.result.reason);
    CHECK(fit.result.objectiveHistory.back() == Approx(expected.result.objectiveHistory.back()).epsilon(1e-11));
    for (size_t j = 0; j < 12; ++j) CHECK(fit.coefficients[j] == Approx(expected.coefficients[j]).epsilon(1e-6));
  }
  settings.solver = "l-bfgs";
  settings.bounds.lowerCoefficients.assign(12, -100.0);
  const auto bounded = trainLogistic(blocks, blocks.summary(), settings);
  CHECK(bounded.result.solver == "l-bfgs-b");
  CHECK(bounded.result.objectiveHistory.back() == Approx(expected.result.objectiveHistory.back()).epsilon(1e-10));
}

TEST_CASE("curvature of a few rows saves passes, and the answer does not depend on the partitions") {
  constexpr uint64_t kSeed = 41;
  INFO("seed " << kSeed);
  TrainingRows rows = randomRows(kSeed, 20'000, 30, 2);
  for (TrainingRow& row : rows) {  // features that go together
    for (size_t j = 1; j < 30; ++j) row.features[j] = 0.9 * row.features[j - 1] + 0.1 * row.features[j];
  }
  ml::LogisticSettings settings;
  settings.regParam = 1e-6;
  settings.options = {.maxIterations = 1000, .tolerance = 1e-9, .onIteration = {}};
  LocalBlocks blocks(rows, 1);
  const auto plain = trainLogistic(blocks, blocks.summary(), settings);
  settings.solver = "auto";
  const auto fit = trainLogistic(blocks, blocks.summary(), settings);
  INFO(plain.result.iterations() << " iterations became " << fit.result.iterations());
  CHECK(fit.result.solver == "preconditioned-l-bfgs");
  CHECK(fit.result.iterations() < plain.result.iterations() / 2);
  CHECK(fit.result.objectiveHistory.back() <= plain.result.objectiveHistory.back() * (1 + 1e-9));
  LocalBlocks others(rows, 3, 1 << 16);
  const auto again = trainLogistic(others, others.summary(), settings);
  CHECK(again.result.iterations() == fit.result.iterations());
  for (size_t j = 0; j < 30; ++j) CHECK(again.coefficients[j] == Approx(fit.coefficients[j]).epsilon(1e-7));
}

TEST_CASE("auto takes Newton's method where rows store few values, and L-BFGS where there are many features") {
  ml::LogisticSettings settings;
  settings.regParam = 0.1;
  settings.solver = "auto";
  LocalBlocks few(randomRows(5, 500, 100, 2, 0.05), 1, 1 << 20, true);
  CHECK(trainLogistic(few, few.summary(), settings).result.solver == "newton-cholesky");
  LocalBlocks wide(randomRows(5, 80, 100, 2), 1);
  CHECK(trainLogistic(wide, wide.summary(), settings).result.solver == "l-bfgs");
}

TEST_CASE("Newton's method bears features that repeat each other") {
  TrainingRows rows = randomRows(3, 500, 4, 2);
  for (TrainingRow& row : rows) {
    row.features.push_back(row.features[0]);
    row.features.push_back(1.0);
  }
  LocalBlocks blocks(rows);
  ml::LogisticSettings settings;
  settings.solver = "newton-cholesky";
  settings.options.tolerance = 1e-10;
  const auto fit = trainLogistic(blocks, blocks.summary(), settings);
  settings.solver = "l-bfgs";
  const auto expected = trainLogistic(blocks, blocks.summary(), settings);
  CHECK(fit.result.objectiveHistory.back() == Approx(expected.result.objectiveHistory.back()).epsilon(1e-9));
  CHECK(fit.coefficients[5] == 0.0);
}

TEST_CASE(
    "the dual solver finds the same optimum in fewer passes, dense and sparse, with weights and without intercept") {
  constexpr uint64_t kSeed = 12;
  INFO("seed " << kSeed);
  for (const double fill : {1.0, 0.05}) {
    for (const bool fitIntercept : {true, false}) {
      for (const size_t partitions : {1, 3}) {
        LocalBlocks blocks(randomRows(kSeed, 3000, 60, 2, fill), partitions, 1 << 16, fill < 1);
        ml::LogisticSettings settings;
        settings.regParam = 0.001;
        settings.fitIntercept = fitIntercept;
        settings.options = {.maxIterations = 1000, .tolerance = 1e-10, .onIteration = {}};
        const auto expected = trainLogistic(blocks, blocks.summary(), settings);
        settings.solver = "dual";
        const auto fit = trainLogistic(blocks, blocks.summary(), settings, &blocks);
        INFO("fill " << fill << " fitIntercept " << fitIntercept << " partitions " << partitions << " ended after "
                     << fit.result.iterations() << ": " << fit.result.reason);
        CHECK(fit.result.solver == "dual");
        CHECK(fit.result.objectiveHistory.back() == Approx(expected.result.objectiveHistory.back()).epsilon(1e-9));
        for (size_t j = 0; j < 60; ++j) CHECK(fit.coefficients[j] == Approx(expected.coefficients[j]).margin(1e-5));
        CHECK(fit.intercepts[0] == Approx(expected.intercepts[0]).margin(1e-5));
      }
    }
  }
}

TEST_CASE("the dual solver refuses what it cannot solve") {
  LocalBlocks blocks(randomRows(1, 50, 3, 2));
  ml::LogisticSettings settings;
  settings.solver = "dual";
  CHECK_THROWS_WITH(trainLogistic(blocks, blocks.summary(), settings, &blocks), Catch::Contains("L2"));
}
