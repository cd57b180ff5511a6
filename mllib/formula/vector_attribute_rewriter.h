// VectorAttributeRewriter: gives the features of a vector column the names of the columns they came from, in place of
// those in between. A stage inside of an RFormulaModel; Spark has it too, and saves it. The column becomes the last.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct VectorAttributeRewriterParams {
  static const ParamTable& table();
};

class VectorAttributeRewriter final : public TransformerOf<VectorAttributeRewriter, VectorAttributeRewriterParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VectorAttributeRewriter";
  using Prefixes = std::vector<std::pair<std::string, std::string>>;  // what is there, and what becomes of it

  VectorAttributeRewriter(std::string vectorCol, Prefixes prefixes, std::string uid = "")
      : TransformerOf({}, std::move(uid)), vectorCol_(std::move(vectorCol)), prefixes_(std::move(prefixes)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static VectorAttributeRewriter read(const SavedStage& saved);

 private:
  std::string rewritten(std::string name) const;

  std::string vectorCol_;
  Prefixes prefixes_;
};

}  // namespace ferro::ml
