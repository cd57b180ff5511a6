// IndexToString: numbers back to the texts that a StringIndexer made them of. The labels are given, or come with the
// column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct IndexToStringParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<std::string> labels{};

  static const ParamTable& table();
};

class IndexToString final : public TransformerOf<IndexToString, IndexToStringParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.IndexToString";

  explicit IndexToString(NoSettings = {}) : IndexToString(IndexToStringParams{}) {}
  explicit IndexToString(IndexToStringParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
