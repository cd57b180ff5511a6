#include "ferro/mllib/formula/vector_size_hint.h"

#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

// Whether each row has a vector of the size. Where it must, the first that has not is an error.
struct HasSize {
  std::string column{};
  int32_t size = 0;
  bool mustHave = false;

  static TypePtr resultType() { return arrow::boolean(); }
  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const VectorColumn vectors(arguments.column(0), column);
    arrow::BooleanBuilder builder(pool);
    for (int64_t row = 0; row < vectors.length(); ++row) {
      const bool fits = !vectors.isNull(row) && vectors[row].size == size;
      if (!fits && mustHave) throwUnfit(vectors.isNull(row) ? -1 : vectors[row].size, row);
      check(builder.Append(fits), "looking at the sizes of vectors");
    }
    return ferro::valueOf(builder.Finish(), "looking at the sizes of vectors");
  }

  [[noreturn]] void throwUnfit(int32_t found, int64_t row) const {
    throw Error(ErrorCode::kInvalidArgument,
                "VectorSizeHint: column `" + column + "` has " +
                    (found < 0 ? "a null" : "a vector of size " + std::to_string(found)) + " in row " +
                    std::to_string(row) + " of a batch, and was said to have vectors of size " + std::to_string(size) +
                    "; set handleInvalid to 'skip' to leave such rows out");
  }
};

}  // namespace

const ParamTable& VectorSizeHintParams::table() {
  using P = VectorSizeHintParams;
  static const ParamTable kTable =
      ParamTableOf<P>("VectorSizeHint")
          .add("inputCol", &P::inputCol, "input column name")
          .add("size", &P::size, "size of the vectors in the column", atLeast(0))
          .add("handleInvalid", &P::handleInvalid, "what to do with vectors of other sizes",
               oneOf({"error", "skip", "optimistic"}))
          .build();
  return kTable;
}

SchemaPtr VectorSizeHint::transformSchema(const arrow::Schema& schema) const {
  requireVectorField(schema, settings().inputCol, uid());
  return arrow::schema(schema.fields());
}

DataFrame VectorSizeHint::transform(const DataFrame& frame) const {
  const auto& own = settings();
  const auto field = requireVectorField(*frame.schema(), own.inputCol, uid());
  const Column vectors = columnOf(frame, own.inputCol);
  const auto known = attributeGroupOf(*field).size;
  if (known && *known != own.size) {
    throw Error(ErrorCode::kInvalidArgument, uid() + ": column `" + own.inputCol + "` has vectors of size " +
                                                 std::to_string(*known) + ", and size says " +
                                                 std::to_string(own.size));
  }
  DataFrame rows = frame;
  if (own.handleInvalid != "optimistic") {
    const HasSize hasSize{own.inputCol, own.size, own.handleInvalid == "error"};
    rows = frame.where(columnFunction("hasSize", hasSize, {vectors}));
  }
  if (known) return rows;
  std::vector<Column> columns;
  for (const std::string& name : rows.columns()) {
    columns.push_back(name == field->name()
                          ? columnOf(rows, name).as(name, metadataOf(AttributeGroup::ofSize(own.size)))
                          : columnOf(rows, name));
  }
  return rows.select(columns);
}

}  // namespace ferro::ml
