// The rows of a random program: pairs of a small key and a number or a text, with what the program believes about their
// number. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <ferro/ferro.h>

#include "digest.h"

namespace chaos {

using Number = std::pair<int64_t, int64_t>;
using Text = std::pair<int64_t, std::string>;

// Of a dataset, about: steps that multiply rows are followed by a filter.
inline constexpr int64_t kMaxRows = 30'000;

template <class V>
struct Dataset {
  using Row = std::pair<int64_t, V>;

  ferro::Rdd<Row> rows;
  int64_t estimate = 0;  // of the number of rows
  int64_t keys = 1;      // keys are below this
  bool inOrder = false;  // by key

  // The same dataset after a step that neither adds rows nor changes keys.
  Dataset with(ferro::Rdd<Row> next) const { return {std::move(next), estimate, keys}; }
};

// The same with so many rows at most, as far as the estimate can be trusted.
template <class V>
Dataset<V> limited(Dataset<V> data, int64_t maxRows = kMaxRows) {
  if (data.estimate <= maxRows) return data;
  const int64_t oneOf = (data.estimate + maxRows - 1) / maxRows;
  data.rows =
      data.rows.filter([](const std::pair<int64_t, V>& row, int64_t n) { return number(digest(row)) % n == 0; }, oneOf);
  data.estimate = maxRows;
  return data;
}

}  // namespace chaos
