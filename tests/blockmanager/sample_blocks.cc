#include "sample_blocks.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <system_error>

#include <arrow/array/array_primitive.h>
#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_nested.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/buffer.h>
#include <arrow/builder.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"

namespace ferro::test {

std::shared_ptr<arrow::RecordBatch> numbers(int64_t rows, int64_t first, arrow::MemoryPool* pool) {
  if (pool == nullptr) pool = arrow::default_memory_pool();
  std::shared_ptr<arrow::Buffer> buffer = valueOf(arrow::AllocateBuffer(rows * 8, pool), "numbers for a test");
  auto* values = reinterpret_cast<int64_t*>(buffer->mutable_data());
  for (int64_t i = 0; i < rows; ++i) values[i] = first + i;
  auto column = std::make_shared<arrow::Int64Array>(rows, buffer);
  return arrow::RecordBatch::Make(arrow::schema({arrow::field("value", arrow::int64())}), rows, {column});
}

std::shared_ptr<arrow::RecordBatch> words(int64_t rows, uint64_t seed) {
  std::mt19937_64 random(seed);
  arrow::StringBuilder builder;
  for (int64_t i = 0; i < rows; ++i) {
    const size_t length = random() % 50 == 0 ? 500 : random() % 12;
    check(builder.Append(std::string(length, static_cast<char>('a' + random() % 26))), "words for a test");
  }
  auto column = valueOf(builder.Finish(), "words for a test");
  return arrow::RecordBatch::Make(arrow::schema({arrow::field("word", arrow::utf8())}), rows, {column});
}

std::shared_ptr<arrow::RecordBatch> nested(int64_t rows, uint64_t seed) {
  std::mt19937_64 random(seed);
  auto pair = arrow::struct_({arrow::field("number", arrow::int32()), arrow::field("word", arrow::utf8())});
  auto type = arrow::list(pair);
  auto builder = valueOf(arrow::MakeBuilder(type), "nested rows for a test");
  auto& lists = static_cast<arrow::ListBuilder&>(*builder);
  auto& pairs = static_cast<arrow::StructBuilder&>(*lists.value_builder());
  auto& numbers = static_cast<arrow::Int32Builder&>(*pairs.field_builder(0));
  auto& words = static_cast<arrow::StringBuilder&>(*pairs.field_builder(1));
  for (int64_t i = 0; i < rows; ++i) {
    if (random() % 7 == 0) {
      check(lists.AppendNull(), "nested rows for a test");
      continue;
    }
    check(lists.Append(), "nested rows for a test");
    for (uint64_t element = random() % 4; element > 0; --element) {
      check(pairs.Append(), "nested rows for a test");
      check(numbers.Append(static_cast<int32_t>(random())), "nested rows for a test");
      const bool isNull = random() % 5 == 0;
      check(isNull ? words.AppendNull() : words.Append(std::string(random() % 9, 'w')), "nested rows for a test");
    }
  }
  auto column = valueOf(builder->Finish(), "nested rows for a test");
  return arrow::RecordBatch::Make(arrow::schema({arrow::field("pairs", type)}), rows, {column});
}

std::shared_ptr<const Block> blockOf(int64_t bytes, int64_t first, arrow::MemoryPool* pool) {
  return std::make_shared<const Block>(std::vector{numbers(bytes / 8, first, pool)});
}

std::vector<int64_t> valuesOf(const Block& block) {
  std::vector<int64_t> values;
  for (const auto& batch : block.batches()) {
    const auto& column = static_cast<const arrow::Int64Array&>(*batch->column(0));
    for (int64_t i = 0; i < column.length(); ++i) values.push_back(column.Value(i));
  }
  return values;
}

int64_t filesIn(const std::string& directory) {
  std::error_code error;
  int64_t count = 0;
  for (std::filesystem::recursive_directory_iterator next(directory, error), end; !error && next != end; ++next)
    ++count;
  return count;
}

void flipByte(const std::string& path) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(path) / 2);
  file.seekg(middle);
  const int byte = file.get();
  file.seekp(middle);
  file.put(static_cast<char>(byte ^ 0x40));
}

}  // namespace ferro::test
