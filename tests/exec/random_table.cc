#include "random_table.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <arrow/api.h>

#include "ferro/shuffle/splitmix64.h"
#include "ferro_test.h"

namespace ferro::test {
namespace {

class TableMaker {
 public:
  explicit TableMaker(const TableOptions& options) : options_(options), random_(options.seed) {}

  std::shared_ptr<arrow::Table> make() {
    std::vector<std::shared_ptr<arrow::Array>> columns;
    columns.push_back(column(arrow::int32(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::Int32Builder&>(builder).Append(static_cast<int32_t>(key() - options_.distinct / 2));
    }));
    columns.push_back(column(arrow::int64(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::Int64Builder&>(builder).Append(key() * 1'000'000'007);
    }));
    columns.push_back(options_.dictionaries ? codedTexts() : texts());
    columns.push_back(column(arrow::float64(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::DoubleBuilder&>(builder).Append(awkwardNumber(key()));
    }));
    columns.push_back(column(arrow::boolean(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::BooleanBuilder&>(builder).Append(below(2) == 0);
    }));
    columns.push_back(column(arrow::int32(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::Int32Builder&>(builder).Append(static_cast<int32_t>(below(201)) - 100);
    }));
    columns.push_back(column(arrow::int64(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::Int64Builder&>(builder).Append(static_cast<int64_t>(random_.next() >> 20));
    }));
    columns.push_back(column(arrow::float64(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::DoubleBuilder&>(builder).Append(0.25 * static_cast<double>(below(4'001)) - 500);
    }));
    columns.push_back(column(arrow::utf8(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::StringBuilder&>(builder).Append(word(below(1'000)));
    }));
    columns.push_back(column(arrow::decimal128(10, 2), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::Decimal128Builder&>(builder).Append(
          arrow::Decimal128(static_cast<int64_t>(below(2'000'001)) - 1'000'000));
    }));
    columns.push_back(column(arrow::date32(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::Date32Builder&>(builder).Append(static_cast<int32_t>(below(30'000)) - 10'000);
    }));
    int64_t row = -kPadding;
    columns.push_back(column(
        arrow::int64(),
        [&](arrow::ArrayBuilder& builder) { return static_cast<arrow::Int64Builder&>(builder).Append(row++); }, false));
    return inChunks(columns);
  }

 private:
  static constexpr int64_t kPadding = 5;  // rows before the table's own, in the same arrays

  uint64_t below(uint64_t limit) { return random_.next() % limit; }

  // Half of the rows have one of the first few keys.
  int64_t key() {
    const auto distinct = static_cast<uint64_t>(options_.distinct);
    return static_cast<int64_t>(below(2) == 0 ? below(distinct) : below(std::max<uint64_t>(1, distinct / 10)));
  }

  static double awkwardNumber(int64_t key) {
    switch (key) {
      case 0: return std::nan("");
      case 1: return -0.0;
      case 2: return 0.0;
      case 3: return INFINITY;
      case 4: return -INFINITY;
      default: return static_cast<double>(key) * 0.5 - 3;
    }
  }

  static std::string word(uint64_t key) {
    if (key == 0) return "";
    if (key % 7 == 3) return std::string(key % 40, 'x') + std::to_string(key);
    if (key % 11 == 5) return std::string("nul\0byte", 8) + std::string(key % 3, '\0');
    return "w" + std::to_string(key);
  }

  template <class Append>
  std::shared_ptr<arrow::Array> column(const std::shared_ptr<arrow::DataType>& type, Append append, bool nulls = true) {
    auto builder = arrow::MakeBuilder(type).ValueOrDie();
    for (int64_t i = 0; i < options_.rows + 2 * kPadding; ++i) {
      const bool isNull = nulls && options_.nulls && below(10) == 0;
      const arrow::Status status = isNull ? builder->AppendNull() : append(*builder);
      if (!status.ok()) throw std::logic_error(status.ToString());
    }
    return builder->Finish().ValueOrDie();
  }

  std::shared_ptr<arrow::Array> texts() {
    return column(arrow::utf8(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::StringBuilder&>(builder).Append(word(static_cast<uint64_t>(key())));
    });
  }

  std::shared_ptr<arrow::Array> codedTexts() {
    arrow::StringBuilder entries;
    for (int64_t i = 0; i < options_.distinct; ++i) REQUIRE(entries.Append(word(static_cast<uint64_t>(i))).ok());
    auto codes = column(arrow::int32(), [&](arrow::ArrayBuilder& builder) {
      return static_cast<arrow::Int32Builder&>(builder).Append(static_cast<int32_t>(key()));
    });
    auto type = arrow::dictionary(arrow::int32(), arrow::utf8());
    return arrow::DictionaryArray::FromArrays(type, codes, entries.Finish().ValueOrDie()).ValueOrDie();
  }

  std::shared_ptr<arrow::Table> inChunks(const std::vector<std::shared_ptr<arrow::Array>>& columns) {
    const char* names[] = {"int", "long", "text", "double", "flag", "small",
                           "big", "real", "word", "money",  "day",  "row"};
    arrow::FieldVector fields;
    std::vector<arrow::ArrayVector> chunks(columns.size());
    for (size_t i = 0; i < columns.size(); ++i) fields.push_back(arrow::field(names[i], columns[i]->type()));
    for (int64_t begin = 0; begin < options_.rows;) {
      const int64_t count =
          std::min<int64_t>(options_.rows - begin, 1 + static_cast<int64_t>(below(options_.rows / 2 + 1)));
      for (size_t i = 0; i < columns.size(); ++i) chunks[i].push_back(columns[i]->Slice(kPadding + begin, count));
      begin += count;
    }
    std::vector<std::shared_ptr<arrow::ChunkedArray>> chunked;
    for (size_t i = 0; i < columns.size(); ++i) {
      chunked.push_back(std::make_shared<arrow::ChunkedArray>(chunks[i], columns[i]->type()));
    }
    return arrow::Table::Make(arrow::schema(fields), chunked, options_.rows);
  }

  const TableOptions options_;
  SplitMix64 random_;
};

}  // namespace

std::shared_ptr<arrow::Table> randomTable(const TableOptions& options) { return TableMaker(options).make(); }

}  // namespace ferro::test
