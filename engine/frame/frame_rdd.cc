#include "ferro/engine/frame/frame_rdd.h"

#include <algorithm>

#include <arrow/compute/cast.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/plain_columns.h"
#include "ferro/engine/frame/query.h"
#include "ferro/engine/frame/rows_table.h"
#include "ferro/engine/frame/table_relation.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/task_resources.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::detail {

namespace {

std::string listOf(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "`" : ", `") + name + "`";
  return list;
}

std::vector<std::string> namesOf(const Attributes& columns) {
  std::vector<std::string> names;
  for (const Attribute& column : columns) names.push_back(column.name);
  return names;
}

// The one column of each name; empty when there is none of a name, or several.
Attributes columnsNamed(const std::vector<std::string>& names, const Attributes& columns) {
  Attributes found;
  for (const std::string& name : names) {
    const auto fits = [&](const Attribute& column) { return sameName(column.name, name); };
    if (std::count_if(columns.begin(), columns.end(), fits) != 1) return {};
    found.push_back(*std::find_if(columns.begin(), columns.end(), fits));
  }
  return found;
}

}  // namespace

DataFrame castForRows(const DataFrame& frame, const arrow::Schema& schema, const std::vector<std::string>& names) {
  Attributes columns = columnsNamed(names, frame.plan()->output());
  if (columns.empty()) columns = frame.plan()->output();
  const auto numFields = static_cast<size_t>(schema.num_fields());
  if (columns.size() != numFields) {
    const std::string fields = names.empty() ? std::to_string(numFields) : listOf(names);
    throw Error(ErrorCode::kInvalidArgument,
                "as<T>() needs columns by the names of T's fields, or as many columns as T has fields: T has " +
                    fields + ", the DataFrame " + listOf(namesOf(columns)) + "; select() and rename those that T has");
  }
  std::vector<Column> list;
  for (size_t i = 0; i < columns.size(); ++i) {
    const Column column(columns[i].reference());
    const auto& type = schema.field(static_cast<int>(i))->type();
    list.push_back(columns[i].type->Equals(*type) ? column : column.cast(type).as(columns[i].name));
  }
  return frame.select(list);
}

BatchNodePtr nodeOf(const DataFrame& frame) { return frame.query().node(); }

std::shared_ptr<arrow::RecordBatch> withoutDictionaries(const std::shared_ptr<arrow::RecordBatch>& batch) {
  return plainBatch(batch, plainSchema(*batch->schema()), arrow::default_memory_pool());
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

std::shared_ptr<arrow::RecordBatch> asColumns(const std::shared_ptr<arrow::RecordBatch>& batch,
                                              const std::shared_ptr<arrow::Schema>& schema) {
  std::vector<std::shared_ptr<arrow::Array>> columns;
  for (int i = 0; i < batch->num_columns(); ++i) {
    const auto& field = *schema->field(i);
    const bool same = batch->column(i)->type()->Equals(*field.type());
    columns.push_back(same ? batch->column(i)
                           : valueOf(arrow::compute::Cast(*batch->column(i), field.type()),
                                     "making `" + field.name() + "` a column of " + sqlName(*field.type())));
  }
  return arrow::RecordBatch::Make(schema, batch->num_rows(), std::move(columns));
}

std::shared_ptr<arrow::Schema> frameSchema(const arrow::Schema& rows, const std::vector<std::string>& names) {
  if (!names.empty() && names.size() != static_cast<size_t>(rows.num_fields())) {
    throw Error(ErrorCode::kInvalidArgument, "toDF() was given " + std::to_string(names.size()) + " names for " +
                                                 std::to_string(rows.num_fields()) + " columns");
  }
  const auto schema = normalizedSchema(rows);
  return names.empty() ? schema : valueOf(schema->WithNames(names), "naming columns");
}

arrow::MemoryPool* batchPool(TaskContext& context) { return uncountedPool(context); }

DataFrame frameOfRows(const SessionPtr& session, const BatchNodePtr& node) {
  return frameOfNode(session, node, "Scan ExistingRDD");
}

arrow::MemoryPool* driverPool() { return arrow::default_memory_pool(); }

}  // namespace ferro::detail
