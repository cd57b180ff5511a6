// What models have in common that give each feature a coefficient. A value; any driver thread may read a const one.
#pragma once

#include <vector>

namespace ferro::ml {

class LinearModel {
 public:
  virtual ~LinearModel() = default;

  // For each feature how large its coefficient is, whatever its sign; of several classes, the largest.
  virtual std::vector<double> coefficientSizes() const = 0;

 protected:
  LinearModel() = default;
  LinearModel(const LinearModel&) = default;
  LinearModel(LinearModel&&) = default;
  LinearModel& operator=(const LinearModel&) = default;
  LinearModel& operator=(LinearModel&&) = default;
};

}  // namespace ferro::ml
