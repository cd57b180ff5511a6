#include <ferro/ferro.h>

// expect: ferro: the other Rdd of a join or cogroup must hold pairs too
auto joined(const ferro::Rdd<std::pair<int, int>>& left, const ferro::Rdd<int>& right) {
  return left.leftOuterJoin(right);
}
