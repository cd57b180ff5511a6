#include "ferro/common/column_buffer.h"

#include <string>

#include <arrow/api.h>

#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;

TEST_CASE("bytes of every length arrive whole") {
  std::string expected;
  ColumnBuffer buffer(arrow::default_memory_pool());
  for (size_t size = 0; size <= 300; ++size) {
    std::string text(size, '\0');
    for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 7 + size);
    buffer.putBytes(text.data(), text.size());
    expected += text;
  }
  buffer.putZeros(3);
  expected.append(3, '\0');
  CHECK(buffer.size() == static_cast<int64_t>(expected.size()));
  CHECK(buffer.finish()->ToString() == expected);
  CHECK(buffer.size() == 0);
}

TEST_CASE("a buffer fills up to its limit and no further") {
  ColumnBuffer buffer(arrow::default_memory_pool(), 1024);
  for (int i = 0; i < 128; ++i) buffer.put<int64_t>(i);
  CHECK(buffer.size() == 1024);
  CHECK_THROWS_AS(buffer.put<uint8_t>(1), Error);
  CHECK_THROWS_AS(buffer.putBytes("text", 4), Error);
  CHECK(buffer.size() == 1024);
  CHECK(buffer.finish()->size() == 1024);
}

TEST_CASE("finished buffers are aligned as Arrow likes them") {
  for (const int count : {1, 100, 1000, 33'333}) {
    ColumnBuffer buffer(arrow::default_memory_pool());
    for (int i = 0; i < count; ++i) buffer.put<int32_t>(i);
    const auto finished = buffer.finish();
    CHECK(reinterpret_cast<uintptr_t>(finished->data()) % 64 == 0);
    CHECK(finished->size() == count * int64_t{4});
    CHECK(finished->capacity() >= finished->size());
  }
}

TEST_CASE("an empty buffer still points somewhere") {
  ColumnBuffer buffer(arrow::default_memory_pool());
  const auto finished = buffer.finish();
  CHECK(finished->size() == 0);
  CHECK(finished->data() != nullptr);
}

TEST_CASE("a buffer takes its bytes along when it moves") {
  ColumnBuffer first(arrow::default_memory_pool());
  first.put<int32_t>(1);
  ColumnBuffer second = std::move(first);
  CHECK(second.size() == 4);
  ColumnBuffer third(arrow::default_memory_pool());
  third.put<int64_t>(2);
  third = std::move(second);
  CHECK(third.size() == 4);
}

TEST_CASE("bits are packed, first bit lowest") {
  BitBuffer bits(arrow::default_memory_pool());
  for (const bool bit : {true, false, true, true, false, false, false, false, false, true}) bits.append(bit);
  CHECK(bits.zeros() == 6);
  CHECK(bits.finish()->ToString() == std::string("\x0d\x02", 2));
  CHECK(bits.zeros() == 0);
}
