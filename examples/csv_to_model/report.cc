#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

constexpr size_t kMostCoefficients = 15;
constexpr int kAllIterations = 10;  // then every tenth

struct Coefficient {
  double value;
  std::string title;
};

}  // namespace

void TrainingProgress::operator()(int iteration, double objective) {
  if (iteration == 0) {
    begin_ = std::chrono::steady_clock::now();
    std::printf("  %9s  %12s  %10s\n", "iteration", "objective", "time");
  }
  if (iteration > kAllIterations && iteration % kAllIterations != 0) return;
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - begin_;
  std::printf("  %9d  %12.6f  %7.1f ms\n", iteration, objective, passed.count());
  std::fflush(stdout);
}

void printSettings(const Arguments& arguments) {
  std::printf("\nTraining with maxIter=%d, regParam=%g, elasticNetParam=%g\n", arguments.maxIter, arguments.regParam,
              arguments.elasticNetParam);
}

void printCoefficients(const Learned& learned, const std::vector<std::string>& names,
                       const std::vector<std::string>& classes) {
  const ferro::ml::Matrix& matrix = learned.coefficients;
  const bool isTwoClasses = classes.size() == 2;
  std::vector<Coefficient> found;
  for (int32_t row = 0; row < matrix.numRows(); ++row) {
    for (int32_t i = 0; i < matrix.numCols(); ++i) {
      if (matrix(row, i) == 0) continue;
      const std::string towards = matrix.numRows() == 1 ? "" : "  towards " + classes[static_cast<size_t>(row)];
      found.push_back({matrix(row, i), names[static_cast<size_t>(i)] + towards});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.value) > std::abs(b.value); });
  std::printf("\nCoefficients of scaled features%s: %zu of %zu are not 0%s\n",
              isTwoClasses ? (", towards " + classes[1]).c_str() : "", found.size(), matrix.values().size(),
              found.size() > kMostCoefficients ? "; the largest are" : "");
  found.resize(std::min(found.size(), kMostCoefficients));
  for (const Coefficient& one : found) std::printf("  %+10.4f  %s\n", one.value, one.title.c_str());
}

void printMetrics(const std::string& title, const std::vector<Metric>& metrics) {
  std::printf("  %-28s", title.c_str());
  for (const Metric& metric : metrics) std::printf("  %s %.4f", metric.name.c_str(), metric.value);
  std::printf("\n");
}
