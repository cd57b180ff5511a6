// Quantiles from a summary, compared with sorted numbers.
#include "ferro/engine/exec/quantile_summary.h"

#include <algorithm>
#include <vector>

#include "ferro/shuffle/splitmix64.h"
#include "ferro_test.h"

namespace ferro::test {
namespace {

// How far the rank of a value is from the wanted one, as a part of all.
double rankError(const std::vector<double>& sorted, double value, double percentage) {
  const auto n = static_cast<double>(sorted.size());
  const auto low = static_cast<double>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
  const auto high = static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
  const double rank = percentage * n;
  if (rank >= low && rank <= high) return 0;
  return std::min(std::abs(rank - low), std::abs(rank - high)) / n;
}

}  // namespace

TEST_CASE("quantiles are within the error that was asked for, merged or not, and through bytes") {
  for (const double error : {0.1, 0.01, 0.001}) {
    for (const int parts : {1, 4}) {
      INFO("error " << error << ", " << parts << " parts, seed 17");
      SplitMix64 random(17);
      std::vector<double> all;
      QuantileSummary whole(error);
      for (int part = 0; part < parts; ++part) {
        QuantileSummary summary(error);
        for (int i = 0; i < 120'000 / parts; ++i) {
          all.push_back(random.nextDouble() * random.nextDouble());
          summary.add(all.back());
        }
        whole.merge(QuantileSummary::fromBytes(error, summary.toBytes()));
      }
      std::sort(all.begin(), all.end());
      CHECK(whole.count() == 120'000);
      CHECK(whole.bytes() < 4'000'000);
      for (double percentage : {0.0, 0.01, 0.25, 0.5, 0.9, 0.999, 1.0}) {
        INFO("percentage " << percentage);
        CHECK(rankError(all, whole.query(percentage), percentage) <= 2 * error);
      }
    }
  }
}

TEST_CASE("few numbers are kept as they are") {
  QuantileSummary summary(1e-4);
  for (int i = 99; i >= 0; --i) summary.add(i);
  CHECK(summary.query(0) == 0);
  CHECK(summary.query(0.5) == 49);
  CHECK(summary.query(1) == 99);
}

}  // namespace ferro::test
