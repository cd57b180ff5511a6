#include "ferro/mllib/features/normalizer.h"

#include <arrow/type.h>

#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/vector_rows.h"

namespace ferro::ml {
namespace {

struct NormalizeVectors {
  std::string column{};
  double p = 2;

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    std::vector<double> values;
    return mapVectors(arguments, pool, {column, -1}, [&](const VectorView& row, VectorColumnBuilder& builder) {
      values.assign(row.values.begin(), row.values.end());
      const double norm = Vector::dense(values).norm(p);
      for (double& value : values) value = norm == 0 ? value : value / norm;
      builder.append(VectorView{row.size, row.isDense, row.indices, values});
    });
  }
};

}  // namespace

const ParamTable& NormalizerParams::table() {
  using P = NormalizerParams;
  static const ParamTable kTable = ParamTableOf<P>("Normalizer")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("p", &P::p, "the p of the norm", atLeast(1))
                                       .build();
  return kTable;
}

SchemaPtr Normalizer::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame Normalizer::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  const AttributeGroup group = attributeGroupOf(*requireField(*schema, settings().inputCol, uid()));
  const Column normalized = columnFunction("normalize", NormalizeVectors{settings().inputCol, settings().p},
                                           {columnOf(frame, settings().inputCol)});
  const std::string metadata = group.size ? metadataOf(AttributeGroup::ofSize(*group.size)) : "";
  return withOutputs(frame, {{outputOr(settings().outputCol, uid()), normalized, metadata}}, uid());
}

}  // namespace ferro::ml
