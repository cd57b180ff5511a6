#include <unordered_map>

#include <ferro/ferro.h>

// expect: values of this type have no order: sort by a key made of
auto rows(const ferro::Rdd<std::unordered_map<int, int>>& maps) {
  return maps.sortBy([](const std::unordered_map<int, int>& map) { return map; });
}
