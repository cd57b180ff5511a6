#include <ferro/ferro.h>

// expect: ferro: both Rdds of a join or cogroup must have the same key type
auto joined(const ferro::Rdd<std::pair<int, int>>& left, const ferro::Rdd<std::pair<std::string, int>>& right) {
  return left.join(right);
}
