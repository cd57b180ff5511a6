// sample: each row with a given probability, or, with replacement, a random number of times with a given mean. A
// partition run again draws the same rows.
#pragma once

#include "ferro/engine/random.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

struct SampleOptions {
  bool withReplacement = false;
  double fraction = 0;
  uint64_t seed = 0;
};

// Draws rows; fractionOf(row) says with which probability, or how often on average.
template <class T, class FractionOf>
class SampledRows final : public Iterator<T> {
 public:
  SampledRows(IteratorPtr<T> input, const SampleOptions& options, int partition, FractionOf fractionOf)
      : input_(std::move(input)),
        withReplacement_(options.withReplacement),
        random_(seedFor(options.seed, partition)),
        fractionOf_(std::move(fractionOf)) {}

  const T* next() override {
    while (copies_ == 0) {
      row_ = input_->next();
      if (row_ == nullptr) return nullptr;
      const double fraction = fractionOf_(*row_);
      copies_ = withReplacement_ ? poisson(random_, fraction) : static_cast<int64_t>(random_.nextDouble() < fraction);
    }
    --copies_;
    return row_;
  }

 private:
  IteratorPtr<T> input_;
  bool withReplacement_;
  SplitMix64 random_;
  FractionOf fractionOf_;
  const T* row_ = nullptr;
  int64_t copies_ = 0;
};

template <class T>
class SampleNode final : public NodeWith<SampleNode<T>, T, SampleOptions> {
 public:
  using SampleNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs& inputs) const override {
    const SampleOptions& options = this->template argument<0>();
    auto fractionOf = [fraction = options.fraction](const T&) { return fraction; };
    return makeAs<UntypedIterator, SampledRows<T, decltype(fractionOf)>>(inputs.takeAs<T>(0), options, partition,
                                                                         fractionOf);
  }
};

// The second argument gives the fraction of each key; the rows of other keys are dropped.
template <class T, class K>
class SampleByKeyNode final : public NodeWith<SampleByKeyNode<T, K>, T, SampleOptions, std::map<K, double>> {
 public:
  using SampleByKeyNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs& inputs) const override {
    const auto& [options, fractions] = this->arguments();
    auto fractionOf = [&table = fractions](const T& row) {
      auto found = table.find(K(row.first));
      return found == table.end() ? 0.0 : found->second;
    };
    return makeAs<UntypedIterator, SampledRows<T, decltype(fractionOf)>>(inputs.takeAs<T>(0), options, partition,
                                                                         fractionOf);
  }
};

// A part of a random split: the rows whose number in [0, 1) falls between the bounds. All parts draw the same numbers.
struct SplitOptions {
  double low = 0;
  double high = 1;
  uint64_t seed = 0;
};

template <class T>
class SplitRows final : public Iterator<T> {
 public:
  SplitRows(IteratorPtr<T> input, const SplitOptions& options, int partition)
      : input_(std::move(input)), options_(options), random_(seedFor(options.seed, partition)) {}

  const T* next() override {
    while (const T* row = input_->next()) {
      const double place = random_.nextDouble();
      if (place >= options_.low && place < options_.high) return row;
    }
    return nullptr;
  }

 private:
  IteratorPtr<T> input_;
  SplitOptions options_;
  SplitMix64 random_;
};

template <class T>
class SplitNode final : public NodeWith<SplitNode<T>, T, SplitOptions> {
 public:
  using SplitNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, SplitRows<T>>(inputs.takeAs<T>(0), this->template argument<0>(), partition);
  }
};

}  // namespace ferro
