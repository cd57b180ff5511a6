#include <ferro/ferro.h>

// expect: ferro: this function cannot be called with an element of the Rdd followed by the trailing arguments
auto keep(const ferro::Rdd<double>& rows, double limit) {
  return rows.filter([](double x) { return x > 0; }, limit);
}
