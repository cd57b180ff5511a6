#include "ferro/mllib/formula/column_pruner.h"

#include <algorithm>

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {

const ParamTable& ColumnPrunerParams::table() {
  static const ParamTable kTable("ColumnPruner", {});
  return kTable;
}

bool ColumnPruner::isPruned(std::string_view column) const {
  return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
}

DataFrame ColumnPruner::transform(const DataFrame& frame) const {
  std::vector<Column> kept;
  for (const std::string& name : frame.columns()) {
    if (!isPruned(name)) kept.push_back(columnOf(frame, name));
  }
  return frame.select(kept);
}

SchemaPtr ColumnPruner::transformSchema(const arrow::Schema& schema) const {
  arrow::FieldVector kept;
  for (const auto& field : schema.fields()) {
    if (!isPruned(field->name())) kept.push_back(field);
  }
  return arrow::schema(std::move(kept));
}

void ColumnPruner::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("columnsToPrune", columns_).table());
}

ColumnPruner ColumnPruner::read(const SavedStage& saved) {
  return ColumnPruner(saved.table().texts("columnsToPrune"), saved.uid());
}

}  // namespace ferro::ml
