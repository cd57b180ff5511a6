// Containers as elements.
#include "element_types.h"

namespace ferro::test {

TEST_CASE("vectors and optionals, empty and nested") {
  goesThrough<std::vector<int>>({{}, {1, 2, 3}, {}, {4}});
  goesThrough<std::vector<std::vector<std::string>>>({{}, {{}}, {{"a", ""}, {"b"}}, {{}}});
  goesThrough<std::vector<bool>>({{true, false, true}, {}, {false}});
  goesThrough<std::optional<std::string>>({std::nullopt, "", "x", std::nullopt});
  goesThrough<std::optional<std::optional<int>>>({std::nullopt, std::optional<int>(), std::optional<int>(3)});
}

TEST_CASE("maps and unordered maps") {
  goesThrough<std::map<std::string, std::vector<int>>>({{}, {{"a", {1}}, {"b", {}}}, {{"b", {}}, {"a", {1}}}});
  goesThrough<std::unordered_map<int64_t, std::string>>({{}, {{1, "x"}, {2, "y"}}, {{2, "y"}, {1, "x"}}});
}

}  // namespace ferro::test
