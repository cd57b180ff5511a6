#include <ferro/ferro.h>

// at most: 15 lines
// expect: ferro: this function cannot be called with two values of the Rdd followed by the trailing arguments
auto counts(const ferro::Rdd<std::pair<std::string, int64_t>>& words) {
  return words.reduceByKey([](const std::string& a, const std::string& b) { return a + b; }).collect();
}
