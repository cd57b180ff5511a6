#include <cmath>

#include "ferro/common/error.h"
#include "ferro/engine/rdd_actions.h"
#include "ferro/engine/rdd_narrow.h"
#include "ferro/engine/rdd_statistics.h"

namespace ferro::detail {
namespace {

[[noreturn]] void throwInvalid(const std::string& message) { throw Error(ErrorCode::kInvalidArgument, message); }

}  // namespace

std::vector<int> treeRounds(int partitions, int depth) {
  std::vector<int> rounds;
  double count = partitions;
  const double scale = std::max(std::ceil(std::pow(count, 1.0 / depth)), 2.0);
  while (count > scale + std::ceil(count / scale)) {
    count = std::floor(count / scale);
    rounds.push_back(static_cast<int>(count));
  }
  return rounds;
}

void requireFraction(const char* operation, bool withReplacement, double fraction) {
  if (fraction >= 0 && (withReplacement || fraction <= 1) && std::isfinite(fraction)) return;
  throwInvalid(std::string(operation) + ": the fraction must be at least 0" +
               (withReplacement ? "" : " and, without replacement, at most 1") + ", not " + std::to_string(fraction));
}

std::vector<double> splitBounds(const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throwInvalid("randomSplit takes weights of at least 0, and one is " + std::to_string(weight));
    sum += weight;
  }
  if (!(sum > 0)) throwInvalid("randomSplit takes weights whose sum is more than 0");
  std::vector<double> bounds(1, 0);
  for (const double weight : weights) bounds.push_back(bounds.back() + weight / sum);
  // Rounding must not leave rows out.
  bounds.back() = 1;
  return bounds;
}

void requirePartitions(const char* operation, int numPartitions) {
  if (numPartitions >= 1) return;
  throwInvalid(std::string(operation) + " needs at least 1 partition, not " + std::to_string(numPartitions));
}

void requireSamePartitions(int left, int right) {
  if (left == right) return;
  throwInvalid("zip needs Rdds with equally many partitions, but these have " + std::to_string(left) + " and " +
               std::to_string(right) + "; repartition one of them");
}

void throwEmpty(const char* action) {
  throwInvalid(std::string(action) + " of an empty Rdd has no result; ask isEmpty() first");
}

void requireCount(const char* action, int64_t count) {
  if (count < 0)
    throwInvalid(std::string(action) + " needs a number of rows of at least 0, not " + std::to_string(count));
}

void requireDepth(const char* action, int depth) {
  if (depth < 1) throwInvalid(std::string(action) + " needs a depth of at least 1, not " + std::to_string(depth));
}

void requireBounds(const std::vector<double>& bounds) {
  if (bounds.size() < 2) throwInvalid("histogram needs at least 2 bounds");
  for (size_t i = 1; i < bounds.size(); ++i) {
    // The one bucket of rows that are all equal has no width.
    const bool onlyOne = bounds.size() == 2 && bounds[0] == bounds[1];
    if (!(bounds[i - 1] < bounds[i]) && !onlyOne) {
      throwInvalid("histogram needs bounds in ascending order, each once; it was given " + std::to_string(bounds[i]) +
                   " behind " + std::to_string(bounds[i - 1]));
    }
  }
}

std::vector<double> equalBounds(const StatCounter& stats, int buckets) {
  if (buckets < 1) throwInvalid("histogram needs at least 1 bucket, not " + std::to_string(buckets));
  if (stats.count() == 0) throwEmpty("histogram");
  if (!std::isfinite(stats.min()) || !std::isfinite(stats.max())) {
    throwInvalid(
        "histogram: rows that are NaN or infinite have no place between equal bounds; filter them out or give bounds");
  }
  if (stats.min() == stats.max()) return {stats.min(), stats.max()};
  std::vector<double> bounds;
  for (int i = 0; i < buckets; ++i) bounds.push_back(stats.min() + (stats.max() - stats.min()) * i / buckets);
  bounds.push_back(stats.max());
  return bounds;
}

}  // namespace ferro::detail
