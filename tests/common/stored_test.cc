#include "ferro/common/stored.h"

#include <functional>

#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;
using std::string;
using std::string_view;

namespace {

template <class From, class To>
constexpr bool storedAs() {
  const bool once = std::is_same_v<Stored<From>, To>;
  const bool twice = std::is_same_v<Stored<To>, To>;
  return once && twice;
}

}  // namespace

TEST_CASE("views become strings at any depth") {
  STATIC_REQUIRE(storedAs<string_view, string>());
  STATIC_REQUIRE(storedAs<const char*, string>());
  STATIC_REQUIRE(storedAs<const char(&)[4], string>());
  STATIC_REQUIRE(storedAs<const string_view&, string>());
  STATIC_REQUIRE(storedAs<std::pair<string_view, int>, std::pair<string, int>>());
  STATIC_REQUIRE(storedAs<std::tuple<int, std::pair<int, string_view>>, std::tuple<int, std::pair<int, string>>>());
  STATIC_REQUIRE(storedAs<std::vector<std::optional<string_view>>, std::vector<std::optional<string>>>());
  STATIC_REQUIRE(storedAs<std::array<string_view, 2>, std::array<string, 2>>());
  STATIC_REQUIRE(storedAs<std::map<string_view, string_view>, std::map<string, string>>());
  STATIC_REQUIRE(storedAs<std::map<string_view, int, std::less<>>, std::map<string, int, std::less<>>>());
  STATIC_REQUIRE(storedAs<std::unordered_map<string_view, int>, std::unordered_map<string, int>>());
}

TEST_CASE("what owns its text stays as it is") {
  STATIC_REQUIRE(storedAs<int, int>());
  STATIC_REQUIRE(storedAs<Person, Person>());
  STATIC_REQUIRE(storedAs<std::vector<bool>, std::vector<bool>>());
  STATIC_REQUIRE(storedAs<std::map<string, int, std::greater<string>>, std::map<string, int, std::greater<string>>>());
}

TEST_CASE("a stored value outlives the text it was made from") {
  using Views = std::tuple<string_view, std::vector<string_view>, std::optional<string_view>,
                           std::map<string_view, std::array<string_view, 2>>, int>;
  auto text = std::make_unique<string>("abcdef");
  const string_view all = *text;
  const Views views{all.substr(0, 2), {all, all.substr(1, 1)}, all.substr(3), {{all, {all, all.substr(5)}}}, 7};
  const Stored<Views> stored = toStored(views);
  text.reset();
  CHECK(std::get<0>(stored) == "ab");
  CHECK(std::get<1>(stored) == std::vector<string>{"abcdef", "b"});
  CHECK(std::get<2>(stored) == "def");
  CHECK(std::get<3>(stored).at("abcdef") == std::array<string, 2>{"abcdef", "f"});
  CHECK(std::get<4>(stored) == 7);
  CHECK_FALSE(toStored(std::optional<string_view>()).has_value());
}

TEST_CASE("a temporary that owns its text is moved") {
  string text(100, 'x');
  const char* before = text.data();
  const string stored = toStored(std::move(text));
  CHECK(static_cast<const void*>(stored.data()) == before);
}
