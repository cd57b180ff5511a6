// The estimator that a selector tries features with: told which columns to learn from, and saved with the selector. For
// .cc files of selectors; driver threads only.
#pragma once

#include <optional>
#include <string>

#include "ferro/mllib/persist/reader.h"
#include "ferro/mllib/stage/stage.h"

namespace ferro::ml {

// A copy that learns labelCol from featuresCol. Errors kInvalidArgument when there is none, or it has no such
// parameters, as a Pipeline; selector is who asks, for errors.
AnyEstimator estimatorOn(const std::optional<AnyEstimator>& estimator, const std::string& featuresCol,
                         const std::string& labelCol, const std::string& selector);

void writeEstimator(StageWriter& writer, const std::optional<AnyEstimator>& estimator);
AnyEstimator readEstimator(const SavedStage& saved);

}  // namespace ferro::ml
