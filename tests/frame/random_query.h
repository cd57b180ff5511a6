// A random query, as a DataFrame and as the same in SQL: what the comparison with another engine runs on both. For
// tests.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "ferro/engine/ferro.h"

namespace ferro::test {

// Rows of random values: nulls, NaN, empty strings, keys of which a few are frequent.
DataFrame randomFacts(const Session& session, uint64_t seed, int numRows);
DataFrame randomNames(const Session& session, uint64_t seed, int numRows);

class RandomQuery {
 public:
  // `facts` and `names` are known to SQL as the tables facts and names.
  RandomQuery(uint64_t seed, const DataFrame& facts, const DataFrame& names);

  const DataFrame& frame() const { return frame_; }
  const std::string& sql() const { return sql_; }

 private:
  enum class Type : uint8_t { kInt, kDouble, kText, kBool };
  struct Named {
    std::string name;
    Type type;
  };
  // The same value for both engines.
  struct Value {
    Column column;
    std::string sql;
  };

  int below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }
  bool maybe() { return below(2) == 0; }
  Value value(Type type, int depth);
  Value leaf(Type type);
  Value intValue(int depth);
  Value doubleValue(int depth);
  Value textValue(int depth);
  Value condition(int depth);
  Value either(Type type, int depth);

  void step();
  void filter();
  void addColumn();
  void join();
  void group();
  void distinct();
  void unite();
  void limit();
  std::string list() const;
  std::string from() const { return " FROM (" + sql_ + ") AS q"; }
  std::string newName() { return "c" + std::to_string(nextName_++); }

  std::mt19937_64 random_;
  DataFrame names_;
  DataFrame frame_;
  std::string sql_ = "SELECT id, k, s, d, b FROM facts";
  std::vector<Named> columns_{
      {"id", Type::kInt}, {"k", Type::kInt}, {"s", Type::kText}, {"d", Type::kDouble}, {"b", Type::kBool}};
  int nextName_ = 0;
  int joins_ = 0;
};

}  // namespace ferro::test
