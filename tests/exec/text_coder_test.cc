// Text of tables that are kept: as codes where that pays, and the same rows wherever they are kept.
#include "ferro/engine/exec/text_coder.h"

#include <numeric>

#include <arrow/api.h>

#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/table_source.h"
#include "random_table.h"
#include "session_grid.h"
#include "spill_meter.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

using Texts = std::vector<std::optional<std::string>>;

std::shared_ptr<arrow::RecordBatch> batchOf(const std::shared_ptr<arrow::Array>& column) {
  return arrow::RecordBatch::Make(arrow::schema({arrow::field("t", column->type())}), column->length(), {column});
}

std::shared_ptr<arrow::RecordBatch> plainTexts(const Texts& texts) {
  arrow::StringBuilder builder;
  for (const auto& text : texts) {
    if (!(text ? builder.Append(*text) : builder.AppendNull()).ok()) throw std::bad_alloc();
  }
  return batchOf(builder.Finish().ValueOrDie());
}

std::shared_ptr<arrow::RecordBatch> codedTexts(const std::vector<int32_t>& codes, const Texts& dictionary) {
  arrow::Int32Builder builder;
  if (!builder.AppendValues(codes).ok()) throw std::bad_alloc();
  const auto type = arrow::dictionary(arrow::int32(), arrow::utf8());
  return batchOf(
      arrow::DictionaryArray::FromArrays(type, builder.Finish().ValueOrDie(), plainTexts(dictionary)->column(0))
          .ValueOrDie());
}

Rows rowsOfBatch(const std::shared_ptr<arrow::RecordBatch>& batch) {
  return rowsOf(*arrow::Table::FromRecordBatches({batch}).ValueOrDie());
}

class Coder {
 public:
  // Whether the batch came back as codes; its rows must be the same either way.
  bool codes(const std::shared_ptr<arrow::RecordBatch>& batch) {
    last_ = coder_.encode(batch);
    REQUIRE(last_->ValidateFull().ok());
    checkSameSequence(rowsOfBatch(last_), rowsOfBatch(batch));
    return last_->column(0)->type_id() == arrow::Type::DICTIONARY;
  }
  const void* dictionary() const { return last_->column_data(0)->dictionary.get(); }

 private:
  std::shared_ptr<arrow::Schema> schema_ = arrow::schema({arrow::field("t", arrow::utf8())});
  TextCoder coder_{*schema_, arrow::default_memory_pool()};
  std::shared_ptr<arrow::RecordBatch> last_;
};

Texts repeated(const Texts& texts, size_t rows) {
  Texts all;
  for (size_t i = 0; i < rows; ++i) all.push_back(texts[i % texts.size()]);
  return all;
}

Texts distinct(size_t rows, size_t first = 0) {
  Texts all;
  for (size_t i = 0; i < rows; ++i) all.emplace_back("text number " + std::to_string(first + i));
  return all;
}

}  // namespace

TEST_CASE("texts that come often become codes, with nulls and empty texts among them") {
  Coder coder;
  CHECK(coder.codes(plainTexts(repeated({"red", "", std::nullopt, "green"}, 100))));
  const void* dictionary = coder.dictionary();
  CHECK(coder.codes(plainTexts(repeated({"green", std::nullopt}, 10))));
  CHECK(coder.dictionary() == dictionary);
  CHECK(coder.codes(plainTexts(repeated({"blue", "red"}, 100))));
  CHECK(coder.dictionary() != dictionary);
}

TEST_CASE("texts that hardly repeat stay plain, from the beginning or from where there are too many") {
  Coder unique;
  CHECK_FALSE(unique.codes(plainTexts(distinct(100))));
  CHECK_FALSE(unique.codes(plainTexts(repeated({"a"}, 1'000))));
  Coder changing;
  CHECK(changing.codes(plainTexts(repeated({"a", "b"}, 800))));
  CHECK_FALSE(changing.codes(plainTexts(distinct(200))));
  CHECK_FALSE(changing.codes(codedTexts({0, 1, 1}, {"a", "b"})));
}

TEST_CASE("what comes as a dictionary stays one, under the codes of all batches together") {
  Coder coder;
  CHECK(coder.codes(codedTexts({2, 0, 2}, {"x", "unused", "y", std::nullopt})));
  CHECK(coder.codes(codedTexts({1, 1, 0, 2}, {"y", "z", std::nullopt})));
  const void* dictionary = coder.dictionary();
  CHECK(coder.codes(codedTexts({1, 0}, {"z", "x"})));
  CHECK(coder.dictionary() == dictionary);
  const Texts many = distinct((1 << 16) + 1);
  CHECK(coder.codes(codedTexts({7, 7, 9}, many)));
  std::vector<int32_t> all(many.size());
  std::iota(all.begin(), all.end(), 0);
  CHECK_FALSE(coder.codes(codedTexts(all, many)));
}

TEST_CASE("a kept table gives its rows again from memory, from disk and from other executors") {
  forEachSession([](Session& session) {
    for (const bool dictionaries : {false, true}) {
      const auto table = randomTable({3'000, 77, 12, dictionaries});
      for (const StorageLevel level :
           {StorageLevel::MEMORY_ONLY, StorageLevel::DISK_ONLY, StorageLevel::MEMORY_ONLY_2}) {
        const auto source = tableSource(session.core(), table, 3);
        detail::persist(session.core(), source, level);
        for (int run = 0; run < 3; ++run) {
          checkSameSequence(rowsOf(*collectTable(session.core(), source)), rowsOf(*table));
        }
        detail::unpersist(*session.core(), *source, true);
      }
    }
  });
}

TEST_CASE("a kept table that outgrows memory while it is computed gives the same rows") {
  const auto table = randomTable({60'000, 78, 12});
  sameWithTinyMemory("2m", [&](Session& session) {
    const auto source = tableSource(session.core(), table, 2);
    detail::persist(session.core(), source, StorageLevel::MEMORY_AND_DISK);
    collectTable(session.core(), source);
    return rowsOf(*collectTable(session.core(), source));
  });
}

}  // namespace ferro::test
