// OneHotEncoder: an index becomes a vector with a 1 at its place. The last category has no place of its own (dropLast):
// its vector is all zeros. Without metadata of the column, fit() takes the largest index for the last category.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct OneHotEncoderParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<std::string> inputCols{};
  std::vector<std::string> outputCols{};
  std::string handleInvalid = "error";
  bool dropLast = true;

  static const ParamTable& table();
};

class OneHotEncoderModel final : public ModelOf<OneHotEncoderModel, OneHotEncoderParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.OneHotEncoderModel";

  OneHotEncoderModel(OneHotEncoderParams settings, std::string uid, std::vector<int32_t> categorySizes);

  const std::vector<int32_t>& categorySizes() const { return categorySizes_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static OneHotEncoderModel read(const SavedStage& saved);

 private:
  std::vector<InOut> columns() const;

  std::vector<int32_t> categorySizes_;
};

class OneHotEncoder final : public EstimatorOf<OneHotEncoder, OneHotEncoderParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.OneHotEncoder";

  explicit OneHotEncoder(NoSettings = {}) : OneHotEncoder(OneHotEncoderParams{}) {}
  explicit OneHotEncoder(OneHotEncoderParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  OneHotEncoderModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::vector<InOut> columns() const;
};

}  // namespace ferro::ml
