#include "ferro/mllib/persist/registry.h"
#include "ferro/mllib/selection/coefficient_selector.h"
#include "ferro/mllib/selection/correlation_selector.h"
#include "ferro/mllib/selection/stepwise_selector.h"

namespace ferro::ml {

std::vector<StageLoader> selectionLoaders() {
  return {loaderOf<CoefficientSelector>(), loaderOf<CoefficientSelectorModel>(),
          loaderOf<CorrelationSelector>(), loaderOf<CorrelationSelectorModel>(),
          loaderOf<StepwiseSelector>(),    loaderOf<StepwiseSelectorModel>()};
}

}  // namespace ferro::ml
