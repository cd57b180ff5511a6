#include "ferro/engine/exec/list_columns.h"

#include <algorithm>
#include <utility>

#include "ferro/engine/exec/columns.h"

namespace ferro {
namespace {

// The elements of a list are those from begin to end of its chunk.
struct ListRange {
  uint32_t chunk;
  int32_t begin;
  int32_t end;
};

std::vector<ListRange> rangesOf(std::span<const ArrayPointer> chunks, std::span<const RowRef> rows,
                                ValidityWriter& validity) {
  std::vector<ColumnCursor> cursors;
  for (const auto& chunk : chunks) cursors.emplace_back(*chunk);
  std::vector<ListRange> ranges;
  ranges.reserve(rows.size());
  for (const RowRef& row : rows) {
    if (row.row == kNoRow || !cursors[row.chunk].isValid(row.row)) {
      validity.setNull(static_cast<int64_t>(ranges.size()));
      ranges.push_back({row.chunk, 0, 0});
      continue;
    }
    const int32_t* offsets = cursors[row.chunk].values<int32_t>() + row.row;
    ranges.push_back({row.chunk, offsets[0], offsets[1]});
  }
  return ranges;
}

// Values of a fixed width that are all there lie in memory as they will lie in the result.
ArrayPointer copiedElements(std::span<const ArrayPointer> children, std::span<const ListRange> ranges, int64_t count,
                            arrow::MemoryPool* pool) {
  const auto width = static_cast<size_t>(fixedWidth(*children[0]->type));
  std::vector<const uint8_t*> bases;
  for (const auto& child : children) {
    const ColumnView view = viewOf(*child);
    bases.push_back(view.values + static_cast<size_t>(view.offset) * width);
  }
  auto buffer = allocateBytes(count * static_cast<int64_t>(width), pool);
  uint8_t* out = buffer->mutable_data();
  for (const ListRange& range : ranges) {
    const size_t bytes = static_cast<size_t>(range.end - range.begin) * width;
    if (bytes == 0) continue;
    std::memcpy(out, bases[range.chunk] + static_cast<size_t>(range.begin) * width, bytes);
    out += bytes;
  }
  return makeArray(children[0]->type, count, {}, {std::move(buffer)});
}

ArrayPointer gatheredElements(std::span<const ArrayPointer> children, std::span<const ListRange> ranges, int64_t count,
                              arrow::MemoryPool* pool) {
  std::vector<RowRef> elements;
  elements.reserve(static_cast<size_t>(count));
  for (const ListRange& range : ranges) {
    for (int32_t i = range.begin; i < range.end; ++i) elements.push_back({range.chunk, static_cast<uint32_t>(i)});
  }
  return gatherColumn(children, elements, pool);
}

}  // namespace

ArrayPointer listColumn(std::span<const uint32_t> starts, Validity validity, ArrayPointer elements,
                        arrow::MemoryPool* pool) {
  requireOffsetsFit(elements->length);
  auto offsets = allocateBytes(static_cast<int64_t>(starts.size_bytes()), pool);
  auto* offset = reinterpret_cast<int32_t*>(offsets->mutable_data());
  for (uint32_t start : starts) *offset++ = static_cast<int32_t>(start - starts[0]);
  auto type = arrow::list(elements->type);
  return makeArray(std::move(type), static_cast<int64_t>(starts.size()) - 1, std::move(validity), {std::move(offsets)},
                   {std::move(elements)});
}

UnpackedLists::UnpackedLists(const arrow::ArrayData& lists, std::span<const uint32_t> marksOfLists) {
  const auto* offsets = ColumnCursor(lists).values<int32_t>();
  const int32_t begin = offsets[0];
  elements = lists.child_data[0]->Slice(begin, offsets[marksOfLists.size()] - begin);
  marks.resize(static_cast<size_t>(elements->length));
  for (size_t i = 0; i < marksOfLists.size(); ++i) {
    std::fill(marks.begin() + (offsets[i] - begin), marks.begin() + (offsets[i + 1] - begin), marksOfLists[i]);
  }
}

ArrayPointer gatherLists(std::span<const ArrayPointer> chunks, std::span<const RowRef> rows, arrow::MemoryPool* pool) {
  ValidityWriter validity(static_cast<int64_t>(rows.size()), pool);
  const std::vector<ListRange> ranges = rangesOf(chunks, rows, validity);
  std::vector<uint32_t> starts{0};
  starts.reserve(rows.size() + 1);
  int64_t count = 0;
  for (const ListRange& range : ranges) {
    count += range.end - range.begin;
    starts.push_back(static_cast<uint32_t>(count));
  }
  requireOffsetsFit(count);
  std::vector<ArrayPointer> children;
  for (const auto& chunk : chunks) children.push_back(chunk->child_data[0]);
  const bool plain =
      fixedWidth(*children[0]->type) > 0 &&
      std::all_of(children.begin(), children.end(), [](const auto& it) { return it->GetNullCount() == 0; });
  auto elements =
      plain ? copiedElements(children, ranges, count, pool) : gatheredElements(children, ranges, count, pool);
  auto lists = listColumn(starts, validity.finish(), std::move(elements), pool);
  lists->type = chunks[0]->type;
  return lists;
}

}  // namespace ferro
