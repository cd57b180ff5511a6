#include "ferro/mllib/features/select_features.h"

#include <algorithm>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/vector_rows.h"

namespace ferro::ml {
namespace {

struct SliceVectors {
  VectorInput input{};
  std::vector<int32_t> features{};

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const int32_t last = features.empty() ? -1 : *std::max_element(features.begin(), features.end());
    std::vector<int32_t> indices;
    std::vector<double> values;
    return mapVectors(arguments, pool, input, [&](const VectorView& row, VectorColumnBuilder& builder) {
      if (last >= row.size) throwTooShort(row.size, last);
      if (row.isDense) {
        const auto out = builder.appendDense(static_cast<int32_t>(features.size()));
        for (size_t i = 0; i < out.size(); ++i) out[i] = row.values[static_cast<size_t>(features[i])];
        return;
      }
      indices.clear();
      values.clear();
      for (size_t i = 0; i < features.size(); ++i) {
        const double value = row.at(features[i]);
        if (value == 0) continue;
        indices.push_back(static_cast<int32_t>(i));
        values.push_back(value);
      }
      builder.appendSparse(static_cast<int32_t>(features.size()), indices, values);
    });
  }

  [[noreturn]] void throwTooShort(int32_t size, int32_t feature) const {
    throw Error(ErrorCode::kInvalidArgument, "column `" + input.column + "` has a vector of size " +
                                                 std::to_string(size) + ", which has no feature " +
                                                 std::to_string(feature) + ": features count from 0");
  }
};

AttributeGroup selected(const AttributeGroup& group, const std::vector<int32_t>& features) {
  if (group.attributes.empty()) return AttributeGroup::ofSize(static_cast<int32_t>(features.size()));
  std::vector<FeatureAttribute> kept;
  for (const int32_t feature : features) {
    const auto place = static_cast<size_t>(feature);
    kept.push_back(place < group.attributes.size() ? group.attributes[place] : FeatureAttribute());
  }
  return AttributeGroup::of(std::move(kept));
}

}  // namespace

DataFrame withSelected(const DataFrame& frame, const std::string& inputCol, const std::string& outputCol,
                       const std::vector<int32_t>& features, int32_t size, const std::string& stage) {
  const auto schema = frame.schema();
  static_cast<void>(vectorToVector(*schema, inputCol, outputCol, stage));
  const AttributeGroup group = attributeGroupOf(*requireField(*schema, inputCol, stage));
  const SliceVectors function{{inputCol, size}, features};
  return withOutputs(frame,
                     {{outputCol, columnFunction("selectFeatures", function, {columnOf(frame, inputCol)}),
                       metadataOf(selected(group, features))}},
                     stage);
}

}  // namespace ferro::ml
