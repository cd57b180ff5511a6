#include <cmath>
#include <random>

#include "ferro/mllib/losses/loss_pass.h"
#include "ferro/mllib/losses/scaled_objective.h"
#include "ferro_test.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;
using ml::LossKind;

namespace {

// The slow obvious way: one row after another, by the definition.
ml::LossSums reference(const TrainingRows& rows, const ml::LossRequest& request) {
  const auto features = static_cast<size_t>(request.numFeatures);
  const auto classes = static_cast<size_t>(request.numClasses);
  ml::LossSums sums;
  sums.gradient.assign(features * classes, 0.0);
  sums.offsetGradient.assign(classes, 0.0);
  for (const TrainingRow& row : rows) {
    std::vector<double> z(request.offsets);
    for (size_t k = 0; k < classes; ++k) {
      for (size_t j = 0; j < features; ++j) z[k] += request.coefficients[k * features + j] * row.features[j];
    }
    std::vector<double> slopes(classes, 0.0);
    double loss = 0;
    const double sign = row.label > 0.5 ? 1.0 : -1.0;
    const double residual = row.label - z[0];
    switch (request.kind) {
      case LossKind::kBinomial:
        loss = sign * z[0] > 0 ? std::log1p(std::exp(-sign * z[0])) : -sign * z[0] + std::log1p(std::exp(sign * z[0]));
        slopes[0] = -sign / (1 + std::exp(sign * z[0]));
        break;
      case LossKind::kMultinomial: {
        double total = 0;
        for (const double each : z) total += std::exp(each);
        loss = std::log(total) - z[static_cast<size_t>(row.label)];
        for (size_t k = 0; k < classes; ++k) slopes[k] = std::exp(z[k]) / total - (row.label == double(k) ? 1.0 : 0.0);
        break;
      }
      case LossKind::kSquared: {
        const double target = row.label * request.labelScale + request.labelShift;
        loss = (z[0] - target) * (z[0] - target) / 2;
        slopes[0] = z[0] - target;
        break;
      }
      case LossKind::kHinge:
        loss = std::max(0.0, 1 - sign * z[0]);
        slopes[0] = loss > 0 ? -sign : 0.0;
        break;
      case LossKind::kHuber:
        if (std::abs(residual) <= request.scale * request.epsilon) {
          loss = (request.scale + residual * residual / request.scale) / 2;
          slopes[0] = -residual / request.scale;
          sums.scaleGradient += row.weight * (1 - residual * residual / request.scale / request.scale) / 2;
        } else {
          loss = (request.scale + 2 * request.epsilon * std::abs(residual) -
                  request.scale * request.epsilon * request.epsilon) /
                 2;
          slopes[0] = residual > 0 ? -request.epsilon : request.epsilon;
          sums.scaleGradient += row.weight * (1 - request.epsilon * request.epsilon) / 2;
        }
        break;
    }
    sums.loss += row.weight * loss;
    sums.weight += row.weight;
    for (size_t k = 0; k < classes; ++k) {
      for (size_t j = 0; j < features; ++j) sums.gradient[k * features + j] += row.weight * slopes[k] * row.features[j];
      sums.offsetGradient[k] += row.weight * slopes[k];
    }
  }
  return sums;
}

ml::LossRequest randomRequest(LossKind kind, uint64_t seed, int64_t features, int classes) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0, 0.4);
  ml::LossRequest request;
  request.kind = kind;
  request.numClasses = kind == LossKind::kMultinomial ? classes : 1;
  request.numFeatures = features;
  for (int64_t i = 0; i < features * request.numClasses; ++i) request.coefficients.push_back(normal(random));
  for (int k = 0; k < request.numClasses; ++k) request.offsets.push_back(normal(random));
  request.labelScale = 0.7;
  request.labelShift = -0.2;
  request.scale = 0.8;
  return request;
}

constexpr LossKind kAllLosses[] = {LossKind::kBinomial, LossKind::kMultinomial, LossKind::kSquared, LossKind::kHuber,
                                   LossKind::kHinge};

int classesFor(LossKind kind) { return kind == LossKind::kMultinomial ? 4 : 2; }

void checkEqual(const std::vector<double>& actual, const std::vector<double>& expected) {
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < actual.size(); ++i) CHECK(actual[i] == Approx(expected[i]).epsilon(1e-11).margin(1e-10));
}

}  // namespace

