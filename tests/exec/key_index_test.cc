// Keys of rows and their numbers, compared with a map.
#include "ferro/engine/exec/key_index.h"

#include <map>

#include <arrow/api.h>

#include "ferro/engine/exec/columns.h"
#include "ferro_test.h"
#include "random_table.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

Batches batchesOf(const arrow::Table& table) {
  arrow::TableBatchReader reader(table);
  Batches batches;
  while (auto batch = reader.Next().ValueOrDie()) batches.push_back(batch);
  return batches;
}

std::vector<ArrayPointer> columnsOf(const arrow::RecordBatch& batch, const std::vector<int>& positions) {
  std::vector<ArrayPointer> columns;
  for (int position : positions) columns.push_back(batch.column_data(position));
  return columns;
}

Row keyOf(const arrow::RecordBatch& batch, const std::vector<int>& positions, int64_t row) {
  Row key;
  for (int position : positions) key.push_back(valueAt(*batch.column(position), row));
  return key;
}

std::vector<TypePointer> typesOf(const arrow::Table& table, const std::vector<int>& positions) {
  std::vector<TypePointer> types;
  const auto schema = plainSchema(*table.schema());
  for (int position : positions) types.push_back(schema->field(position)->type());
  return types;
}

const std::vector<std::vector<int>> kIndexedKeySets = {
    {kInt},
    {kLong},
    {kText},
    {kDouble},
    {kFlag},
    {kMoney},
    {kDay},
    {kInt, kInt},
    {kInt, kLong},
    {kText, kInt},
    {kText, kWord},
    {kFlag, kSmall, kDouble},
    {kMoney, kText},
    {kInt, kLong, kText, kDouble, kFlag, kDay},
    {},
};

}  // namespace

TEST_CASE("equal keys get one number and different keys different ones, in the order in which they come") {
  for (const bool dictionaries : {false, true}) {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      for (const auto& positions : kIndexedKeySets) {
        INFO("seed " << seed << ", " << positions.size() << " keys, dictionaries " << dictionaries);
        const auto table = randomTable({3'000, seed, seed == 3 ? 2'000 : 15, dictionaries});
        KeyIndex keys(typesOf(*table, positions));
        std::map<Row, uint32_t> expected;
        Rows inOrder;
        bool same = true;
        for (const auto& batch : batchesOf(*table)) {
          std::vector<uint32_t> numbers(static_cast<size_t>(batch->num_rows()));
          keys.insert(columnsOf(*batch, positions), numbers);
          for (size_t i = 0; i < numbers.size(); ++i) {
            const Row key = keyOf(*batch, positions, static_cast<int64_t>(i));
            const auto [found, isNew] = expected.emplace(key, static_cast<uint32_t>(expected.size()));
            if (isNew) inOrder.push_back(key);
            same &= found->second == numbers[i];
          }
        }
        CHECK(same);
        CHECK(keys.size() == expected.size());
        const auto columns = keys.keys(0, keys.size(), arrow::default_memory_pool());
        Rows actual(keys.size());
        for (const auto& column : columns) {
          const auto array = arrow::MakeArray(column);
          CHECK(array->ValidateFull().ok());
          for (size_t i = 0; i < actual.size(); ++i) actual[i].push_back(valueAt(*array, static_cast<int64_t>(i)));
        }
        checkSameSequence(actual, inOrder);
      }
    }
  }
}

TEST_CASE("a key that was never inserted is not found, and those that were are") {
  for (const bool nulls : {false, true}) {
    for (const auto& positions : kIndexedKeySets) {
      if (positions.empty()) continue;
      INFO(positions.size() << " keys, nulls in the table: " << nulls);
      TableOptions options{800, 7, 40};
      options.nulls = nulls;
      const auto inserted = randomTable(options);
      const auto looked = randomTable({2'000, 8, 80, true});
      KeyIndex keys(typesOf(*inserted, positions));
      std::map<Row, uint32_t> expected;
      for (const auto& batch : batchesOf(*inserted)) {
        std::vector<uint32_t> numbers(static_cast<size_t>(batch->num_rows()));
        keys.insert(columnsOf(*batch, positions), numbers);
        for (size_t i = 0; i < numbers.size(); ++i) {
          expected.emplace(keyOf(*batch, positions, static_cast<int64_t>(i)), numbers[i]);
        }
      }
      KeyIndex::Scratch scratch;
      bool same = true;
      for (const auto& batch : batchesOf(*looked)) {
        std::vector<uint32_t> numbers(static_cast<size_t>(batch->num_rows()));
        keys.find(columnsOf(*batch, positions), numbers, scratch);
        for (size_t i = 0; i < numbers.size(); ++i) {
          const auto found = expected.find(keyOf(*batch, positions, static_cast<int64_t>(i)));
          same &= numbers[i] == (found == expected.end() ? kNoKey : found->second);
        }
      }
      CHECK(same);
    }
  }
}

TEST_CASE("lists are keys too") {
  arrow::ListBuilder builder(arrow::default_memory_pool(), std::make_shared<arrow::Int32Builder>());
  auto& values = static_cast<arrow::Int32Builder&>(*builder.value_builder());
  for (int i = 0; i < 100; ++i) {
    REQUIRE(builder.Append().ok());
    for (int j = 0; j < i % 3; ++j) REQUIRE(values.Append(i % 5).ok());
  }
  REQUIRE(builder.AppendNull().ok());
  const auto array = builder.Finish().ValueOrDie();
  KeyIndex keys({array->type()});
  std::vector<uint32_t> numbers(101);
  keys.insert(std::vector<ArrayPointer>{array->data()}, numbers);
  std::map<Value, uint32_t> expected;
  for (int64_t i = 0; i < 101; ++i) {
    CHECK(expected.emplace(valueAt(*array, i), numbers[static_cast<size_t>(i)]).first->second ==
          numbers[static_cast<size_t>(i)]);
  }
  CHECK(keys.size() == expected.size());
  const auto column = arrow::MakeArray(keys.keys(0, keys.size(), arrow::default_memory_pool())[0]);
  CHECK(valueAt(*column, numbers[100]).isNull());
  CHECK(valueAt(*column, numbers[7]) == valueAt(*array, 7));
}

}  // namespace ferro::test
