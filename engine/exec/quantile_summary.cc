#include "ferro/engine/exec/quantile_summary.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr size_t kHeadSize = 50'000;
constexpr size_t kCompressAt = 10'000;

bool numberLess(double a, double b) { return a < b || (b != b && a == a); }

}  // namespace

void QuantileSummary::add(double value) {
  head_.push_back(value);
  if (head_.size() < kHeadSize) return;
  insertHead();
  if (samples_.size() >= kCompressAt) compress();
}

void QuantileSummary::insertHead() {
  if (head_.empty()) return;
  std::sort(head_.begin(), head_.end(), numberLess);
  std::vector<Sample> merged;
  merged.reserve(samples_.size() + head_.size());
  size_t next = 0;
  for (size_t i = 0; i < head_.size(); ++i) {
    while (next < samples_.size() && !numberLess(head_[i], samples_[next].value)) merged.push_back(samples_[next++]);
    ++count_;
    const bool outermost = merged.empty() || (next == samples_.size() && i + 1 == head_.size());
    const double slack = std::floor(2.0 * relativeError_ * static_cast<double>(count_));
    merged.push_back({head_[i], 1, outermost ? 0 : static_cast<int64_t>(slack)});
  }
  merged.insert(merged.end(), samples_.begin() + static_cast<std::ptrdiff_t>(next), samples_.end());
  samples_ = std::move(merged);
  head_ = {};
}

void QuantileSummary::compress() {
  insertHead();
  samples_ = thinned(samples_, 2.0 * relativeError_ * static_cast<double>(count_));
}

// From the largest down: a sample is taken into the next larger one where the error allows it. The smallest stays.
std::vector<QuantileSummary::Sample> QuantileSummary::thinned(const std::vector<Sample>& samples, double threshold) {
  if (samples.empty()) return {};
  std::vector<Sample> kept;
  Sample head = samples.back();
  for (size_t i = samples.size() - 1; i-- > 1;) {
    const Sample& sample = samples[i];
    if (static_cast<double>(sample.weight + head.weight + head.slack) < threshold) {
      head.weight += sample.weight;
    } else {
      kept.push_back(head);
      head = sample;
    }
  }
  kept.push_back(head);
  if (samples.size() > 1 && !numberLess(head.value, samples.front().value)) kept.push_back(samples.front());
  std::reverse(kept.begin(), kept.end());
  return kept;
}

void QuantileSummary::merge(QuantileSummary other) {
  compress();
  other.compress();
  if (other.count_ == 0) return;
  if (count_ == 0) {
    *this = std::move(other);
    return;
  }
  const auto slackOf = [](const QuantileSummary& summary) {
    return static_cast<int64_t>(std::floor(2.0 * summary.relativeError_ * static_cast<double>(summary.count_)));
  };
  const int64_t mySlack = slackOf(other);
  const int64_t otherSlack = slackOf(*this);
  std::vector<Sample> merged;
  size_t mine = 0;
  size_t others = 0;
  while (mine < samples_.size() && others < other.samples_.size()) {
    const bool takeMine = numberLess(samples_[mine].value, other.samples_[others].value);
    Sample sample = takeMine ? samples_[mine] : other.samples_[others];
    sample.slack += takeMine ? (others > 0 ? mySlack : 0) : (mine > 0 ? otherSlack : 0);
    merged.push_back(sample);
    ++(takeMine ? mine : others);
  }
  merged.insert(merged.end(), samples_.begin() + static_cast<std::ptrdiff_t>(mine), samples_.end());
  merged.insert(merged.end(), other.samples_.begin() + static_cast<std::ptrdiff_t>(others), other.samples_.end());
  count_ += other.count_;
  relativeError_ = std::max(relativeError_, other.relativeError_);
  samples_ = thinned(merged, 2.0 * relativeError_ * static_cast<double>(count_));
}

double QuantileSummary::query(double percentage) {
  compress();
  if (samples_.empty()) throwInternal("a quantile of nothing was asked for");
  if (percentage <= relativeError_ || samples_.size() == 1) return samples_.front().value;
  if (percentage >= 1.0 - relativeError_) return samples_.back().value;
  int64_t widest = 0;
  for (const Sample& sample : samples_) widest = std::max(widest, sample.weight + sample.slack);
  const double error = static_cast<double>(widest) / 2;
  const double rank = std::ceil(percentage * static_cast<double>(count_));
  int64_t lowestRank = 0;
  for (size_t i = 0; i + 1 < samples_.size(); ++i) {
    lowestRank += samples_[i].weight;
    const auto lowest = static_cast<double>(lowestRank);
    if (lowest + static_cast<double>(samples_[i].slack) - error <= rank && rank <= lowest + error) {
      return samples_[i].value;
    }
  }
  return samples_.back().value;
}

std::string QuantileSummary::toBytes() {
  compress();
  std::string bytes(sizeof(count_) + samples_.size() * sizeof(Sample), '\0');
  std::memcpy(bytes.data(), &count_, sizeof(count_));
  if (!samples_.empty()) std::memcpy(bytes.data() + sizeof(count_), samples_.data(), samples_.size() * sizeof(Sample));
  return bytes;
}

QuantileSummary QuantileSummary::fromBytes(double relativeError, std::string_view bytes) {
  if (bytes.size() < sizeof(count_) || (bytes.size() - sizeof(count_)) % sizeof(Sample) != 0) {
    throw Error(ErrorCode::kMalformedData, "a summary of quantiles has a wrong size");
  }
  QuantileSummary summary(relativeError);
  std::memcpy(&summary.count_, bytes.data(), sizeof(count_));
  summary.samples_.resize((bytes.size() - sizeof(count_)) / sizeof(Sample));
  if (!summary.samples_.empty()) {
    std::memcpy(summary.samples_.data(), bytes.data() + sizeof(count_), bytes.size() - sizeof(count_));
  }
  return summary;
}

int64_t QuantileSummary::bytes() const {
  return static_cast<int64_t>(samples_.capacity() * sizeof(Sample) + head_.capacity() * sizeof(double));
}

}  // namespace ferro
