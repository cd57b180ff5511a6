#include "ferro/mllib/features/vector_assembler.h"

#include <cmath>
#include <limits>
#include <optional>

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

// One row on its way into a vector.
struct RowValues {
  int32_t size = 0;
  std::vector<int32_t> indices{};
  std::vector<double> values{};

  void clear() {
    size = 0;
    indices.clear();
    values.clear();
  }
  void add(double value) {
    if (value != 0) {
      indices.push_back(size);
      values.push_back(value);
    }
    ++size;
  }
  void add(const VectorView& vector) {
    vector.forEachActive([&](int32_t index, double value) {
      if (value == 0) return;
      indices.push_back(size + index);
      values.push_back(value);
    });
    size += vector.size;
  }
};

// A column of the batch, numbers or vectors.
struct InputColumn {
  std::shared_ptr<arrow::Array> array{};
  const double* numbers = nullptr;
  std::optional<VectorColumn> vectors{};
};

std::vector<InputColumn> inputsOf(const arrow::RecordBatch& batch, const std::vector<std::string>& names) {
  std::vector<InputColumn> inputs;
  for (int i = 0; i < batch.num_columns(); ++i) {
    InputColumn input{batch.column(i)};
    if (input.array->type_id() == arrow::Type::DOUBLE) {
      input.numbers = static_cast<const arrow::DoubleArray&>(*input.array).raw_values();
    } else {
      input.vectors.emplace(input.array, names[static_cast<size_t>(i)]);
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

struct AssembleVectors {
  std::vector<std::string> columns{};
  std::vector<int32_t> sizes{};  // of each column's vectors, -1 where not known
  bool keepInvalid = false;

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const std::vector<InputColumn> inputs = inputsOf(arguments, columns);
    VectorColumnBuilder builder(pool);
    RowValues row;
    for (int64_t i = 0; i < arguments.num_rows(); ++i) {
      row.clear();
      for (size_t c = 0; c < inputs.size(); ++c) addValue(inputs[c], c, i, row);
      builder.appendCompressed(row.size, row.indices, row.values);
    }
    return builder.finish();
  }

  void addValue(const InputColumn& input, size_t column, int64_t row, RowValues& into) const {
    const bool isNull = input.array->IsNull(row);
    if (!isNull && input.vectors) {
      const VectorView vector = (*input.vectors)[row];
      if (sizes[column] >= 0 && vector.size != sizes[column]) throwSize(column, vector.size, row);
      return into.add(vector);
    }
    const double value = isNull ? std::numeric_limits<double>::quiet_NaN() : input.numbers[row];
    if (std::isnan(value) && !keepInvalid) throwInvalid(column, isNull, row);
    for (int32_t i = 0; i < (input.vectors ? sizes[column] : 1); ++i) into.add(value);
  }

  [[noreturn]] void throwInvalid(size_t column, bool isNull, int64_t row) const {
    throw Error(ErrorCode::kInvalidArgument, "VectorAssembler: column `" + columns[column] + "` has " +
                                                 (isNull ? "a null" : "NaN") + " in row " + std::to_string(row) +
                                                 " of a batch; fill it with an Imputer, or set handleInvalid to "
                                                 "'skip' or 'keep'");
  }
  [[noreturn]] void throwSize(size_t column, int32_t found, int64_t row) const {
    throw Error(ErrorCode::kInvalidArgument, "VectorAssembler: column `" + columns[column] + "` has a vector of size " +
                                                 std::to_string(found) + " in row " + std::to_string(row) +
                                                 " of a batch, and others of size " + std::to_string(sizes[column]) +
                                                 "; all rows need vectors of one size");
  }
};

std::string nameOf(const FeatureAttribute& attribute, const std::string& column, int32_t index) {
  return column + "_" + (attribute.name.empty() ? std::to_string(index) : attribute.name);
}

// The features that a column adds, and false when their number is not known.
bool addFeatures(const arrow::Field& field, std::vector<FeatureAttribute>& features) {
  if (!isVector(*field.type())) {
    FeatureAttribute attribute = featureAttributeOf(field).value_or(FeatureAttribute());
    attribute.name = field.name();
    features.push_back(std::move(attribute));
    return true;
  }
  AttributeGroup group = attributeGroupOf(field);
  if (!group.size) return false;
  group.attributes.resize(static_cast<size_t>(*group.size));
  for (int32_t i = 0; i < *group.size; ++i) {
    FeatureAttribute& attribute = group.attributes[static_cast<size_t>(i)];
    attribute.name = nameOf(attribute, field.name(), i);
    features.push_back(std::move(attribute));
  }
  return true;
}

// What the metadata says, or else the first vector.
int32_t sizeOf(const DataFrame& frame, const arrow::Field& field, bool mustKnow, const std::string& stage) {
  const AttributeGroup group = attributeGroupOf(field);
  if (group.size || !mustKnow) return group.size.value_or(-1);
  const Column column = columnOf(frame, field.name());
  const auto table = frame.select(column).where(column.isNotNull()).limit(1).collect();
  if (table->num_rows() == 0) {
    throw Error(ErrorCode::kInvalidArgument, stage + " cannot keep the nulls of column `" + field.name() +
                                                 "`: it has no vector that would tell the size");
  }
  return VectorColumn(table->column(0)->chunk(0), field.name())[0].size;
}

}  // namespace

const ParamTable& VectorAssemblerParams::table() {
  using P = VectorAssemblerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("VectorAssembler")
          .add("inputCols", &P::inputCols, "input column names")
          .add("outputCol", &P::outputCol, "output column name")
          .add("handleInvalid", &P::handleInvalid, "what to do with nulls and NaN", oneOf({"error", "skip", "keep"}))
          .build();
  return kTable;
}

SchemaPtr VectorAssembler::transformSchema(const arrow::Schema& schema) const {
  if (settings().inputCols.empty()) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " was not told its input columns: set inputCols");
  }
  for (const std::string& column : settings().inputCols) {
    if (!isVector(*requireField(schema, column, uid())->type())) requireNumericField(schema, column, uid());
  }
  return withField(schema, outputOr(settings().outputCol, uid()), vectorType(), true, uid());
}

DataFrame VectorAssembler::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  const bool keep = settings().handleInvalid == "keep";
  const bool skip = settings().handleInvalid == "skip";
  AssembleVectors function{settings().inputCols, {}, keep};
  std::vector<Column> arguments;
  std::vector<FeatureAttribute> features;
  bool known = true;
  DataFrame rows = frame;
  for (const std::string& name : settings().inputCols) {
    const auto field = requireField(*schema, name, uid());
    const Column column = columnOf(frame, name);
    const bool holdsVectors = isVector(*field->type());
    known = known && addFeatures(*field, features);
    function.sizes.push_back(holdsVectors ? sizeOf(frame, *field, keep, uid()) : 1);
    arguments.push_back(holdsVectors ? column : column.cast(arrow::float64()));
    if (!skip) continue;
    rows = rows.where(column.isNotNull());
    if (arrow::is_floating(field->type()->id())) rows = rows.where(!column.isNaN());
  }
  const std::string metadata = known ? metadataOf(AttributeGroup::of(std::move(features))) : "";
  return withOutputs(
      rows, {{outputOr(settings().outputCol, uid()), columnFunction("vectorAssembler", function, arguments), metadata}},
      uid());
}

}  // namespace ferro::ml
