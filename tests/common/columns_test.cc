#include "ferro/common/columns.h"

#include <thread>

#include <arrow/api.h>

#include "ferro/common/error.h"
#include "ferro/common/stored.h"
#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;

namespace {

template <class T>
std::shared_ptr<arrow::RecordBatch> batchOf(const std::vector<T>& rows) {
  RowWriter<T> writer(arrow::default_memory_pool());
  for (const T& row : rows) writer.append(row);
  REQUIRE(writer.rows() == static_cast<int64_t>(rows.size()));
  return writer.finish();
}

template <class T>
std::vector<T> rowsOf(const std::shared_ptr<arrow::RecordBatch>& batch) {
  const RowReader<T> reader(batch);
  std::vector<T> rows;
  T row{};  // one for all rows, as an operator has it
  for (int64_t i = 0; i < reader.rows(); ++i) {
    reader.read(i, row);
    rows.push_back(row);
  }
  return rows;
}

// Arrow's full check also wants UTF-8, which Ferro's texts need not be.
template <class T>
constexpr bool kHoldsText = !std::is_trivially_copyable_v<T>;

}  // namespace

TEMPLATE_LIST_TEST_CASE("rows come back from columns as they went in", "", ElementTypes) {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  for (const size_t count : {0, 1, 7, 300}) {
    const auto rows = random.rows<TestType>(count);
    const auto batch = batchOf(rows);
    REQUIRE(batch->num_rows() == static_cast<int64_t>(count));
    REQUIRE(batch->Validate().ok());
    if constexpr (!kHoldsText<TestType>) REQUIRE(batch->ValidateFull().ok());
    REQUIRE(batch->schema()->Equals(schemaOf<TestType>()));
    REQUIRE((rowsOf<TestType>(batch) == rows));
  }
}

TEMPLATE_LIST_TEST_CASE("a slice of a batch reads as those rows", "", ElementTypes) {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  const auto rows = random.rows<TestType>(100);
  const auto batch = batchOf(rows);
  for (const auto& [offset, length] : {std::pair<size_t, size_t>{0, 3}, {1, 99}, {13, 20}, {100, 0}}) {
    const auto slice = batch->Slice(static_cast<int64_t>(offset), static_cast<int64_t>(length));
    const std::vector<TestType> expected(rows.begin() + static_cast<ptrdiff_t>(offset),
                                         rows.begin() + static_cast<ptrdiff_t>(offset + length));
    REQUIRE((rowsOf<TestType>(slice) == expected));
    const auto again = slice->Slice(static_cast<int64_t>(length / 2));
    REQUIRE((rowsOf<TestType>(again) ==
             std::vector<TestType>(expected.begin() + static_cast<ptrdiff_t>(length / 2), expected.end())));
  }
}

TEMPLATE_LIST_TEST_CASE("a writer starts anew after finish", "", ElementTypes) {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  RowWriter<TestType> writer(arrow::default_memory_pool());
  std::vector<std::pair<std::vector<TestType>, std::shared_ptr<arrow::RecordBatch>>> finished;
  for (int round = 0; round < 3; ++round) {
    const auto rows = random.rows<TestType>(20 * static_cast<size_t>(round) + 1);
    for (const TestType& row : rows) writer.append(row);
    finished.emplace_back(rows, writer.finish());
    CHECK(writer.rows() == 0);
    CHECK(writer.bytes() == 0);
  }
  for (const auto& [rows, batch] : finished) REQUIRE((rowsOf<TestType>(batch) == rows));
}

TEST_CASE("each type has its columns") {
  const auto textOf = [](const arrow::Schema& schema) { return schema.ToString(); };
  CHECK(textOf(*schemaOf<int64_t>()) == "value: int64 not null");
  CHECK(textOf(*schemaOf<std::string_view>()) == "value: string not null");
  CHECK(textOf(*schemaOf<std::pair<std::string, int32_t>>()) == "_1: string not null\n_2: int32 not null");
  CHECK(textOf(*schemaOf<Point>()) == "_1: double not null\n_2: double not null\n_3: int64 not null");
  CHECK(textOf(*schemaOf<std::pair<Colour, Point>>()) ==
        "_1: uint8 not null\n_2: struct<_1: double not null, _2: double not null, _3: int64 not null> not null");
  CHECK(textOf(*schemaOf<std::optional<bool>>()) == "value: bool");
  CHECK(textOf(*schemaOf<std::vector<std::optional<float>>>()) == "value: list<item: float> not null");
  CHECK(textOf(*schemaOf<std::array<uint16_t, 4>>()) == "value: fixed_size_list<item: uint16 not null>[4] not null");
  CHECK(textOf(*schemaOf<Money>()) == "value: binary not null");
  CHECK(schemaOf<std::tuple<>>()->num_fields() == 0);
  CHECK(schemaOf<std::map<std::string, int>>()->field(0)->type()->id() == arrow::Type::MAP);
}

