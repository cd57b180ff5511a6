#include "ferro/mllib/tuning/model_search.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <string>

#include "ferro/common/error.h"

namespace ferro::ml {

SearchResult fitAndJudge(const AnyEstimator& estimator, const std::vector<ParamMap>& maps, const Evaluator& evaluator,
                         const DataFrame& training, const DataFrame& validation, int parallelism, bool keepModels) {
  SearchResult result{std::vector<double>(maps.size()), {}};
  if (keepModels) result.models.resize(maps.size());
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < maps.size(); i = next++) {
      auto model = estimator.with(maps[i])->fitAny(training);
      result.metrics[i] = evaluator.evaluate(model->transform(validation));
      if (keepModels) result.models[i] = std::move(model);
    }
  };
  std::vector<std::future<void>> others;
  for (size_t i = 1; i < std::min(maps.size(), static_cast<size_t>(parallelism)); ++i) {
    others.push_back(std::async(std::launch::async, work));
  }
  work();
  for (auto& other : others) other.get();
  return result;
}

size_t bestOf(const std::vector<double>& metrics, bool isLargerBetter) {
  size_t best = metrics.size();
  for (size_t i = 0; i < metrics.size(); ++i) {
    if (std::isnan(metrics[i])) continue;
    const bool isBetter =
        best == metrics.size() || (isLargerBetter ? metrics[i] > metrics[best] : metrics[i] < metrics[best]);
    if (isBetter) best = i;
  }
  if (best == metrics.size()) {
    throw Error(ErrorCode::kInvalidArgument,
                "no combination of parameters has a metric that is a number; check labels and predictions");
  }
  return best;
}

void requireParts(bool hasEstimator, bool hasEvaluator, const char* search) {
  if (hasEstimator && hasEvaluator) return;
  throw Error(ErrorCode::kInvalidArgument,
              std::string(search) + " was given no " + (hasEstimator ? "evaluator" : "estimator") + " to search with");
}

void requireStagesOf(const AnyEstimator& estimator, const std::vector<ParamMap>& maps, const char* search) {
  for (const ParamMap& map : maps) {
    for (const ParamSetting& setting : map) {
      if (estimator->contains(setting.stage)) continue;
      throw Error(ErrorCode::kInvalidArgument, std::string(search) + " was given values for " + setting.name + " of " +
                                                   setting.stage + ", which is not in the estimator " +
                                                   estimator->uid() +
                                                   "; build the grid with the stage that the estimator holds");
    }
  }
}

std::vector<ParamMap> orUnchanged(const std::vector<ParamMap>& maps) {
  return maps.empty() ? std::vector<ParamMap>{{}} : maps;
}

}  // namespace ferro::ml
