// SQLTransformer: a SELECT as a stage, `SELECT *, a + b AS c FROM __THIS__ WHERE a > 0`, where __THIS__ is the table
// that comes in.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct SQLTransformerParams {
  std::string statement{};

  static const ParamTable& table();
};

class SQLTransformer final : public TransformerOf<SQLTransformer, SQLTransformerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.SQLTransformer";

  explicit SQLTransformer(NoSettings = {}) : SQLTransformer(SQLTransformerParams{}) {}
  explicit SQLTransformer(SQLTransformerParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  // Error kInvalidArgument or kNotFound where the statement does not fit the columns.
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
