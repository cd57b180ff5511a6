// Imputer: what is missing (null, NaN or a value of the user's) becomes the mean, the median or the most frequent value
// of its column. The output has the input's type.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct ImputerParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<std::string> inputCols{};
  std::vector<std::string> outputCols{};
  std::string strategy = "mean";
  double missingValue = std::numeric_limits<double>::quiet_NaN();
  double relativeError = 0.001;

  static const ParamTable& table();
};

class ImputerModel final : public ModelOf<ImputerModel, ImputerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.ImputerModel";

  ImputerModel(ImputerParams settings, std::string uid, std::vector<double> surrogates);

  // What goes in where something is missing, for each input column.
  const std::vector<double>& surrogates() const { return surrogates_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static ImputerModel read(const SavedStage& saved);

 private:
  std::vector<InOut> columns() const;

  std::vector<double> surrogates_;
};

class Imputer final : public EstimatorOf<Imputer, ImputerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.Imputer";

  explicit Imputer(NoSettings = {}) : Imputer(ImputerParams{}) {}
  explicit Imputer(ImputerParams settings, std::string uid = "") : EstimatorOf(std::move(settings), std::move(uid)) {}

  ImputerModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::vector<InOut> columns() const;
};

}  // namespace ferro::ml
