#include "random_query.h"

#include <cmath>
#include <optional>
#include <tuple>

namespace ferro::test {
namespace {

using Fact =
    std::tuple<int32_t, std::optional<int32_t>, std::optional<std::string>, std::optional<double>, std::optional<bool>>;
using Name = std::tuple<std::optional<int32_t>, std::optional<std::string>, std::optional<double>>;

constexpr int kNumKeys = 40;

std::string randomText(std::mt19937_64& random) {
  static const std::vector<std::string> kTexts{"", "a", "A", "b", "bb", "ferro", "Ferro", "é", "x y", "zebra", "10"};
  return kTexts[random() % kTexts.size()];
}

double randomDouble(std::mt19937_64& random) {
  if (random() % 20 == 0) return std::nan("");
  return static_cast<double>(static_cast<int64_t>(random() % 2000) - 1000) / 8;
}

// Half of the rows share three keys.
int32_t randomKey(std::mt19937_64& random) {
  return static_cast<int32_t>(random() % 2 == 0 ? random() % 3 : random() % kNumKeys);
}

template <class T>
std::optional<T> orNull(std::mt19937_64& random, T value) {
  return random() % 8 == 0 ? std::nullopt : std::optional<T>(std::move(value));
}

std::string quotedText(const std::string& text) { return "'" + text + "'"; }

}  // namespace

DataFrame randomFacts(const Session& session, uint64_t seed, int numRows) {
  std::mt19937_64 random(seed);
  std::vector<Fact> rows;
  for (int i = 0; i < numRows; ++i) {
    rows.emplace_back(i, orNull(random, randomKey(random)), orNull(random, randomText(random)),
                      orNull(random, randomDouble(random)), orNull(random, random() % 2 == 0));
  }
  return session.createDataFrame(rows, {"id", "k", "s", "d", "b"});
}

DataFrame randomNames(const Session& session, uint64_t seed, int numRows) {
  std::mt19937_64 random(seed + 1);
  std::vector<Name> rows;
  for (int i = 0; i < numRows; ++i) {
    const auto key = static_cast<int32_t>(random() % kNumKeys);
    rows.emplace_back(orNull(random, key), orNull(random, randomText(random)), orNull(random, randomDouble(random)));
  }
  return session.createDataFrame(rows, {"k", "name", "w"});
}

RandomQuery::RandomQuery(uint64_t seed, const DataFrame& facts, const DataFrame& names)
    : random_(seed), names_(names), frame_(facts) {
  const int steps = 1 + below(4);
  for (int i = 0; i < steps; ++i) step();
}

std::string RandomQuery::list() const {
  std::string text;
  for (const Named& column : columns_) text += (text.empty() ? "" : ", ") + column.name;
  return text;
}

RandomQuery::Value RandomQuery::leaf(Type type) {
  std::vector<const Named*> fitting;
  for (const Named& column : columns_) {
    if (column.type == type) fitting.push_back(&column);
  }
  if (!fitting.empty() && below(4) != 0) {
    const Named& chosen = *fitting[static_cast<size_t>(below(static_cast<int>(fitting.size())))];
    return {col(chosen.name), chosen.name};
  }
  switch (type) {
    case Type::kInt: {
      const int number = below(20) - 5;
      return {lit(number), "CAST(" + std::to_string(number) + " AS INTEGER)"};
    }
    case Type::kDouble: {
      const double number = static_cast<double>(below(80) - 40) / 4;
      return {lit(number), "CAST(" + std::to_string(number) + " AS DOUBLE)"};
    }
    case Type::kText: {
      const std::string text = randomText(random_);
      return {lit(text), quotedText(text)};
    }
    case Type::kBool: return maybe() ? Value{lit(true), "TRUE"} : Value{lit(false), "FALSE"};
  }
  return {lit(nullptr), "NULL"};
}

RandomQuery::Value RandomQuery::either(Type type, int depth) {
  const Value test = condition(depth - 1);
  const Value yes = value(type, depth - 1);
  const Value no = value(type, depth - 1);
  return {when(test.column, yes.column).otherwise(no.column),
          "CASE WHEN " + test.sql + " THEN " + yes.sql + " ELSE " + no.sql + " END"};
}

RandomQuery::Value RandomQuery::intValue(int depth) {
  switch (below(5)) {
    case 0: {
      const Value a = value(Type::kInt, depth - 1);
      const Value b = value(Type::kInt, depth - 1);
      return {a.column + b.column, "(" + a.sql + " + " + b.sql + ")"};
    }
    case 1: {
      const Value a = value(Type::kInt, depth - 1);
      return {a.column % 7, "(" + a.sql + " % 7)"};
    }
    case 2: {
      const Value a = value(Type::kText, depth - 1);
      return {length(a.column), "CAST(length(" + a.sql + ") AS INTEGER)"};
    }
    case 3: {
      const Value a = value(Type::kInt, depth - 1);
      return {coalesce(a.column, lit(3)), "coalesce(" + a.sql + ", 3)"};
    }
    default: return either(Type::kInt, depth);
  }
}

RandomQuery::Value RandomQuery::doubleValue(int depth) {
  switch (below(4)) {
    case 0: {
      const Value a = value(Type::kDouble, depth - 1);
      const Value b = value(Type::kInt, depth - 1);
      return {a.column + b.column, "(" + a.sql + " + " + b.sql + ")"};
    }
    case 1: {
      const Value a = value(Type::kDouble, depth - 1);
      return {abs(a.column) * 0.5, "(abs(" + a.sql + ") * CAST(0.5 AS DOUBLE))"};
    }
    case 2: {
      const Value a = value(Type::kInt, depth - 1);
      return {a.column / 4, "(" + a.sql + " / 4)"};
    }
    default: return either(Type::kDouble, depth);
  }
}

RandomQuery::Value RandomQuery::textValue(int depth) {
  const Value a = value(Type::kText, depth - 1);
  switch (below(4)) {
    case 0: return {upper(a.column), "upper(" + a.sql + ")"};
    case 1: return {substring(a.column, 1, 2), "substring(" + a.sql + ", 1, 2)"};
    case 2: {
      const Value b = value(Type::kText, depth - 1);
      return {concat(a.column, b.column), "(" + a.sql + " || " + b.sql + ")"};
    }
    default: return either(Type::kText, depth);
  }
}

RandomQuery::Value RandomQuery::condition(int depth) {
  if (depth <= 0) return leaf(Type::kBool);
  const auto type = static_cast<Type>(below(3));
  const Value a = value(type, depth - 1);
  const Value b = value(type, depth - 1);
  switch (below(7)) {
    case 0: return {a.column < b.column, "(" + a.sql + " < " + b.sql + ")"};
    case 1: return {a.column == b.column, "(" + a.sql + " = " + b.sql + ")"};
    case 2: return {a.column.isNull(), "(" + a.sql + " IS NULL)"};
    case 3: {
      const Value c = condition(depth - 1);
      return {c.column && a.column != b.column, "(" + c.sql + " AND " + a.sql + " <> " + b.sql + ")"};
    }
    case 4: {
      const Value c = condition(depth - 1);
      return {c.column || a.column >= b.column, "(" + c.sql + " OR " + a.sql + " >= " + b.sql + ")"};
    }
    case 5: {
      const Value c = condition(depth - 1);
      return {!c.column, "(NOT " + c.sql + ")"};
    }
    default: return {a.column.isin(b.column), "(" + a.sql + " IN (" + b.sql + "))"};
  }
}

RandomQuery::Value RandomQuery::value(Type type, int depth) {
  if (depth <= 0) return leaf(type);
  switch (type) {
    case Type::kInt: return intValue(depth);
    case Type::kDouble: return doubleValue(depth);
    case Type::kText: return textValue(depth);
    case Type::kBool: return condition(depth);
  }
  return leaf(type);
}

void RandomQuery::step() {
  switch (below(8)) {
    case 0:
    case 1: return filter();
    case 2: return addColumn();
    case 3: return join();
    case 4:
    case 5: return group();
    case 6: return maybe() ? distinct() : unite();
    default: return limit();
  }
}

void RandomQuery::filter() {
  const Value test = condition(2);
  frame_ = frame_.where(test.column);
  sql_ = "SELECT " + list() + from() + " WHERE " + test.sql;
}

void RandomQuery::addColumn() {
  const auto type = static_cast<Type>(below(4));
  const Value made = value(type, 2);
  const std::string name = newName();
  frame_ = frame_.withColumn(name, made.column);
  sql_ = "SELECT " + list() + ", " + made.sql + " AS " + name + from();
  columns_.push_back({name, type});
}

void RandomQuery::join() {
  const bool hasKey = std::any_of(columns_.begin(), columns_.end(), [](const Named& c) { return c.name == "k"; });
  if (!hasKey || joins_++ > 0) return filter();
  static const std::vector<std::pair<std::string, std::string>> kTypes{{"inner", "INNER"},    {"left", "LEFT"},
                                                                       {"right", "RIGHT"},    {"full", "FULL"},
                                                                       {"left_semi", "SEMI"}, {"left_anti", "ANTI"}};
  const auto& [type, word] = kTypes[static_cast<size_t>(below(static_cast<int>(kTypes.size())))];
  const std::string key = newName();
  const std::string name = newName();
  const std::string weight = newName();
  const DataFrame renamed = names_.toDF(key, name, weight);
  const bool onlyLeft = word == "SEMI" || word == "ANTI";
  frame_ = frame_.join(renamed, col("k") == col(key), type);
  std::string all = list();
  if (!onlyLeft) {
    all += ", " + key + ", " + name + ", " + weight;
    columns_.push_back({key, Type::kInt});
    columns_.push_back({name, Type::kText});
    columns_.push_back({weight, Type::kDouble});
  }
  sql_ = "SELECT " + all + from() + " " + word + " JOIN (SELECT k AS " + key + ", name AS " + name + ", w AS " +
         weight + " FROM names) AS n ON k = " + key;
}

void RandomQuery::group() {
  std::vector<Named> keys;
  for (const Named& column : columns_) {
    if (keys.size() < 2 && below(3) == 0) keys.push_back(column);
  }
  std::vector<Column> groupings;
  std::vector<Named> after = keys;
  std::string selected;
  std::string by;
  for (const Named& key : keys) {
    groupings.push_back(col(key.name));
    selected += key.name + ", ";
    by += (by.empty() ? " GROUP BY " : ", ") + key.name;
  }
  const Value number = value(Type::kInt, 1);
  const Value real = value(Type::kDouble, 1);
  const Value text = value(Type::kText, 1);
  const std::string n = newName(), distincts = newName(), smallest = newName(), largest = newName(), mean = newName(),
                    total = newName();
  frame_ = frame_.groupBy(groupings).agg(
      count("*").cast("int").as(n), countDistinct(text.column).cast("int").as(distincts), min(text.column).as(smallest),
      max(real.column).as(largest), avg(number.column).as(mean), sum(number.column).cast("double").as(total));
  sql_ = "SELECT " + selected + "CAST(count(*) AS INTEGER) AS " + n + ", CAST(count(DISTINCT " + text.sql +
         ") AS INTEGER) AS " + distincts + ", min(" + text.sql + ") AS " + smallest + ", max(" + real.sql + ") AS " +
         largest + ", avg(" + number.sql + ") AS " + mean + ", CAST(sum(" + number.sql + ") AS DOUBLE) AS " + total +
         from() + by;
  for (const auto& [name, type] : std::vector<Named>{{n, Type::kInt},
                                                     {distincts, Type::kInt},
                                                     {smallest, Type::kText},
                                                     {largest, Type::kDouble},
                                                     {mean, Type::kDouble},
                                                     {total, Type::kDouble}}) {
    after.push_back({name, type});
  }
  columns_ = std::move(after);
}

void RandomQuery::distinct() {
  std::vector<Named> kept;
  for (const Named& column : columns_) {
    if (maybe()) kept.push_back(column);
  }
  if (kept.empty()) kept.push_back(columns_.front());
  columns_ = std::move(kept);
  std::vector<Column> chosen;
  for (const Named& column : columns_) chosen.push_back(col(column.name));
  frame_ = frame_.select(chosen).distinct();
  sql_ = "SELECT DISTINCT " + list() + from();
}

void RandomQuery::unite() {
  const Value test = condition(1);
  frame_ = frame_.union_(frame_.where(test.column));
  sql_ = "SELECT " + list() + from() + " UNION ALL SELECT " + list() + from() + " WHERE " + test.sql;
}

// By all columns, so that it is known which rows are the first ones.
void RandomQuery::limit() {
  const int rows = 1 + below(30);
  std::vector<Column> keys;
  std::string order;
  for (const Named& column : columns_) {
    const bool down = maybe();
    keys.push_back(down ? col(column.name).desc() : col(column.name).asc());
    order += (order.empty() ? "" : ", ") + column.name + (down ? " DESC NULLS LAST" : " ASC NULLS FIRST");
  }
  frame_ = frame_.orderBy(keys).limit(rows);
  sql_ = "SELECT " + list() + from() + " ORDER BY " + order + " LIMIT " + std::to_string(rows);
}

}  // namespace ferro::test
