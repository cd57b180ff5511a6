// The steps that a random program is made of. What order the engine does not promise (of the values in a group, of
// equal keys), they do not depend on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dataset.h"

namespace chaos {

// Numbers that follow no pattern, so that compression does not make them small.
inline std::string textOf(uint64_t value, int64_t letters) {
  std::string text;
  for (uint64_t state = value; static_cast<int64_t>(text.size()) < letters; state = mix(state))
    text += std::to_string(state);
  return text;
}

// Rows that take so many rounds of work each: tasks must last long enough to be disturbed.
inline Dataset<int64_t> source(const ferro::Session& session, int64_t rows, int64_t keys, int64_t rounds, int slices) {
  auto numbers = session.range(0, rows, 1, slices)
                     .map(
                         [](int64_t i, int64_t n, int64_t r) {
                           uint64_t value = digest(i);
                           for (int64_t round = 0; round < r; ++round) value = mix(value);
                           return Number(number(value) % n, i);
                         },
                         keys, rounds);
  return {std::move(numbers), rows, keys};
}

inline Dataset<int64_t> rekey(const Dataset<int64_t>& data, int64_t salt, int64_t keys) {
  auto rows =
      data.rows.map([](const Number& row, int64_t s,
                       int64_t n) { return Number(number(digest(row) ^ digest(s)) % n, addWrapped(row.second, s)); },
                    salt, keys);
  return {std::move(rows), data.estimate, keys};
}

inline Dataset<int64_t> mapValues(const Dataset<int64_t>& data, int64_t salt) {
  return data.with(data.rows.mapValues([](int64_t value, int64_t s) { return number(digest(value ^ s)); }, salt));
}

// None, one or two rows for each.
inline Dataset<int64_t> flatMap(const Dataset<int64_t>& data, int64_t salt) {
  auto rows = data.rows.flatMap(
      [](const Number& row, int64_t s) {
        std::vector<Number> made;
        for (int64_t i = 0; i < number(digest(row) ^ digest(s)) % 3; ++i) made.emplace_back(row.first, row.second ^ i);
        return made;
      },
      salt);
  return data.with(std::move(rows));
}

inline Dataset<int64_t> viaBroadcast(const ferro::Session& session, const Dataset<int64_t>& data, int64_t length) {
  std::vector<int64_t> table;
  for (int64_t i = 0; i < length; ++i) table.push_back(number(digest(i)));
  auto shared = session.broadcast(std::move(table));
  return data.with(data.rows.map(
      [](const Number& row, const ferro::Broadcast<std::vector<int64_t>>& values) {
        return Number(row.first, row.second ^ values->at(static_cast<size_t>(row.first) % values->size()));
      },
      shared));
}

inline Dataset<int64_t> reduceByKey(const Dataset<int64_t>& data, int partitions) {
  auto rows = data.rows.reduceByKey([](int64_t a, int64_t b) { return addWrapped(a, b); }, partitions);
  return {std::move(rows), std::min(data.estimate, data.keys), data.keys};
}

inline Dataset<std::string> reduceByKey(const Dataset<std::string>& data, int partitions) {
  auto rows =
      data.rows.reduceByKey([](const std::string& a, const std::string& b) { return std::max(a, b); }, partitions);
  return {std::move(rows), std::min(data.estimate, data.keys), data.keys};
}

template <class V>
Dataset<int64_t> groupByKey(const Dataset<V>& data, int partitions) {
  auto rows = data.rows.groupByKey(partitions).mapValues([](const std::vector<V>& group) {
    return number(digestOfAnyOrder(group));
  });
  return {std::move(rows), std::min(data.estimate, data.keys), data.keys};
}

// How many rows a join of the two would give, found by two jobs.
template <class V>
int64_t joinedRows(const Dataset<int64_t>& left, const Dataset<V>& right) {
  const auto lefts = left.rows.countByKey();
  const auto rights = right.rows.countByKey();
  int64_t sum = 0;
  for (const auto& [key, count] : lefts) {
    const auto found = rights.find(key);
    if (found != rights.end()) sum += count * found->second;
  }
  return sum;
}

// Where both sides have many rows of one key, one of them is left with one: nobody wants to wait for all the pairs.
template <class V>
Dataset<int64_t> join(const Dataset<int64_t>& left, const Dataset<V>& right, int partitions) {
  const int64_t rowsOfAll = joinedRows(left, right);
  const bool tooMany = rowsOfAll > 5 * kMaxRows;
  const Dataset<V> other = tooMany ? reduceByKey(right, partitions) : right;
  auto rows = left.rows.join(other.rows, partitions).mapValues([](const std::pair<int64_t, V>& both) {
    return number(digest(both));
  });
  return limited(
      Dataset<int64_t>{std::move(rows), tooMany ? left.estimate : rowsOfAll + 1, std::max(left.keys, right.keys)});
}

template <class V>
Dataset<int64_t> cogroup(const Dataset<int64_t>& left, const Dataset<V>& right, int partitions) {
  using Groups = std::pair<std::vector<int64_t>, std::vector<V>>;
  auto rows = left.rows.cogroup(right.rows, partitions).mapValues([](const Groups& groups) {
    return number(digestOfAnyOrder(groups.first) ^ mix(digestOfAnyOrder(groups.second)));
  });
  const int64_t keys = std::max(left.keys, right.keys);
  return {std::move(rows), std::min(left.estimate + right.estimate, keys), keys};
}

inline Dataset<std::string> toText(const Dataset<int64_t>& data, int64_t letters) {
  auto rows = data.rows.map(
      [](const Number& row, int64_t n) { return Text(row.first, textOf(static_cast<uint64_t>(row.second), n)); },
      letters);
  return {std::move(rows), data.estimate, data.keys};
}

inline Dataset<int64_t> toNumber(const Dataset<std::string>& data) {
  auto rows = data.rows.map([](const Text& row) { return Number(row.first, number(digest(row.second))); });
  return {std::move(rows), data.estimate, data.keys};
}

template <class V>
Dataset<V> filter(const Dataset<V>& data, int64_t oneOf) {
  return data.with(data.rows.filter(
      [](const std::pair<int64_t, V>& row, int64_t n) { return number(digest(row)) % n != 0; }, oneOf));
}

template <class V>
Dataset<V> sortByKey(const Dataset<V>& data, bool ascending, int partitions) {
  Dataset<V> sorted = data.with(data.rows.sortByKey(ascending, partitions));
  sorted.inOrder = true;
  return sorted;
}

}  // namespace chaos
