#include "ferro/common/reflect.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "ferro/common/element.h"
#include "ferro/common/field_names.h"
#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;

namespace {

struct WithoutDefault {
  explicit WithoutDefault(int number) : value(number) {}
  int value;
};

struct HoldsWithoutDefault {
  int before;
  WithoutDefault middle;
  bool after;
};

struct Nested {
  Point point;
  std::array<int, 3> array;
  std::optional<std::string> text;
  std::tuple<int, double> tuple;
  std::vector<bool> bits;
  int withDefault = 5;
};

struct Derived : Point {
  int more;
};

struct Refers {
  const int& elsewhere;
};

struct Private {
  int seen = 0;

 private:
  [[maybe_unused]] int hidden_ = 0;
};

struct Fields24 {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};

struct Fields25 {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y;
};

}  // namespace

TEST_CASE("the fields of plain structs are counted") {
  STATIC_REQUIRE(fieldCount<Nothing>() == 0);
  STATIC_REQUIRE(fieldCount<Point>() == 3);
  STATIC_REQUIRE(fieldCount<const Person>() == 6);
  STATIC_REQUIRE(fieldCount<Nested>() == 6);
  STATIC_REQUIRE(fieldCount<HoldsWithoutDefault>() == 3);
  STATIC_REQUIRE(fieldCount<Fields24>() == 24);
}

TEST_CASE("only plain structs are aggregates") {
  STATIC_REQUIRE(Aggregate<Point>);
  STATIC_REQUIRE(Aggregate<Nothing>);
  STATIC_REQUIRE(Aggregate<Fields24>);
  STATIC_REQUIRE(!Aggregate<Fields25>);
  STATIC_REQUIRE(!Aggregate<Derived>);
  STATIC_REQUIRE(!Aggregate<Private>);
  STATIC_REQUIRE(!Aggregate<Refers>);
  STATIC_REQUIRE(!Aggregate<Money>);
  STATIC_REQUIRE(!Aggregate<std::array<int, 2>>);
  STATIC_REQUIRE(!Aggregate<std::string>);
  STATIC_REQUIRE(!Aggregate<int>);
}

TEST_CASE("fields are visited in order and can be changed") {
  Point point{1, 2, 3};
  withFields(point, [](double& x, double& y, int64_t& id) {
    x += 10;
    y += 20;
    id += 30;
  });
  CHECK(point == Point{11, 22, 33});
  const Point& constant = point;
  CHECK(withFields(constant, [](const double& x, const double& y, const int64_t& id) { return x + y + id; }) == 66);
}

TEST_CASE("the last of 24 fields is reached") {
  Fields24 fields{};
  fields.x = 7;
  CHECK(withFields(fields, [](auto&... all) { return (all + ...); }) == 7);
}

TEST_CASE("fields have the names that the program gave them") {
  STATIC_REQUIRE(fieldNames<Point>() == std::array<std::string_view, 3>{"x", "y", "id"});
  struct Local {
    std::optional<std::string> longer_name2;
    std::vector<Point> points;
  };
  STATIC_REQUIRE(fieldNames<Local>() == std::array<std::string_view, 2>{"longer_name2", "points"});
  STATIC_REQUIRE(fieldNames<Fields24>().back() == "x");
}

TEST_CASE("field types of pairs, tuples and structs are alike") {
  STATIC_REQUIRE(std::is_same_v<FieldsOf<Point>, TypeList<double, double, int64_t>>);
  STATIC_REQUIRE(std::is_same_v<FieldsOf<std::pair<const int, std::string>>, TypeList<int, std::string>>);
  STATIC_REQUIRE(std::is_same_v<FieldsOf<std::tuple<>>, TypeList<>>);
}
