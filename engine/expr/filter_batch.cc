#include <bit>
#include <cstring>

#include <arrow/record_batch.h>
#include <arrow/util/bitmap_ops.h>

#include "ferro/engine/expr/rows.h"

namespace ferro {

namespace {

// The positions of the rows that are chosen, in order.
using Selection = std::vector<int32_t>;

// The bits of a condition that are set and have a value, from bit 0 on.
std::shared_ptr<arrow::Buffer> chosenBits(const arrow::ArrayData& flags, const EvalContext& context) {
  const auto& values = flags.buffers[1];
  if (flags.GetNullCount() > 0) {
    return valueOf(arrow::internal::BitmapAnd(poolOf(context), flags.buffers[0]->data(), flags.offset, values->data(),
                                              flags.offset, flags.length, 0),
                   "a condition");
  }
  if (flags.offset == 0) return values;
  return valueOf(arrow::internal::CopyBitmap(poolOf(context), values->data(), flags.offset, flags.length),
                 "a condition");
}

Selection positionsOf(const uint8_t* bits, int64_t length, int64_t count) {
  Selection selection(static_cast<size_t>(count));
  int32_t* next = selection.data();
  for (int64_t row = 0; row < length; row += 64) {
    const int64_t rows = std::min<int64_t>(64, length - row);
    uint64_t word = 0;
    std::memcpy(&word, bits + row / 8, static_cast<size_t>((rows + 7) / 8));
    if (rows < 64) word &= (uint64_t{1} << rows) - 1;
    if (word == ~uint64_t{0}) {
      for (int32_t i = 0; i < 64; ++i) next[i] = static_cast<int32_t>(row) + i;
      next += 64;
      continue;
    }
    for (; word != 0; word &= word - 1) *next++ = static_cast<int32_t>(row + std::countr_zero(word));
  }
  return selection;
}

template <class T>
std::shared_ptr<arrow::Buffer> gather(const arrow::ArrayData& column, const Selection& selection,
                                      const EvalContext& context) {
  std::shared_ptr<arrow::Buffer> values = valueOf(
      arrow::AllocateBuffer(static_cast<int64_t>(selection.size() * sizeof(T)), poolOf(context)), "a filtered column");
  const T* in = column.GetValues<T>(1);
  T* out = values->mutable_data_as<T>();
  for (size_t i = 0; i < selection.size(); ++i) out[i] = in[selection[i]];
  return values;
}

bool isPlainGather(const arrow::ArrayData& column) {
  const auto id = column.type->id();
  if (id == arrow::Type::DICTIONARY || id == arrow::Type::BOOL || !arrow::is_primitive(id)) return false;
  const int width = column.type->byte_width();
  return column.GetNullCount() == 0 && (width == 1 || width == 2 || width == 4 || width == 8);
}

std::shared_ptr<arrow::Array> gatherPlain(const arrow::ArrayData& column, const Selection& selection,
                                          const EvalContext& context) {
  std::shared_ptr<arrow::Buffer> values;
  switch (column.type->byte_width()) {
    case 1: values = gather<uint8_t>(column, selection, context); break;
    case 2: values = gather<uint16_t>(column, selection, context); break;
    case 4: values = gather<uint32_t>(column, selection, context); break;
    default: values = gather<uint64_t>(column, selection, context); break;
  }
  const auto count = static_cast<int64_t>(selection.size());
  return arrow::MakeArray(arrow::ArrayData::Make(column.type, count, {nullptr, std::move(values)}, 0));
}

}  // namespace

std::shared_ptr<arrow::RecordBatch> filterBatch(const Evaluator& predicate,
                                                const std::shared_ptr<arrow::RecordBatch>& batch,
                                                EvalContext& context) {
  const arrow::Datum condition = predicate.evaluate(*batch, context);
  if (condition.is_scalar()) {
    const auto& flag = condition.scalar_as<arrow::BooleanScalar>();
    return flag.is_valid && flag.value ? batch : nullptr;
  }
  const int64_t length = batch->num_rows();
  const auto bits = chosenBits(*condition.array(), context);
  const int64_t count = arrow::internal::CountSetBits(bits->data(), 0, length);
  if (count == 0) return nullptr;
  if (count == length) return batch;
  const Selection selection = positionsOf(bits->data(), length, count);
  const auto positions = std::make_shared<arrow::Int32Array>(count, arrow::Buffer::Wrap(selection));
  arrow::ArrayVector columns;
  columns.reserve(static_cast<size_t>(batch->num_columns()));
  for (const auto& column : batch->columns()) {
    if (isPlainGather(*column->data())) {
      columns.push_back(gatherPlain(*column->data(), selection, context));
    } else {
      columns.push_back(callArrow("array_take", {column, positions}, context).make_array());
    }
  }
  return arrow::RecordBatch::Make(batch->schema(), count, std::move(columns));
}

}  // namespace ferro
