#include <ferro/ferro.h>

// at most: 15 lines
// expect: ferro: a function given to Ferro takes no captures; hand over what it needs as trailing arguments
auto keep(const ferro::Session& session, double limit) {
  return session.range(0, 10)
      .filter([limit](int64_t x) { return static_cast<double>(x) > limit; })
      .map([&](int64_t x) { return static_cast<double>(x) * limit; })
      .collect();
}
