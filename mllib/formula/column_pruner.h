// ColumnPruner: drops columns. A stage inside of an RFormulaModel, for what its other stages need in between; Spark has
// it too, and saves it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct ColumnPrunerParams {
  static const ParamTable& table();
};

class ColumnPruner final : public TransformerOf<ColumnPruner, ColumnPrunerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.ColumnPruner";

  explicit ColumnPruner(std::vector<std::string> columns, std::string uid = "")
      : TransformerOf({}, std::move(uid)), columns_(std::move(columns)) {}

  const std::vector<std::string>& columns() const { return columns_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static ColumnPruner read(const SavedStage& saved);

 private:
  bool isPruned(std::string_view column) const;

  std::vector<std::string> columns_;
};

}  // namespace ferro::ml
