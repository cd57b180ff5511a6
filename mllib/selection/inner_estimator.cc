#include "ferro/mllib/selection/inner_estimator.h"

#include "ferro/common/error.h"

namespace ferro::ml {

AnyEstimator estimatorOn(const std::optional<AnyEstimator>& estimator, const std::string& featuresCol,
                         const std::string& labelCol, const std::string& selector) {
  if (!estimator) {
    throw Error(ErrorCode::kInvalidArgument,
                selector + " was given no estimator to try features with; set estimator, such as a LinearRegression");
  }
  ParamMap columns;
  for (const auto& [name, column] : {std::pair("featuresCol", featuresCol), std::pair("labelCol", labelCol)}) {
    if ((*estimator)->params().table().findOrNull(name) == nullptr) {
      throw Error(ErrorCode::kInvalidArgument, selector + " cannot try features with a " +
                                                   std::string((*estimator)->shortName()) + ": it has no " + name +
                                                   "; give it an estimator that learns from a column of vectors");
    }
    columns.push_back({(*estimator)->uid(), name, column});
  }
  return estimator->with(columns);
}

void writeEstimator(StageWriter& writer, const std::optional<AnyEstimator>& estimator) {
  if (!estimator) throw Error(ErrorCode::kInvalidArgument, "a selector without an estimator cannot be saved; set one");
  writer.writeStage(**estimator, "estimator");
}

AnyEstimator readEstimator(const SavedStage& saved) {
  auto estimator = std::dynamic_pointer_cast<const Estimator>(loadStage(saved.inside("estimator")));
  if (estimator == nullptr) {
    throw Error(ErrorCode::kMalformedData,
                "the selector in " + saved.path() + " is not whole: what is in estimator/ is none; save it again");
  }
  return AnyEstimator(std::move(estimator));
}

}  // namespace ferro::ml