TEST_CASE("a sweep of blocks of any form gives what the definition of each loss gives") {
  constexpr uint64_t kSeed = 20261116;
  INFO("seed " << kSeed);
  for (const LossKind kind : kAllLosses) {
    for (const double fill : {1.0, 0.1}) {
      for (const bool whole : {false, true}) {
        for (const bool weighted : {true, false}) {
          // Short rows, and rows that are read in several runs at once.
          for (const size_t features : {37, 131}) {
            TrainingRows rows = randomRows(kSeed, 1003, features, classesFor(kind), fill, whole);
            for (TrainingRow& row : rows) row.weight = weighted ? row.weight : 1.0;
            const auto request = randomRequest(kind, kSeed + 1, static_cast<int64_t>(features), classesFor(kind));
            const ml::LossSums expected = reference(rows, request);
            LocalBlocks blocks(rows, 2, 50'000, fill < 1);
            const ml::LossSums actual = blocks.sum(request);
            INFO("loss " << static_cast<int>(kind) << " fill " << fill << " whole " << whole << " weighted " << weighted
                         << " features " << features);
            CHECK(actual.loss == Approx(expected.loss).epsilon(1e-12));
            CHECK(actual.weight == Approx(expected.weight).epsilon(1e-13));
            CHECK(actual.scaleGradient == Approx(expected.scaleGradient).epsilon(1e-11));
            checkEqual(actual.gradient, expected.gradient);
            checkEqual(actual.offsetGradient, expected.offsetGradient);
          }
        }
      }
    }
  }
}

TEST_CASE("the loss of many rows that are as uncertain as can be is that of one, times their number") {
  for (const size_t count : {1, 7, 8, 255, 256, 257, 5000}) {
    LocalBlocks blocks(TrainingRows(count, {1, 1, {3.0}}));
    ml::LossRequest request;
    request.numFeatures = 1;
    request.coefficients = {0.0};
    request.offsets = {0.0};
    CHECK(blocks.sum(request).loss == Approx(static_cast<double>(count) * std::log(2.0)).epsilon(1e-14));
  }
}

TEST_CASE("margins far from zero neither overflow nor lose the loss") {
  TrainingRows rows{{1, 1, {800.0}}, {1, 1, {-800.0}}, {0, 1, {800.0}}, {0, 1, {-800.0}}, {1, 1, {40.0}}};
  LocalBlocks blocks(rows);
  ml::LossRequest request;
  request.numFeatures = 1;
  request.coefficients = {1.0};
  request.offsets = {0.0};
  const auto sums = blocks.sum(request);
  CHECK(sums.loss == Approx(1600.0));
  CHECK(sums.gradient[0] == Approx(1600.0));
  request.coefficients = {0.05};
  LocalBlocks last({rows.back()});
  CHECK(last.sum(request).loss == Approx(std::log1p(std::exp(-2.0))).epsilon(1e-14));
}

TEST_CASE("the gradient of each objective is its finite difference, scaled and centred or not") {
  constexpr uint64_t kSeed = 7;
  INFO("seed " << kSeed);
  for (const LossKind kind : kAllLosses) {
    for (const bool centred : {false, true}) {
      const TrainingRows rows = randomRows(kSeed, 200, 5, classesFor(kind));
      LocalBlocks blocks(rows);
      const auto summary = blocks.summary();
      ml::FeatureScaling scaling;
      for (const double deviation : summary.featureDeviations()) scaling.inverseDeviations.push_back(1 / deviation);
      if (centred) {
        scaling.scaledMeans = summary.featureMeans();
        for (size_t j = 0; j < 5; ++j) scaling.scaledMeans[j] *= scaling.inverseDeviations[j];
      }
      ml::ScaledObjective objective(blocks, randomRequest(kind, kSeed, 5, classesFor(kind)), scaling,
                                    {0.1, 0.2, 0.0, 0.3, 0.05}, true);
      ml::Point point(objective.size());
      for (size_t i = 0; i < point.size(); ++i) point[i] = 0.1 * static_cast<double>(i % 7) - 0.25;
      point.back() = 0.9;
      ml::Point gradient(point.size());
      ml::Point unused(point.size());
      objective.evaluate(point, gradient);
      for (size_t i = 0; i < point.size(); ++i) {
        constexpr double kStep = 1e-6;
        ml::Point up = point;
        ml::Point down = point;
        up[i] += kStep;
        down[i] -= kStep;
        const double slope = (objective.evaluate(up, unused) - objective.evaluate(down, unused)) / (2 * kStep);
        INFO("loss " << static_cast<int>(kind) << " coordinate " << i << " centred " << centred);
        CHECK(gradient[i] == Approx(slope).epsilon(1e-5).margin(1e-7));
      }
    }
  }
}

TEST_CASE("the second derivatives are finite differences of the gradient, dense and sparse") {
  for (const LossKind kind : {LossKind::kBinomial, LossKind::kSquared}) {
    for (const double fill : {1.0, 0.2}) {
      const TrainingRows rows = randomRows(11, 150, 6, 2, fill);
      LocalBlocks blocks(rows, 2, 4000, fill < 1);
      const auto summary = blocks.summary();
      ml::FeatureScaling scaling;
      for (const double deviation : summary.featureDeviations()) scaling.inverseDeviations.push_back(1 / deviation);
      scaling.scaledMeans = summary.featureMeans();
      for (size_t j = 0; j < 6; ++j) scaling.scaledMeans[j] *= scaling.inverseDeviations[j];
      ml::ScaledObjective objective(blocks, randomRequest(kind, 3, 6, 2), scaling, std::vector<double>(6, 0.1), true);
      const ml::Point point{0.1, -0.2, 0.3, 0.05, 0, 0.2, -0.1};
      ml::Point gradient(7);
      std::vector<double> hessian(49);
      objective.evaluate(point, gradient, hessian);
      for (size_t i = 0; i < 7; ++i) {
        constexpr double kStep = 1e-5;
        ml::Point up = point;
        ml::Point down = point;
        up[i] += kStep;
        down[i] -= kStep;
        ml::Point above(7);
        ml::Point below(7);
        objective.evaluate(up, above);
        objective.evaluate(down, below);
        for (size_t j = 0; j < 7; ++j) {
          INFO("loss " << static_cast<int>(kind) << " fill " << fill << " at " << i << ", " << j);
          CHECK(hessian[i * 7 + j] == Approx((above[j] - below[j]) / (2 * kStep)).epsilon(1e-5).margin(1e-7));
        }
      }
    }
  }
}
