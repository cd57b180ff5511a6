#include "ferro/mllib/features/interaction.h"

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

// A vector that is not whole yet, by the places and values that are not zero.
struct Terms {
  int64_t size = 1;
  std::vector<int32_t> indices = {0};
  std::vector<double> values = {1};
};

struct InteractColumns {
  std::vector<std::string> columns{};
  std::vector<std::vector<int32_t>> categories{};  // of each column, of each of its features; 0: a number

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    VectorColumnBuilder builder(pool);
    for (int64_t row = 0; row < arguments.num_rows(); ++row) {
      Terms terms;
      for (int i = arguments.num_columns() - 1; i >= 0; --i) multiply(arguments.column(i), row, i, terms);
      builder.appendCompressed(static_cast<int32_t>(terms.size), terms.indices, terms.values);
    }
    return builder.finish();
  }

  void multiply(const std::shared_ptr<arrow::Array>& array, int64_t row, int column, Terms& terms) const {
    const std::string& name = columns[static_cast<size_t>(column)];
    if (array->IsNull(row)) {
      throw Error(ErrorCode::kInvalidArgument, "Interaction: column `" + name + "` has a null in row " +
                                                   std::to_string(row) + " of a batch; fill it with an Imputer");
    }
    Terms next{terms.size, {}, {}};
    if (array->type_id() == arrow::Type::DOUBLE) {
      const double value = static_cast<const arrow::DoubleArray&>(*array).Value(row);
      next.size *= expand({1, true, {}, {&value, 1}}, column, terms, next);
    } else {
      next.size *= expand(VectorColumn(array, name)[row], column, terms, next);
    }
    terms = std::move(next);
  }

  // Adds the products of the terms with the features; gives the number of places that the features have.
  int64_t expand(const VectorView& features, int column, const Terms& terms, Terms& into) const {
    const auto& sizes = categories[static_cast<size_t>(column)];
    const auto sizeOf = [&](int32_t feature) {
      const auto place = static_cast<size_t>(feature);
      return place < sizes.size() && sizes[place] > 0 ? sizes[place] : 0;
    };
    int64_t place = 0;
    size_t active = 0;
    for (int32_t feature = 0; feature < features.size; ++feature) {
      const bool isThere =
          features.isDense || (active < features.indices.size() && features.indices[active] == feature);
      const double value = isThere ? features.values[active++] : 0;
      const int32_t size = sizeOf(feature);
      if (size > 0) {
        if (!(value >= 0 && value < size)) throwCategory(column, value, size);
        append(terms, place + static_cast<int64_t>(value), 1, into);
      } else if (value != 0) {
        append(terms, place, value, into);
      }
      place += size > 0 ? size : 1;
    }
    return place;
  }

  static void append(const Terms& terms, int64_t place, double value, Terms& into) {
    for (size_t i = 0; i < terms.indices.size(); ++i) {
      into.indices.push_back(static_cast<int32_t>(terms.indices[i] + place * terms.size));
      into.values.push_back(terms.values[i] * value);
    }
  }

  [[noreturn]] void throwCategory(int column, double value, int32_t size) const {
    throw Error(ErrorCode::kInvalidArgument, "Interaction: column `" + columns[static_cast<size_t>(column)] + "` has " +
                                                 numberText(value) + ", and its metadata says that there are " +
                                                 std::to_string(size) + " categories");
  }
};

std::vector<int32_t> categoriesOf(const arrow::Field& field) {
  std::vector<FeatureAttribute> attributes;
  if (isVector(*field.type())) {
    attributes = attributeGroupOf(field).attributes;
  } else if (const auto attribute = featureAttributeOf(field)) {
    attributes.push_back(*attribute);
  }
  std::vector<int32_t> sizes;
  for (const FeatureAttribute& attribute : attributes) {
    sizes.push_back(attribute.kind == AttributeKind::kNominal ? attribute.cardinality().value_or(0) : 0);
  }
  return sizes;
}

}  // namespace

const ParamTable& InteractionParams::table() {
  using P = InteractionParams;
  static const ParamTable kTable = ParamTableOf<P>("Interaction")
                                       .add("inputCols", &P::inputCols, "input column names")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .build();
  return kTable;
}

SchemaPtr Interaction::transformSchema(const arrow::Schema& schema) const {
  if (settings().inputCols.size() < 2) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " needs two inputCols at least");
  }
  for (const std::string& column : settings().inputCols) {
    if (!isVector(*requireField(schema, column, uid())->type())) requireNumericField(schema, column, uid());
  }
  return withField(schema, outputOr(settings().outputCol, uid()), vectorType(), true, uid());
}

DataFrame Interaction::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  InteractColumns function{settings().inputCols, {}};
  std::vector<Column> arguments;
  for (const std::string& name : settings().inputCols) {
    const auto field = requireField(*schema, name, uid());
    const Column column = columnOf(frame, name);
    function.categories.push_back(categoriesOf(*field));
    arguments.push_back(isVector(*field->type()) ? column : column.cast(arrow::float64()));
  }
  return withOutputs(
      frame, {{outputOr(settings().outputCol, uid()), columnFunction("interaction", function, arguments)}}, uid());
}

}  // namespace ferro::ml