TEST_CASE("views share the schema of strings, and are read as views into the batch") {
  using Views = std::tuple<std::string_view, std::vector<std::string_view>, std::optional<std::string_view>>;
  using Strings = Stored<Views>;
  CHECK(schemaOf<Views>()->Equals(schemaOf<Strings>()));
  const auto batch = batchOf<Views>({{"one", {"two", "three"}, "four"}, {"", {}, std::nullopt}});
  CHECK((rowsOf<Strings>(batch) == std::vector<Strings>{{"one", {"two", "three"}, "four"}, {"", {}, std::nullopt}}));
  const RowReader<Views> reader(batch);
  Views row;
  reader.read(0, row);
  const auto& text = static_cast<const arrow::StringArray&>(*batch->column(0));
  CHECK(static_cast<const void*>(std::get<0>(row).data()) == text.GetView(0).data());
}

TEST_CASE("reading into a string or vector reuses its memory") {
  const auto batch = batchOf<std::pair<std::string, std::vector<double>>>({{"a text", {1, 2, 3}}, {"b", {4}}});
  const RowReader<std::pair<std::string, std::vector<double>>> reader(batch);
  std::pair<std::string, std::vector<double>> row;
  row.first.reserve(100);
  row.second.reserve(100);
  const void* text = row.first.data();
  const void* numbers = row.second.data();
  for (int64_t i = 0; i < 2; ++i) {
    reader.read(i, row);
    CHECK(static_cast<const void*>(row.first.data()) == text);
    CHECK(static_cast<const void*>(row.second.data()) == numbers);
  }
  CHECK(row == std::pair(std::string("b"), std::vector<double>{4}));
}

TEST_CASE("one value may be as large as 100 MB") {
  std::string large;
  large.resize(100'000'000, 'x');
  const auto batch = batchOf<std::string>({"before", large, "after"});
  CHECK(rowsOf<std::string_view>(batch) == std::vector<std::string_view>{"before", large, "after"});
}

TEST_CASE("text beyond 2 GiB in one batch is refused with a way out") {
  RowWriter<std::string_view> writer(arrow::default_memory_pool());
  writer.append("a first text");
  // Refused before a byte of it is read, so it need not be there.
  const auto pretend = [](size_t size) { return std::string_view("x", size); };
  try {
    writer.append(pretend(size_t{1} << 31));
    FAIL("appended more than offsets can address");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    CHECK_THAT(error.what(), Catch::Contains("more partitions"));
  }
}

TEST_CASE("bytes counts payload as it comes") {
  RowWriter<std::pair<std::string_view, int64_t>> writer(arrow::default_memory_pool());
  CHECK(writer.bytes() == 0);
  for (int i = 0; i < 1000; ++i) writer.append({"12345678", i});
  CHECK(writer.bytes() == 1000 * (8 + 4 + 8) + 4);
}

TEST_CASE("memory goes back to the pool with the last batch or writer") {
  arrow::ProxyMemoryPool pool(arrow::default_memory_pool());
  {
    RowWriter<Person> writer(&pool);
    RandomValues random(1);
    for (int i = 0; i < 1000; ++i) writer.append(random.make<Person>());
    auto batch = writer.finish();
    for (int i = 0; i < 10; ++i) writer.append(random.make<Person>());
    RowWriter<Person> moved = std::move(writer);
    CHECK(moved.rows() == 10);
    const int64_t allocated = pool.bytes_allocated();
    CHECK(allocated > 0);
    batch.reset();
    CHECK(pool.bytes_allocated() < allocated);
    CHECK(pool.bytes_allocated() > 0);
  }
  CHECK(pool.bytes_allocated() == 0);
}

TEST_CASE("a finished batch wastes less than a quarter of its memory") {
  arrow::ProxyMemoryPool pool(arrow::default_memory_pool());
  for (const int rows : {1000, 1025, 5000, 100'000}) {
    RowWriter<int64_t> writer(&pool);
    for (int i = 0; i < rows; ++i) writer.append(i);
    const auto batch = writer.finish();
    CHECK(pool.bytes_allocated() * 3 <= rows * int64_t{8} * 4 + 256);
  }
}

TEST_CASE("a pool without memory ends the append with its own words") {
  class FullPool : public arrow::ProxyMemoryPool {
   public:
    using ProxyMemoryPool::ProxyMemoryPool;
    arrow::Status Allocate(int64_t, int64_t, uint8_t**) override {
      return arrow::Status::OutOfMemory("the sort holds 1 GiB");
    }
  };
  FullPool pool(arrow::default_memory_pool());
  RowWriter<int64_t> writer(&pool);
  try {
    writer.append(1);
    FAIL("appended without memory");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kOutOfMemory);
    CHECK_THAT(error.what(), Catch::Contains("the sort holds 1 GiB"));
  }
}

TEST_CASE("threads may read one reader at once") {
  std::vector<std::string> rows;
  for (int i = 0; i < 1000; ++i) rows.push_back(std::to_string(i));
  const RowReader<std::string> reader(batchOf(rows));
  const auto readAll = [&](bool& same) {
    std::string row;
    same = true;
    for (int64_t i = 0; i < reader.rows(); ++i) {
      reader.read(i, row);
      same &= row == rows[static_cast<size_t>(i)];
    }
  };
  bool first = false;
  bool second = false;
  std::thread other([&] { readAll(first); });
  readAll(second);
  other.join();
  CHECK(first);
  CHECK(second);
}
