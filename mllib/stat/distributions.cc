#include "ferro/mllib/stat/distributions.h"

#include <cmath>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace ferro::ml {

double chiSquareSurvival(double statistic, double degreesOfFreedom) {
  if (std::isnan(statistic) || degreesOfFreedom <= 0) return degreesOfFreedom == 0 ? 1 : statistic;
  if (std::isinf(statistic)) return 0;
  return 1 - boost::math::gamma_p(degreesOfFreedom / 2, statistic / 2);
}

double studentTails(double statistic, double degreesOfFreedom) {
  if (std::isnan(statistic) || degreesOfFreedom <= 0) return std::nan("");
  if (std::isinf(statistic)) return 0;
  return boost::math::ibeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + statistic * statistic));
}

double fSurvival(double statistic, double numeratorDegrees, double denominatorDegrees) {
  if (std::isnan(statistic) || denominatorDegrees <= 0) return std::nan("");
  if (std::isinf(statistic)) return 0;
  return 1 - boost::math::ibeta(numeratorDegrees / 2, denominatorDegrees / 2,
                                numeratorDegrees * statistic / (numeratorDegrees * statistic + denominatorDegrees));
}

}  // namespace ferro::ml
