// StringIndexer: texts become numbers 0, 1, 2, ... by how often they occur, or by the alphabet. Numbers are taken as
// their text. Nulls and NaN are not counted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct StringIndexerParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<std::string> inputCols{};
  std::vector<std::string> outputCols{};
  std::string stringOrderType = "frequencyDesc";
  std::string handleInvalid = "error";

  static const ParamTable& table();
};

class StringIndexerModel final : public ModelOf<StringIndexerModel, StringIndexerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.StringIndexerModel";

  StringIndexerModel(StringIndexerParams settings, std::string uid, std::vector<std::vector<std::string>> labelsArray);

  const std::vector<std::vector<std::string>>& labelsArray() const { return labelsArray_; }
  const std::vector<std::string>& labels() const { return labelsArray_.front(); }
  // A column that is not there is left out, so that rows without a label can be scored.
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static StringIndexerModel read(const SavedStage& saved);

 private:
  std::vector<InOut> columns() const;

  std::vector<std::vector<std::string>> labelsArray_;
};

class StringIndexer final : public EstimatorOf<StringIndexer, StringIndexerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.StringIndexer";

  explicit StringIndexer(NoSettings = {}) : StringIndexer(StringIndexerParams{}) {}
  explicit StringIndexer(StringIndexerParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  StringIndexerModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::vector<InOut> columns() const;
};

}  // namespace ferro::ml
