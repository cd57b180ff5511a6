// What the two searches share: fitting an estimator once for each combination of parameters, some at a time, and
// judging the models on rows they were not trained on. Called on the driver's thread of a search; with a parallelism
// above 1 fits run on threads of their own, which end before it returns.
#pragma once

#include <memory>
#include <vector>

#include "ferro/mllib/evaluation/evaluator.h"
#include "ferro/mllib/stage/stage.h"

namespace ferro::ml {

struct SearchResult {
  std::vector<double> metrics;                             // one for each combination
  std::vector<std::shared_ptr<const Transformer>> models;  // the same, where they are to be kept
};

SearchResult fitAndJudge(const AnyEstimator& estimator, const std::vector<ParamMap>& maps, const Evaluator& evaluator,
                         const DataFrame& training, const DataFrame& validation, int parallelism, bool keepModels);

// The first of the best; a metric that is no number is the worst. Error kInvalidArgument when none is a number.
size_t bestOf(const std::vector<double>& metrics, bool isLargerBetter);

// Error kInvalidArgument that says what the search was not told. No combinations mean one that changes nothing.
void requireParts(bool hasEstimator, bool hasEvaluator, const char* search);
std::vector<ParamMap> orUnchanged(const std::vector<ParamMap>& maps);

// Error kInvalidArgument for a combination that sets a parameter of a stage which is not in the estimator: it would
// change nothing.
void requireStagesOf(const AnyEstimator& estimator, const std::vector<ParamMap>& maps, const char* search);

// Cached while this lives, also when a fit fails.
class CachedRows {
 public:
  explicit CachedRows(const DataFrame& frame) : frame_(frame.cache()) {}
  ~CachedRows() { frame_.unpersist(); }
  CachedRows(const CachedRows&) = delete;
  CachedRows& operator=(const CachedRows&) = delete;

  const DataFrame& operator*() const { return frame_; }

 private:
  DataFrame frame_;
};

}  // namespace ferro::ml
