#include "ferro/mllib/persist/registry.h"
#include "ferro/mllib/tuning/cross_validator.h"
#include "ferro/mllib/tuning/train_validation_split.h"

namespace ferro::ml {

std::vector<StageLoader> searchLoaders() {
  return {loaderOf<CrossValidator>(), loaderOf<CrossValidatorModel>(), loaderOf<TrainValidationSplit>(),
          loaderOf<TrainValidationSplitModel>()};
}

}  // namespace ferro::ml
