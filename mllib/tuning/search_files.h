// How searches are saved in Spark's layout: the estimator and the evaluator in directories of their names, the grid in
// the metadata, fitted models beneath bestModel/ and subModels/. Driver threads only; for .cc files of searches.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/evaluation/evaluator.h"
#include "ferro/mllib/stage/stage.h"

namespace ferro::ml {

// What a search is made of.
struct SearchParts {
  std::optional<AnyEstimator> estimator{};
  std::vector<ParamMap> maps{};
  std::optional<AnyEvaluator> evaluator{};
};

void writeSearchParts(StageWriter& writer, const SearchParts& parts);
// Spark reads these from the saved parameters even where they are its defaults.
void writeAlways(StageWriter& writer, const Savable& search, const std::vector<std::string>& params);
SearchParts readSearchParts(const SavedStage& saved);

void writeNumbers(StageWriter& writer, const std::string& name, const std::vector<double>& numbers);
// Error kMalformedData when there are none, or not as many.
std::vector<double> readNumbers(const SavedStage& saved, const std::string& name, size_t count);

std::shared_ptr<const Transformer> readModel(const SavedStage& saved, const std::string& relative);
// Whether the search was saved with the models of all folds.
bool hasSubModels(const SavedStage& saved);

}  // namespace ferro::ml
