#include "ferro/engine/frame/table_relation.h"

#include <algorithm>

#include <arrow/compute/cast.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/byte_size.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/table_source.h"
#include "ferro/engine/plan/plan.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

class TableRelation final : public Relation {
 public:
  explicit TableRelation(std::shared_ptr<arrow::Table> table) : table_(std::move(table)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return table_->schema(); }
  std::string format() const override { return "LocalTableScan"; }
  std::optional<int64_t> sizeInBytes() const override { return arrow::util::TotalBufferSize(*table_); }
  std::optional<int64_t> numRows() const override { return table_->num_rows(); }

  BatchNodePtr scan(const SessionPtr& session, const ScanRequest& request) const override {
    auto table = valueOf(table_->SelectColumns(request.columns), "choosing columns of a table");
    // Without columns a slice has the rows that it was asked for, whether the table has them or not.
    if (request.limit && request.filters.empty()) table = table->Slice(0, std::min(*request.limit, table->num_rows()));
    return tableSource(session, std::move(table), detail::defaultParallelism(*session));
  }

 private:
  std::shared_ptr<arrow::Table> table_;
};

// Every column of its normalized type; a column that cannot be is an error that names it.
std::shared_ptr<arrow::Table> normalizedTable(const std::shared_ptr<arrow::Table>& table) {
  const auto schema = normalizedSchema(*table->schema());
  std::vector<std::shared_ptr<arrow::ChunkedArray>> columns;
  for (int i = 0; i < table->num_columns(); ++i) {
    const auto& column = table->column(i);
    const auto& type = schema->field(i)->type();
    if (column->type()->Equals(*type)) {
      columns.push_back(column);
      continue;
    }
    const std::string what = "making `" + schema->field(i)->name() + "` a column of " + sqlName(*type);
    columns.push_back(valueOf(arrow::compute::Cast(column, type), what).chunked_array());
  }
  return arrow::Table::Make(schema, std::move(columns), table->num_rows());
}

}  // namespace

DataFrame makeDataFrame(const SessionPtr& session, const std::shared_ptr<arrow::Table>& table) {
  return {session, RelationPlan::of(std::make_shared<const TableRelation>(normalizedTable(table)))};
}

DataFrame frameOfNode(const SessionPtr& session, const BatchNodePtr& node, const std::string& name) {
  Attributes output;
  for (const auto& field : node->schema()->fields()) {
    output.push_back({newAttributeId(), field->name(), field->type(), field->nullable(), {}});
  }
  return {session, std::make_shared<const CachedPlan>([node] { return node; }, output, name)};
}

}  // namespace ferro
