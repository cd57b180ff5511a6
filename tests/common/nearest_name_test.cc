#include "ferro/common/nearest_name.h"

#include <vector>

#include "ferro_test.h"

using namespace ferro;

namespace {

const std::vector<std::string_view> kColumns = {"age", "education", "hours-per-week", "occupation"};

}  // namespace

TEST_CASE("the nearest name undoes a missing, a doubled, a wrong and a swapped letter") {
  CHECK(nearestName("eduction", kColumns) == "education");
  CHECK(nearestName("occuppation", kColumns) == "occupation");
  CHECK(nearestName("hours_per_week", kColumns) == "hours-per-week");
  CHECK(nearestName("aeg", kColumns) == "age");
  CHECK(nearestName("age", kColumns) == "age");
}

TEST_CASE("letter case does not make a name far") { CHECK(nearestName("OCCUPATION", kColumns) == "occupation"); }

TEST_CASE("of equally near names the first is taken") {
  std::vector<std::string_view> names = {"cat", "bat"};
  CHECK(nearestName("rat", names) == "cat");
}

TEST_CASE("there is a nearest name for anything unless no name is known") {
  CHECK(nearestName("", kColumns) == "age");
  CHECK(nearestName("quite another thing", kColumns).has_value());
  CHECK(nearestName("age", {}) == std::nullopt);
}
