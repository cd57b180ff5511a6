#include "ferro/mllib/losses/curvature_sample.h"

#include <algorithm>
#include <bit>

#include "ferro/mllib/losses/dense_kernels.h"

namespace ferro::ml {
namespace {

constexpr int64_t kLookedAt = 8;  // so many values of a row decide whether it is picked

double valueAt(const BlockView& block, int64_t k) {
  return block.isFloat ? static_cast<double>(static_cast<const float*>(block.values)[k])
                       : static_cast<const double*>(block.values)[k];
}

int64_t columnAt(const BlockView& block, int64_t k) {
  return block.isNarrow ? static_cast<const uint16_t*>(block.indices)[k]
                        : static_cast<const int32_t*>(block.indices)[k];
}

uint64_t mix(uint64_t state, uint64_t bits) {
  state = (state ^ bits) * 0x9E3779B97F4A7C15U;
  return state ^ (state >> 29);
}

}  // namespace

CurvatureSample::CurvatureSample(int64_t numFeatures, std::vector<double>& matrix)
    : numFeatures_(numFeatures),
      matrix_(matrix),
      rows_(static_cast<size_t>(kOuterRows * numFeatures)),
      scratch_(static_cast<size_t>(outerScratch(numFeatures))) {}

bool CurvatureSample::picks(const BlockView& block, int64_t row, double share) {
  const int64_t begin = block.isDense ? row * block.numColumns : block.offsets[row];
  const int64_t count = block.isDense ? block.numColumns : block.offsets[row + 1] - begin;
  const int64_t stride = std::max<int64_t>(1, count / kLookedAt);
  uint64_t state = std::bit_cast<uint64_t>(block.labels[row]);
  for (int64_t i = 0; i < std::min(kLookedAt, count); ++i) {
    const int64_t k = begin + i * stride;
    state = mix(state, std::bit_cast<uint64_t>(valueAt(block, k)));
    if (!block.isDense) state = mix(state, static_cast<uint64_t>(columnAt(block, k)));
  }
  constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53
  return static_cast<double>(mix(state, 1) >> 11) * kUnit < share;
}

void CurvatureSample::add(const BlockView& block, int64_t row, double factor) {
  double* to = rows_.data() + static_cast<int64_t>(factors_.size()) * numFeatures_;
  if (block.isDense) {
    for (int64_t j = 0; j < numFeatures_; ++j) to[j] = valueAt(block, row * numFeatures_ + j);
  } else {
    std::fill_n(to, numFeatures_, 0.0);
    for (int64_t k = block.offsets[row]; k < block.offsets[row + 1]; ++k) {
      to[columnAt(block, k)] = valueAt(block, k);
    }
  }
  factors_.push_back(factor);
  if (static_cast<int64_t>(factors_.size()) == kOuterRows) finish();
}

void CurvatureSample::finish() {
  denseKernels<double>().outer(rows_.data(), static_cast<int64_t>(factors_.size()), numFeatures_, factors_.data(),
                               scratch_.data(), matrix_.data());
  factors_.clear();
}

}  // namespace ferro::ml
