#include <ferro/ferro.h>

// at most: 15 lines
// expect: ferro: this function cannot be called with an element of the Rdd followed by the trailing arguments
auto next(const ferro::Session& session) {
  return session.textFile("numbers")
      .map([](int line) { return line + 1; })
      .filter([](int n) { return n > 0; })
      .collect();
}
