#include "folds.h"

#include <optional>

#include "row_parts.h"

using namespace ferro;

namespace {

constexpr int64_t kFoldSeed = 7;
constexpr int64_t kSmall = 2'000, kMiddling = 10'000;  // rows

}  // namespace

std::vector<Fold> foldsOf(const DataFrame& rows, int64_t numRows, const std::string& label) {
  const size_t numParts = numRows < kSmall ? 5 : numRows < kMiddling ? 3 : 4;
  const auto parts = rows.randomSplit(std::vector<double>(numParts, 1.0), kFoldSeed);
  std::vector<Fold> folds;
  for (size_t held = 0; held < (numRows < kMiddling ? numParts : 1); ++held) {
    std::optional<DataFrame> others;
    for (size_t i = 0; i < numParts; ++i) {
      if (i != held) others = others ? others->union_(parts[i]) : parts[i];
    }
    const Fold fold{others->cache(), parts[held].cache(), parts[held].count()};
    if (hasTwoLabels(fold.train, label) && hasTwoLabels(fold.held, label)) folds.push_back(fold);
  }
  return folds;
}
