#include <ferro/ferro.h>

// expect: ferro: a function given to Ferro takes no captures; hand over what it needs as trailing arguments
auto keep(const ferro::Rdd<double>& rows, double limit) {
  return rows.filter([limit](double x) { return x > limit; });
}
