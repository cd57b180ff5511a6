// Greenwald and Khanna's summary of numbers, from which any quantile can be read with a known error, with Spark's
// constants: what percentile_approx and approxQuantile keep. Belongs to one thread; summaries of parts merge into that
// of the whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ferro {

class QuantileSummary {
 public:
  explicit QuantileSummary(double relativeError) : relativeError_(relativeError) {}

  void add(double value);
  void merge(QuantileSummary other);
  int64_t count() const { return count_ + static_cast<int64_t>(head_.size()); }
  // The value at `percentage` between 0 and 1. Only when something was added.
  double query(double percentage);

  std::string toBytes();
  static QuantileSummary fromBytes(double relativeError, std::string_view bytes);
  int64_t bytes() const;

 private:
  // A value that stands for `weight` of those up to it; its rank is known up to `slack`.
  struct Sample {
    double value;
    int64_t weight;
    int64_t slack;
  };

  void insertHead();
  void compress();
  static std::vector<Sample> thinned(const std::vector<Sample>& samples, double threshold);

  double relativeError_;
  int64_t count_ = 0;  // without the head
  std::vector<Sample> samples_;
  std::vector<double> head_;  // added, not yet sorted in
};

}  // namespace ferro
