// IDF: how often words occur, weighed by how few documents have them: log((documents + 1) / (documents with it + 1)).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct IDFParams {
  std::string inputCol{};
  std::string outputCol{};
  int32_t minDocFreq = 0;

  static const ParamTable& table();
};

class IDFModel final : public ModelOf<IDFModel, IDFParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.IDFModel";

  IDFModel(IDFParams settings, std::string uid, Vector idf, std::vector<int64_t> docFreq, int64_t numDocs);

  const Vector& idf() const { return idf_; }
  const std::vector<int64_t>& docFreq() const { return docFreq_; }
  int64_t numDocs() const { return numDocs_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static IDFModel read(const SavedStage& saved);

 private:
  Vector idf_;
  std::vector<int64_t> docFreq_;
  int64_t numDocs_;
};

class IDF final : public EstimatorOf<IDF, IDFParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.IDF";

  explicit IDF(NoSettings = {}) : IDF(IDFParams{}) {}
  explicit IDF(IDFParams settings, std::string uid = "") : EstimatorOf(std::move(settings), std::move(uid)) {}

  IDFModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
