#include "ferro/mllib/features/scale_vectors.h"

#include <arrow/type.h>

#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/vector_rows.h"

namespace ferro::ml {
namespace {

struct ScaleVectors {
  VectorInput input{};
  std::vector<double> shift{};
  std::vector<double> factor{};

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    std::vector<double> scaled;
    return mapVectors(arguments, pool, input, [&](const VectorView& row, VectorColumnBuilder& builder) {
      if (!shift.empty()) {
        const auto out = builder.appendDense(row.size);
        row.forEachActive([&](int32_t index, double value) { out[static_cast<size_t>(index)] = value; });
        for (size_t i = 0; i < out.size(); ++i) out[i] = (out[i] - shift[i]) * (factor.empty() ? 1 : factor[i]);
      } else if (row.isDense) {
        const auto out = builder.appendDense(row.size);
        for (size_t i = 0; i < out.size(); ++i) out[i] = row.values[i] * (factor.empty() ? 1 : factor[i]);
      } else {
        scaled.assign(row.values.begin(), row.values.end());
        for (size_t i = 0; i < scaled.size() && !factor.empty(); ++i) {
          scaled[i] *= factor[static_cast<size_t>(row.indices[i])];
        }
        builder.appendSparse(row.size, row.indices, scaled);
      }
    });
  }
};

}  // namespace

SchemaPtr vectorToVector(const arrow::Schema& schema, const std::string& inputCol, const std::string& outputCol,
                         const std::string& stage) {
  requireVectorField(schema, inputCol, stage);
  return withField(schema, outputCol, vectorType(), true, stage);
}

DataFrame withScaled(const DataFrame& frame, const std::string& inputCol, const std::string& outputCol, int32_t size,
                     const VectorScaling& scaling, const std::string& stage) {
  static_cast<void>(vectorToVector(*frame.schema(), inputCol, outputCol, stage));
  const ScaleVectors function{{inputCol, size}, scaling.shift, scaling.factor};
  const Column scaled = columnFunction("scale", function, {columnOf(frame, inputCol)});
  return withOutputs(frame, {{outputCol, scaled, metadataOf(AttributeGroup::ofSize(size))}}, stage);
}

std::vector<double> reciprocals(const Vector& values) {
  std::vector<double> all = values.toArray();
  for (double& value : all) value = value == 0 ? 0 : 1 / value;
  return all;
}

}  // namespace ferro::ml
