// What stages tell each other about a column beside its type: which values an indexed column stands for, how many
// features a vector has and what they are called. It travels as the column's metadata, in Spark's form (`ml_attr`).
// Values; pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/mllib/persist/json.h"

namespace ferro::ml {

enum class AttributeKind : uint8_t { kNumeric, kNominal, kBinary };

// A feature: a column of numbers, or a place in a vector.
struct FeatureAttribute {
  AttributeKind kind = AttributeKind::kNumeric;
  std::string name{};                 // empty: unknown
  std::vector<std::string> values{};  // what 0, 1, 2, ... stand for; empty: unknown
  std::optional<int32_t> numValues{};

  // How many values it can take, where that is known.
  std::optional<int32_t> cardinality() const;
};

// The features of a vector column. Either nothing is known, or the size, or every feature.
struct AttributeGroup {
  std::optional<int32_t> size{};
  std::vector<FeatureAttribute> attributes{};  // empty, or one for each feature

  static AttributeGroup ofSize(int32_t size) { return {size, {}}; }
  static AttributeGroup of(std::vector<FeatureAttribute> attributes);
};

// What a field of a DataFrame's schema says; nothing known when it says nothing.
std::optional<FeatureAttribute> featureAttributeOf(const arrow::Field& field);
AttributeGroup attributeGroupOf(const arrow::Field& field);
// How many classes a label column has, where its metadata says so.
std::optional<int32_t> numClassesOf(const arrow::Field& label);

// The metadata for Column::as(name, metadata).
std::string metadataOf(const FeatureAttribute& attribute);
std::string metadataOf(const AttributeGroup& group);

}  // namespace ferro::ml
