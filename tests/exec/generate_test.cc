// explode and its kin on lists and maps.
#include "ferro/engine/exec/generate.h"

#include <arrow/api.h>

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/table_source.h"
#include "session_grid.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

// Row i has i % 4 elements, every fifth row has no list at all.
std::shared_ptr<arrow::Table> tableOfLists(int64_t rows) {
  arrow::Int64Builder ids;
  arrow::ListBuilder lists(arrow::default_memory_pool(), std::make_shared<arrow::StringBuilder>());
  arrow::MapBuilder maps(arrow::default_memory_pool(), std::make_shared<arrow::StringBuilder>(),
                         std::make_shared<arrow::Int64Builder>());
  auto& words = static_cast<arrow::StringBuilder&>(*lists.value_builder());
  auto& keys = static_cast<arrow::StringBuilder&>(*maps.key_builder());
  auto& items = static_cast<arrow::Int64Builder&>(*maps.item_builder());
  for (int64_t i = 0; i < rows; ++i) {
    REQUIRE(ids.Append(i).ok());
    if (i % 5 == 4) {
      REQUIRE(lists.AppendNull().ok());
      REQUIRE(maps.AppendNull().ok());
      continue;
    }
    REQUIRE(lists.Append().ok());
    REQUIRE(maps.Append().ok());
    for (int64_t j = 0; j < i % 4; ++j) {
      REQUIRE((j == 1 ? words.AppendNull() : words.Append(std::to_string(i) + "/" + std::to_string(j))).ok());
      REQUIRE(keys.Append("k" + std::to_string(j)).ok());
      REQUIRE(items.Append(i * 10 + j).ok());
    }
  }
  auto schema = arrow::schema(
      {arrow::field("id", arrow::int64()), arrow::field("words", lists.type()), arrow::field("entries", maps.type())});
  return arrow::Table::Make(schema,
                            {ids.Finish().ValueOrDie(), lists.Finish().ValueOrDie(), maps.Finish().ValueOrDie()});
}

Rows expectedRows(int64_t rows, bool outer, bool positions, bool isMap) {
  Rows expected;
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t count = i % 5 == 4 ? 0 : i % 4;
    for (int64_t j = 0; j < count; ++j) {
      Row row{Value::of(i)};
      if (positions) row.push_back(Value::of(j));
      if (isMap) {
        row.push_back(Value::of("k" + std::to_string(j)));
        row.push_back(Value::of(i * 10 + j));
      } else {
        row.push_back(j == 1 ? Value() : Value::of(std::to_string(i) + "/" + std::to_string(j)));
      }
      expected.push_back(std::move(row));
    }
    if (count > 0 || !outer) continue;
    Row row(1 + static_cast<size_t>(positions) + (isMap ? 2 : 1));
    row[0] = Value::of(i);
    expected.push_back(std::move(row));
  }
  return expected;
}

}  // namespace

TEST_CASE("a row comes out for each element or entry, and with outer for each row that has none") {
  forEachLocalSession([](Session& session) {
    const auto table = tableOfLists(300)->Slice(7, 200);
    const auto source = tableSource(session.core(), table, 3);
    for (const bool outer : {false, true}) {
      for (const bool positions : {false, true}) {
        for (const bool isMap : {false, true}) {
          INFO("outer " << outer << ", positions " << positions << ", map " << isMap);
          const GenerateSpec spec{isMap ? 2 : 1, outer, positions, {0}};
          const auto schema = generatedSchema(spec, *source->schema());
          const Rows all = rowsOf(*collectTable(session.core(), generateBatches(session.core(), source, spec, schema)));
          Rows expected;
          for (Row& row : expectedRows(207, outer, positions, isMap)) {
            if (row[0].whole >= 7) expected.push_back(std::move(row));
          }
          checkSameSequence(all, expected);
        }
      }
    }
  });
}

TEST_CASE("what is neither a list nor a map cannot be exploded, and the error names the column") {
  withSession(localConf("local[1]"), [](Session& session) {
    const auto source = tableSource(session.core(), tableOfLists(5), 1);
    const Error error = errorOf([&] { generatedSchema({0, false, false, {}}, *source->schema()); });
    CHECK_THAT(error.what(), Catch::Contains("'id'"));
  });
}

}  // namespace ferro::test
