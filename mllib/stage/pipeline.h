// Pipeline: stages one after another. fit() fits each Estimator on what the stages before it give, and makes a
// PipelineModel of the fitted stages. Values; a const one may be used by any driver thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

// A pipeline's stages are its only parameter, and not one of those that have a plain value.
struct PipelineParams {
  static const ParamTable& table();
};

class PipelineModel final : public ModelOf<PipelineModel, PipelineParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.PipelineModel";

  PipelineModel(std::vector<AnyTransformer> stages, std::string uid);

  const std::vector<AnyTransformer>& stages() const { return stages_; }
  // The first stage of that class. Error kNotFound when there is none.
  template <class S>
  const S& stage() const {
    for (const AnyTransformer& stage : stages_) {
      if (const S* found = stage.as<S>()) return *found;
    }
    throwNoStage(S::kClassName);
  }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void apply(const ParamMap& map) override;
  bool contains(const std::string& stage) const override;
  void writeData(StageWriter& writer) const override;
  static PipelineModel read(const SavedStage& saved);

 private:
  [[noreturn]] void throwNoStage(std::string_view className) const;

  std::vector<AnyTransformer> stages_;
};

class Pipeline final : public EstimatorOf<Pipeline, PipelineParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.Pipeline";

  explicit Pipeline(NoSettings = {}) : Pipeline(std::vector<PipelineStage>{}) {}
  explicit Pipeline(std::vector<PipelineStage> stages, std::string uid = "");

  const std::vector<PipelineStage>& stages() const { return stages_; }
  Pipeline& setStages(std::vector<PipelineStage> stages) {
    stages_ = std::move(stages);
    return *this;
  }
  PipelineModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void apply(const ParamMap& map) override;
  bool contains(const std::string& stage) const override;
  void writeData(StageWriter& writer) const override;
  static Pipeline read(const SavedStage& saved);

 private:
  std::vector<PipelineStage> stages_;
};

}  // namespace ferro::ml
