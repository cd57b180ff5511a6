#include "ferro/engine/frame/frame_rdd.h"

#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/frame/rows_table.h"

namespace ferro::detail {

DataFrame castForRows(const DataFrame& frame, const arrow::Schema& schema) {
  const Attributes& columns = frame.plan()->output();
  if (columns.size() != static_cast<size_t>(schema.num_fields())) {
    throw Error(ErrorCode::kInvalidArgument, "as<T>() needs one field for each column: T has " +
                                                 std::to_string(schema.num_fields()) + ", the DataFrame " +
                                                 std::to_string(columns.size()) + "; select() those that T has");
  }
  std::vector<Column> list;
  for (size_t i = 0; i < columns.size(); ++i) {
    const Column column(columns[i].reference());
    const auto& type = schema.field(static_cast<int>(i))->type();
    list.push_back(columns[i].type->Equals(*type) ? column : column.cast(type).as(columns[i].name));
  }
  return frame.select(list);
}

void requireNoNulls(const arrow::RecordBatch& batch, const arrow::Schema& schema) {
  for (int i = 0; i < schema.num_fields(); ++i) {
    if (schema.field(i)->nullable() || batch.column(i)->null_count() == 0) continue;
    throw Error(ErrorCode::kInvalidArgument,
                "column `" + batch.schema()->field(i)->name() +
                    "` has nulls, and the field it goes to can hold none; make that field a "
                    "std::optional, or use na().drop() or na().fill() before");
  }
}

std::shared_ptr<arrow::Table> tableOf(std::shared_ptr<arrow::RecordBatch> batch,
                                      const std::vector<std::string>& names) {
  auto table = valueOf(arrow::Table::FromRecordBatches({std::move(batch)}), "making a table");
  if (names.empty()) return table;
  if (names.size() != static_cast<size_t>(table->num_columns())) {
    throw Error(ErrorCode::kInvalidArgument, "createDataFrame() was given " + std::to_string(names.size()) +
                                                 " names for " + std::to_string(table->num_columns()) + " columns");
  }
  return valueOf(table->RenameColumns(names), "naming columns");
}

arrow::MemoryPool* driverPool() { return arrow::default_memory_pool(); }

}  // namespace ferro::detail
