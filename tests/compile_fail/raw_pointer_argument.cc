#include <ferro/ferro.h>

// expect: ferro: an argument handed to a function cannot travel to an executor
auto scale(const ferro::Rdd<double>& rows, const double* factor) {
  return rows.map([](double x, const double* by) { return x * *by; }, factor);
}
