// RFormula: features and label as a formula of R names them: texts are indexed and one-hot encoded, columns joined by
// `:` interact, and all of it is one vector. Values; a const one may be used by any driver thread.
#pragma once

#include <string>
#include <string_view>

#include "ferro/mllib/formula/parsed_formula.h"
#include "ferro/mllib/stage/pipeline.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct RFormulaParams {
  std::string formula{};
  std::string featuresCol = "features";
  std::string labelCol = "label";
  bool forceIndexLabel = false;  // a label of numbers is indexed too
  std::string handleInvalid = "error";
  std::string stringIndexerOrderType = "frequencyDesc";

  static const ParamTable& table();
};

class RFormulaModel final : public ModelOf<RFormulaModel, RFormulaParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.RFormulaModel";

  RFormulaModel(RFormulaParams settings, std::string uid, ResolvedFormula formula, PipelineModel pipeline);

  const ResolvedFormula& resolvedFormula() const { return formula_; }
  const PipelineModel& pipelineModel() const { return pipeline_; }
  // A label that is not there is left out, so that rows without one can be scored.
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static RFormulaModel read(const SavedStage& saved);

 private:
  // Whether the label has still to be made of the column that the formula names.
  bool addsLabel(const arrow::Schema& before, const arrow::Schema& after) const;
  void checkColumns(const arrow::Schema& schema) const;

  ResolvedFormula formula_;
  PipelineModel pipeline_;
};

class RFormula final : public EstimatorOf<RFormula, RFormulaParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.RFormula";

  explicit RFormula(NoSettings = {}) : RFormula(RFormulaParams{}) {}
  explicit RFormula(RFormulaParams settings, std::string uid = "") : EstimatorOf(std::move(settings), std::move(uid)) {}

  RFormulaModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
