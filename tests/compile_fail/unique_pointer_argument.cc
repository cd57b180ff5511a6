#include <memory>

#include <ferro/ferro.h>

// expect: ferro: an argument handed to a function cannot travel to an executor
auto scale(const ferro::Rdd<double>& rows, std::unique_ptr<double> factor) {
  return rows.map([](double x, const std::unique_ptr<double>& by) { return x * *by; }, std::move(factor));
}
