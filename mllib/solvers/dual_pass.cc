#include "ferro/mllib/solvers/dual_pass.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ferro/engine/random.h"

namespace ferro::ml {
namespace {

constexpr int kMaxNewtonSteps = 20;
constexpr double kSettled = 1e-9;

// A coefficient and its step side by side, since a value needs both.
struct Cell {
  double coefficient;
  double step;
};

double sigmoid(double t) { return 1.0 / (1.0 + std::exp(-t)); }

// The dual variable in (0, 1) that is best for a row whose signed margin is z with the variable at `before`: the root
// of t + z + c (sigmoid(t) - before). The left side rises at least as fast as t, and the root lies in a known interval.
double bestDual(double z, double c, double before) {
  double low = -z - c * (1 - before);
  double high = -z + c * before;
  double t = std::clamp(-z, low, high);
  for (int i = 0; i < kMaxNewtonSteps; ++i) {
    const double s = sigmoid(t);
    const double value = t + z + c * (s - before);
    (value > 0 ? high : low) = t;
    double next = t - value / (1 + c * s * (1 - s));
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    if (std::abs(next - t) < kSettled) return sigmoid(next);
    t = next;
  }
  return sigmoid(t);
}

class Ascent {
 public:
  Ascent(const DualRequest& request, int partition)
      : request_(request), cells_(request.coefficients.size()), offset_(request.offset) {
    for (size_t j = 0; j < cells_.size(); ++j) cells_[j] = {request.coefficients[j], request.steps[j]};
    if (!request.duals.empty()) change_.duals = request.duals[static_cast<size_t>(partition)];
  }

  DualChange run(std::span<const BlockView> blocks, int partition) {
    std::vector<size_t> starts;
    size_t rows = 0;
    for (const BlockView& block : blocks) {
      starts.push_back(rows);
      rows += static_cast<size_t>(block.numRows);
    }
    change_.duals.resize(rows, 0.0);
    SplitMix64 random(seedFor(request_.seed, partition));
    std::vector<size_t> order(blocks.size());
    std::iota(order.begin(), order.end(), size_t{0});
    for (int epoch = 0; epoch < request_.epochs; ++epoch) {
      shuffle(order, random);
      for (const size_t i : order) visit(blocks[i], change_.duals.data() + starts[i], random);
    }
    // Cells moved `caution` times as far as the partition is allowed to, so that its rows saw each other's steps as
    // large as those of all partitions together.
    change_.coefficients.resize(cells_.size());
    for (size_t j = 0; j < cells_.size(); ++j) {
      change_.coefficients[j] = (cells_[j].coefficient - request_.coefficients[j]) / request_.caution;
    }
    change_.offset = (offset_ - request_.offset) / request_.caution;
    return std::move(change_);
  }

 private:
  template <class Items>
  static void shuffle(Items& items, SplitMix64& random) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.next() % i]);
  }

  void visit(const BlockView& block, double* duals, SplitMix64& random) {
    rows_.resize(static_cast<size_t>(block.numRows));
    std::iota(rows_.begin(), rows_.end(), int32_t{0});
    shuffle(rows_, random);
    if (block.isFloat) {
      block.isNarrow ? visitRows<float, uint16_t>(block, duals) : visitRows<float, int32_t>(block, duals);
    } else {
      block.isNarrow ? visitRows<double, uint16_t>(block, duals) : visitRows<double, int32_t>(block, duals);
    }
  }

  template <class T, class Index>
  void visitRows(const BlockView& block, double* duals) {
    const auto* values = static_cast<const T*>(block.values);
    const auto* indices = static_cast<const Index*>(block.indices);
    for (const int32_t row : rows_) {
      const int64_t begin = block.isDense ? row * block.numColumns : block.offsets[row];
      const int64_t count = block.isDense ? block.numColumns : block.offsets[row + 1] - begin;
      const auto column = [&](int64_t k) {
        return static_cast<size_t>(block.isDense ? k : static_cast<int64_t>(indices[begin + k]));
      };
      double margin = offset_;
      double norm = request_.offsetStep;
      for (int64_t k = 0; k < count; ++k) {
        const Cell& cell = cells_[column(k)];
        const auto value = static_cast<double>(values[begin + k]);
        margin += value * cell.coefficient;
        norm += value * value * cell.step;
      }
      const double weight = block.weightOf(row);
      const double sign = block.labels[row] > 0.5 ? 1.0 : -1.0;
      const double before = duals[row];
      duals[row] = bestDual(sign * margin, weight * norm * request_.caution, before);
      const double moved = (duals[row] - before) * weight * sign * request_.caution;
      for (int64_t k = 0; k < count; ++k) {
        Cell& cell = cells_[column(k)];
        cell.coefficient += moved * cell.step * static_cast<double>(values[begin + k]);
      }
      offset_ += moved * request_.offsetStep;
    }
  }

  const DualRequest& request_;
  std::vector<Cell> cells_;
  double offset_;
  std::vector<int32_t> rows_;
  DualChange change_;
};

}  // namespace

DualChange ascend(std::span<const BlockView> blocks, const DualRequest& request, int partition) {
  return Ascent(request, partition).run(blocks, partition);
}

}  // namespace ferro::ml
