#include "ferro/engine/exec/gather.h"

#include <utility>

#include <arrow/array/builder_base.h>
#include <arrow/builder.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/list_columns.h"

namespace ferro {
namespace {

// The rows wanted, all of one chunk or each with its own.
struct OneChunk {
  std::span<const uint32_t> rows;
  size_t size() const { return rows.size(); }
  static size_t chunk(size_t) { return 0; }
  uint32_t row(size_t i) const { return rows[i]; }
};

struct ManyChunks {
  std::span<const RowRef> rows;
  size_t size() const { return rows.size(); }
  size_t chunk(size_t i) const { return rows[i].chunk; }
  uint32_t row(size_t i) const { return rows[i].row; }
};

using Chunks = std::span<const ArrayPointer>;

template <class Rows>
bool anyMissing(const Rows& rows) {
  uint32_t missing = 0;
  for (size_t i = 0; i < rows.size(); ++i) missing |= static_cast<uint32_t>(rows.row(i) == kNoRow);
  return missing != 0;
}

std::vector<ColumnCursor> cursorsOf(Chunks chunks) {
  std::vector<ColumnCursor> cursors;
  cursors.reserve(chunks.size());
  for (const auto& chunk : chunks) cursors.emplace_back(*chunk);
  return cursors;
}

template <class Rows>
Validity gatherValidity(const std::vector<ColumnCursor>& cursors, const Rows& rows, bool missing,
                        arrow::MemoryPool* pool) {
  bool nulls = missing;
  for (const auto& cursor : cursors) nulls |= cursor.mayHaveNulls();
  if (!nulls) return {};
  ValidityWriter validity(static_cast<int64_t>(rows.size()), pool);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows.row(i) == kNoRow || !cursors[rows.chunk(i)].isValid(rows.row(i)))
      validity.setNull(static_cast<int64_t>(i));
  }
  return validity.finish();
}

struct SixteenBytes {
  uint64_t words[2];
};

template <class T, class Rows>
std::shared_ptr<arrow::Buffer> gatherFixed(const std::vector<ColumnCursor>& cursors, const Rows& rows, bool missing,
                                           arrow::MemoryPool* pool) {
  auto buffer = allocateBytes(static_cast<int64_t>(rows.size() * sizeof(T)), pool);
  auto* out = reinterpret_cast<T*>(buffer->mutable_data());
  std::vector<const T*> bases;
  for (const auto& cursor : cursors) bases.push_back(cursor.values<T>());
  const T* const* base = bases.data();
  if (missing) {
    for (size_t i = 0; i < rows.size(); ++i) out[i] = rows.row(i) == kNoRow ? T{} : base[rows.chunk(i)][rows.row(i)];
  } else {
    for (size_t i = 0; i < rows.size(); ++i) out[i] = base[rows.chunk(i)][rows.row(i)];
  }
  return buffer;
}

template <class Rows>
std::shared_ptr<arrow::Buffer> gatherBits(const std::vector<ColumnCursor>& cursors, const Rows& rows,
                                          arrow::MemoryPool* pool) {
  const size_t bytes = (rows.size() + 7) / 8;
  auto buffer = allocateBytes(static_cast<int64_t>(bytes), pool);
  uint8_t* out = buffer->mutable_data();
  std::memset(out, 0, bytes);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows.row(i) == kNoRow) continue;
    const auto bit = static_cast<unsigned>(cursors[rows.chunk(i)].boolAt(rows.row(i)));
    out[i >> 3] = static_cast<uint8_t>(out[i >> 3] | bit << (i & 7));
  }
  return buffer;
}

// Where the text buffers of the chunks end: short texts are copied 16 bytes at a time where that stays inside.
std::vector<const char*> textEndsOf(Chunks chunks) {
  std::vector<const char*> ends;
  for (const auto& chunk : chunks) {
    const auto& buffer = chunk->buffers[2];
    ends.push_back(buffer == nullptr ? nullptr : reinterpret_cast<const char*>(buffer->data()) + buffer->capacity());
  }
  return ends;
}

template <class Rows>
ArrayPointer gatherTexts(Chunks chunks, const std::vector<ColumnCursor>& cursors, const Rows& rows, Validity validity,
                         arrow::MemoryPool* pool) {
  const bool allValid = validity.bits == nullptr;
  const auto textAt = [&](size_t i) {
    if (rows.row(i) == kNoRow) return std::string_view();
    const ColumnCursor& cursor = cursors[rows.chunk(i)];
    return allValid || cursor.isValid(rows.row(i)) ? cursor.textAt(rows.row(i)) : std::string_view();
  };
  auto offsets = allocateBytes(static_cast<int64_t>((rows.size() + 1) * sizeof(int32_t)), pool);
  auto* offset = reinterpret_cast<int32_t*>(offsets->mutable_data());
  int64_t bytes = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    offset[i] = static_cast<int32_t>(bytes);
    bytes += static_cast<int64_t>(textAt(i).size());
  }
  requireOffsetsFit(bytes);
  offset[rows.size()] = static_cast<int32_t>(bytes);
  auto texts = allocateBytes(bytes, pool);
  char* const begin = reinterpret_cast<char*>(texts->mutable_data());
  const char* const end = begin + texts->capacity();
  const std::vector<const char*> ends = textEndsOf(chunks);
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string_view text = textAt(i);
    char* const place = begin + offset[i];
    constexpr size_t kShort = 16;
    if (text.empty()) continue;
    if (text.size() <= kShort && end - place >= int{kShort} && ends[rows.chunk(i)] - text.data() >= int{kShort}) {
      std::memcpy(place, text.data(), kShort);
    } else {
      std::memcpy(place, text.data(), text.size());
    }
  }
  return makeArray(chunks[0]->type, static_cast<int64_t>(rows.size()), std::move(validity),
                   {std::move(offsets), std::move(texts)});
}

