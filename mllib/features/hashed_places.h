// Places in a vector by the hash of a text, as Spark finds them. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "ferro/engine/expr/spark_hash.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {

inline int32_t hashedPlace(std::string_view term, int32_t numFeatures) {
  constexpr uint32_t kSeed = 42;
  const auto hash = static_cast<int32_t>(murmurStandard(term, kSeed));
  const int32_t place = hash % numFeatures;
  return place < 0 ? place + numFeatures : place;
}

// Sums by place, as a sparse row.
inline void appendPlaces(const std::map<int32_t, double>& places, int32_t numFeatures, VectorColumnBuilder& builder) {
  std::vector<int32_t> indices;
  std::vector<double> values;
  for (const auto& [place, value] : places) {
    indices.push_back(place);
    values.push_back(value);
  }
  builder.appendSparse(numFeatures, indices, values);
}

}  // namespace ferro::ml
