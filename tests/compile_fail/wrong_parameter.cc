#include <ferro/ferro.h>

// expect: ferro: this function cannot be called with an element of the Rdd followed by the trailing arguments
auto lengths(const ferro::Rdd<double>& rows) {
  return rows.map([](const std::string& text) { return text.size(); });
}
