#include <cstring>

#include <arrow/api.h>
#include <arrow/array/data.h>

#include "ferro/common/columns.h"
#include "ferro/common/error.h"
#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;

namespace {

using Batch = std::shared_ptr<arrow::RecordBatch>;
using ArrayData = std::shared_ptr<arrow::ArrayData>;

template <class T>
Batch soundBatch(const std::vector<T>& rows) {
  RowWriter<T> writer(arrow::default_memory_pool());
  for (const T& row : rows) writer.append(row);
  return writer.finish();
}

// The same batch with its only column changed.
template <class Change>
Batch changed(const Batch& batch, Change change) {
  ArrayData column = batch->column_data(0)->Copy();
  change(*column);
  return arrow::RecordBatch::Make(batch->schema(), batch->num_rows(), std::vector<ArrayData>{column});
}

std::shared_ptr<arrow::Buffer> offsets(std::vector<int32_t> values) {
  return arrow::Buffer::FromVector(std::move(values));
}

template <class T>
std::string refusal(const Batch& batch) {
  try {
    RowReader<T> reader(batch);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kMalformedData);
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST_CASE("a batch with other columns is refused") {
  const Batch numbers = soundBatch<int64_t>({1, 2});
  CHECK_THAT(refusal<int32_t>(numbers),
             Catch::Contains("value") && Catch::Contains("int64") && Catch::Contains("int32"));
  CHECK_THAT((refusal<std::pair<int64_t, int64_t>>(numbers)), Catch::Contains("1 columns where 2"));
  CHECK_THAT(refusal<std::vector<int64_t>>(numbers), Catch::Contains("list"));
  CHECK_THAT((refusal<std::array<int, 3>>(soundBatch<std::array<int, 2>>({{}}))), Catch::Contains("[2]"));
  CHECK_THAT((refusal<std::vector<std::pair<int, int>>>(soundBatch<std::vector<std::pair<int, float>>>({{}}))),
             Catch::Contains("float"));
}

TEST_CASE("names of columns do not matter") {
  const Batch batch = soundBatch<std::pair<int64_t, double>>({{1, 2.5}});
  const auto schema = arrow::schema({arrow::field("key", arrow::int64()), arrow::field("price", arrow::float64())});
  const RowReader<std::pair<int64_t, double>> reader(arrow::RecordBatch::Make(schema, 1, batch->columns()));
  std::pair<int64_t, double> row;
  reader.read(0, row);
  CHECK(row == std::pair(int64_t{1}, 2.5));
}

TEST_CASE("a missing value where none may be is refused") {
  const Batch batch = soundBatch<std::optional<int64_t>>({1, std::nullopt});
  CHECK_THAT(refusal<int64_t>(batch), Catch::Contains("std::optional"));
  CHECK(refusal<int64_t>(soundBatch<std::optional<int64_t>>({1, 2})) == "not refused");
  const Batch lists = soundBatch<std::vector<std::optional<int64_t>>>({{1, std::nullopt}});
  CHECK_THAT(refusal<std::vector<int64_t>>(lists), Catch::Contains("std::optional"));
}

TEST_CASE("offsets that lie about texts are refused") {
  const Batch batch = soundBatch<std::string>({"one", "two", "three"});
  for (const auto& lie : std::vector<std::vector<int32_t>>{
           {0, 3, 6, 12}, {0, 100, 6, 11}, {0, 6, 3, 11}, {-1, 3, 6, 11}, {0, -5, 6, 11}, {0, 3, 6}, {}}) {
    CHECK(refusal<std::string>(changed(batch, [&](arrow::ArrayData& data) { data.buffers[1] = offsets(lie); })) !=
          "not refused");
  }
}

TEST_CASE("offsets that lie about lists and maps are refused") {
  const Batch lists = soundBatch<std::vector<int64_t>>({{1, 2}, {3}});
  const Batch maps = soundBatch<std::map<int64_t, int64_t>>({{{1, 2}, {2, 3}}, {{3, 4}}});
  for (const auto& lie : std::vector<std::vector<int32_t>>{{0, 2, 4}, {0, 9, 3}, {0, 3, 2}, {-8, 2, 3}, {0, 2}}) {
    const auto change = [&](arrow::ArrayData& data) { data.buffers[1] = offsets(lie); };
    CHECK(refusal<std::vector<int64_t>>(changed(lists, change)) != "not refused");
    CHECK(refusal<std::map<int64_t, int64_t>>(changed(maps, change)) != "not refused");
  }
}

TEST_CASE("buffers and children that are too short are refused") {
  const auto shortBuffer = std::make_shared<arrow::Buffer>(reinterpret_cast<const uint8_t*>("1234567"), 7);
  CHECK(refusal<int64_t>(changed(soundBatch<int64_t>({1}),
                                 [&](arrow::ArrayData& data) { data.buffers[1] = shortBuffer; })) != "not refused");
  CHECK(refusal<int64_t>(changed(soundBatch<int64_t>({1}), [](arrow::ArrayData& data) { data.offset = 5; })) !=
        "not refused");
  CHECK(refusal<bool>(changed(soundBatch(std::vector<bool>(9)), [](arrow::ArrayData& data) {
          data.buffers[1] = arrow::Buffer::FromString("x");
        })) != "not refused");
  const auto shortChild = [](arrow::ArrayData& data) {
    data.child_data[0] = data.child_data[0]->Copy();
    data.child_data[0]->length -= 1;
  };
  CHECK(refusal<std::array<int, 2>>(changed(soundBatch<std::array<int, 2>>({{1, 2}}), shortChild)) != "not refused");
  CHECK(refusal<std::vector<int>>(changed(soundBatch<std::vector<int>>({{1, 2}}), shortChild)) != "not refused");
  using Inside = std::tuple<std::pair<int, int>>;
  CHECK(refusal<Inside>(changed(soundBatch<Inside>({{{1, 2}}}), shortChild)) != "not refused");
  const auto beyond = [](arrow::ArrayData& data) { data.offset = 1; };
  CHECK(refusal<Inside>(changed(soundBatch<Inside>({{{1, 2}}}), beyond)) != "not refused");
  CHECK(refusal<std::array<int, 2>>(changed(soundBatch<std::array<int, 2>>({{1, 2}}), beyond)) != "not refused");
  CHECK(refusal<std::optional<int>>(changed(soundBatch<std::optional<int>>({std::nullopt}), [](arrow::ArrayData& data) {
          data.buffers[0] = std::make_shared<arrow::Buffer>(nullptr, 0);
        })) != "not refused");
}

TEST_CASE("bytes that a codec refuses are an error at the row, not at the batch") {
  auto builder = arrow::BinaryBuilder();
  REQUIRE(builder.Append("too few").ok());
  const Batch batch = arrow::RecordBatch::Make(schemaOf<Money>(), 1, {builder.Finish().ValueOrDie()});
  const RowReader<Money> reader(batch);
  Money row;
  CHECK_THROWS_AS(reader.read(0, row), Error);
}

TEST_CASE("memory that is not aligned reads as well") {
  const std::string bytes = "x" + std::string("\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0", 16);
  const Batch batch = changed(soundBatch<int64_t>({0, 0}), [&](arrow::ArrayData& data) {
    data.buffers[1] = std::make_shared<arrow::Buffer>(reinterpret_cast<const uint8_t*>(bytes.data()) + 1, 16);
  });
  const RowReader<int64_t> reader(batch);
  int64_t row = 0;
  reader.read(1, row);
  CHECK(row == 2);
}

TEST_CASE("random damage to offsets and lengths never makes a read leave the batch") {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  using Row = std::vector<std::map<std::string, std::optional<std::vector<std::string>>>>;
  const Batch batch = soundBatch(random.rows<Row>(20));
  for (int round = 0; round < 300; ++round) {
    const Batch damaged = changed(batch, [&](arrow::ArrayData& top) {
      arrow::ArrayData* data = &top;
      while (!data->child_data.empty() && random.upTo(3) > 0) {
        const size_t child = random.upTo(data->child_data.size() - 1);
        data->child_data[child] = data->child_data[child]->Copy();
        data = data->child_data[child].get();
      }
      if (data->buffers.size() > 1 && data->buffers[1]->size() >= 4 && random.upTo(3) > 0) {
        std::string copy = data->buffers[1]->ToString();
        const auto lie = static_cast<int32_t>(random.upTo(200)) - 20;
        std::memcpy(copy.data() + random.upTo(copy.size() / 4 - 1) * 4, &lie, 4);
        data->buffers[1] = arrow::Buffer::FromString(copy);
      } else {
        data->length = static_cast<int64_t>(random.upTo(100));
      }
    });
    try {
      const RowReader<Row> reader(damaged);
      Row row;
      for (int64_t i = 0; i < reader.rows(); ++i) reader.read(i, row);
    } catch (const Error& error) {
      REQUIRE(error.code() == ErrorCode::kMalformedData);
    }
  }
}
