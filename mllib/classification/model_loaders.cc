#include "ferro/mllib/classification/linear_svc.h"
#include "ferro/mllib/classification/logistic_regression.h"
#include "ferro/mllib/persist/registry.h"
#include "ferro/mllib/regression/linear_regression.h"

namespace ferro::ml {

std::vector<StageLoader> modelLoaders() {
  return {loaderOf<LogisticRegression>(), loaderOf<LogisticRegressionModel>(), loaderOf<LinearSVC>(),
          loaderOf<LinearSVCModel>(),     loaderOf<LinearRegression>(),        loaderOf<LinearRegressionModel>()};
}

}  // namespace ferro::ml
