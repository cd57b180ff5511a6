// The columns that classifiers add: raw scores, probabilities and the predicted class. Driver threads call these.
#pragma once

#include <string>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/classification/linear_scorer.h"
#include "ferro/mllib/stage/stage.h"

namespace ferro::ml {

// An empty name: that column is left out.
struct ScoreColumnNames {
  std::string features{};
  std::string raw{};
  std::string probability{};
  std::string prediction{};
};

SchemaPtr withScoreFields(const arrow::Schema& schema, const ScoreColumnNames& names, const std::string& stage);
DataFrame withScores(const DataFrame& frame, const LinearScorer& scorer, const ScoreColumnNames& names);

}  // namespace ferro::ml