std::vector<RowRef> refsOf(const OneChunk& rows) {
  std::vector<RowRef> refs;
  refs.reserve(rows.size());
  for (uint32_t row : rows.rows) refs.push_back({0, row});
  return refs;
}

std::span<const RowRef> refsOf(const ManyChunks& rows) { return rows.rows; }

// For structs and maps, which are rare: Arrow's own builders, a row at a time.
template <class Rows>
ArrayPointer gatherNested(const TypePointer& type, Chunks chunks, const Rows& rows, arrow::MemoryPool* pool) {
  auto builder = valueOf(arrow::MakeBuilder(type, pool), "a column of nested values");
  std::vector<arrow::ArraySpan> spans;
  for (const auto& chunk : chunks) spans.emplace_back(*chunk);
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto status =
        rows.row(i) == kNoRow ? builder->AppendNull() : builder->AppendArraySlice(spans[rows.chunk(i)], rows.row(i), 1);
    check(status, "a column of nested values");
  }
  std::shared_ptr<arrow::Array> array;
  check(builder->Finish(&array), "a column of nested values");
  return array->data();
}

bool sameDictionary(Chunks chunks) {
  for (const auto& chunk : chunks) {
    if (!isDictionary(*chunk->type) || chunk->dictionary != chunks[0]->dictionary) return false;
  }
  return true;
}

template <class Rows>
ArrayPointer gatherAny(Chunks chunks, const Rows& rows, arrow::MemoryPool* pool) {
  const TypePointer& type = chunks[0]->type;
  const bool coded = isDictionary(*type);
  const int width = coded ? int{sizeof(int32_t)} : fixedWidth(*type);
  const bool isBool = type->id() == arrow::Type::BOOL;
  if (type->id() == arrow::Type::LIST) return gatherLists(chunks, refsOf(rows), pool);
  if (width == 0 && !isBool && !isText(*type)) return gatherNested(type, chunks, rows, pool);
  const auto cursors = cursorsOf(chunks);
  const bool missing = anyMissing(rows);
  Validity validity = gatherValidity(cursors, rows, missing, pool);
  if (isText(*type)) return gatherTexts(chunks, cursors, rows, std::move(validity), pool);
  std::shared_ptr<arrow::Buffer> values;
  switch (width) {
    case 1: values = gatherFixed<uint8_t>(cursors, rows, missing, pool); break;
    case 2: values = gatherFixed<uint16_t>(cursors, rows, missing, pool); break;
    case 4: values = gatherFixed<uint32_t>(cursors, rows, missing, pool); break;
    case 8: values = gatherFixed<uint64_t>(cursors, rows, missing, pool); break;
    case 16: values = gatherFixed<SixteenBytes>(cursors, rows, missing, pool); break;
    default: values = gatherBits(cursors, rows, pool); break;
  }
  auto column = makeArray(type, static_cast<int64_t>(rows.size()), std::move(validity), {std::move(values)});
  if (coded) column->dictionary = chunks[0]->dictionary;
  return column;
}

}  // namespace

ArrayPointer takeColumn(const ArrayPointer& column, std::span<const uint32_t> rows, arrow::MemoryPool* pool) {
  return gatherAny(Chunks(&column, 1), OneChunk{rows}, pool);
}

std::shared_ptr<arrow::RecordBatch> takeRows(const arrow::RecordBatch& batch, std::span<const uint32_t> rows,
                                             arrow::MemoryPool* pool) {
  std::vector<ArrayPointer> columns;
  for (int i = 0; i < batch.num_columns(); ++i) columns.push_back(takeColumn(batch.column_data(i), rows, pool));
  return arrow::RecordBatch::Make(batch.schema(), static_cast<int64_t>(rows.size()), std::move(columns));
}

ArrayPointer gatherColumn(std::span<const ArrayPointer> chunks, std::span<const RowRef> rows, arrow::MemoryPool* pool) {
  bool coded = false;
  for (const auto& chunk : chunks) coded |= isDictionary(*chunk->type);
  if (!coded || sameDictionary(chunks)) return gatherAny(chunks, ManyChunks{rows}, pool);
  std::vector<ArrayPointer> plain;
  for (const auto& chunk : chunks) plain.push_back(plainColumn(chunk, pool));
  return gatherAny(Chunks(plain), ManyChunks{rows}, pool);
}

}  // namespace ferro
