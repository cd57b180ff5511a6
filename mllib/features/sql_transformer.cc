#include "ferro/mllib/features/sql_transformer.h"

#include <memory>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/engine/plan/plan.h"
#include "ferro/engine/sql/select_statement.h"

namespace ferro::ml {
namespace {

constexpr std::string_view kTable = "__THIS__";

// Columns without rows: enough to find out what a statement makes of them.
class SchemaRelation final : public Relation {
 public:
  explicit SchemaRelation(const arrow::Schema& schema) : schema_(arrow::schema(schema.fields())) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  std::string format() const override { return "schema"; }
  BatchNodePtr scan(const SessionPtr&, const ScanRequest&) const override {
    throwInternal("the rows of a schema were asked for");
  }

 private:
  std::shared_ptr<arrow::Schema> schema_;
};

PlanPtr selected(const SQLTransformer& stage, const PlanPtr& table) {
  const std::string& text = stage.settings().statement;
  if (text.empty()) {
    throw Error(ErrorCode::kInvalidArgument,
                stage.uid() + " has no statement: set `statement` to SELECT ... FROM __THIS__");
  }
  const sql::SelectStatement statement = sql::parseSelect(text);
  if (!equalIgnoringCase(statement.table, kTable)) {
    throw Error(ErrorCode::kInvalidArgument, stage.uid() + " selects from `" + statement.table +
                                                 "`, and the table that it transforms is called " +
                                                 std::string(kTable) + ": " + text);
  }
  return sql::planOf(statement, table);
}

}  // namespace

const ParamTable& SQLTransformerParams::table() {
  using P = SQLTransformerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("SQLTransformer").add("statement", &P::statement, "SQL statement").build();
  return kTable;
}

DataFrame SQLTransformer::transform(const DataFrame& frame) const { return frame.with(selected(*this, frame.plan())); }

SchemaPtr SQLTransformer::transformSchema(const arrow::Schema& schema) const {
  return DataFrame(SessionPtr(), selected(*this, RelationPlan::of(std::make_shared<const SchemaRelation>(schema))))
      .schema();
}

}  // namespace ferro::ml
