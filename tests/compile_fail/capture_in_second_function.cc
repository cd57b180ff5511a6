#include <ferro/ferro.h>

// expect: ferro: a function given to Ferro takes no captures; hand over what it needs as trailing arguments
auto sum(const ferro::Rdd<int>& rows, int scale) {
  return rows.aggregate(0, [](int a, int b) { return a + b; }, [scale](int a, int b) { return a + b * scale; });
}
