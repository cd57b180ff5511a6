#include "ferro/engine/expr/select_rows.h"

#include <arrow/util/bit_util.h>

namespace ferro {

namespace {

bool isPlain(const arrow::Datum& side) {
  const auto id = side.type()->id();
  const bool numbers = arrow::is_primitive(id) && id != arrow::Type::BOOL;
  return numbers && (side.is_scalar() ? side.scalar()->is_valid : side.null_count() == 0);
}

// Random conditions mispredict every other branch: masks do not.
template <class T>
arrow::Datum selectPlain(const arrow::BooleanArray& condition, const arrow::Datum& yes, const arrow::Datum& no,
                         EvalContext& context) {
  const int64_t length = condition.length();
  const ArgumentRows<T> a(yes, context);
  const ArgumentRows<T> b(no, context);
  std::shared_ptr<arrow::Buffer> values =
      valueOf(arrow::AllocateBuffer(length * static_cast<int64_t>(sizeof(T)), poolOf(context)), "a column of results");
  T* out = values->mutable_data_as<T>();
  const uint8_t* bits = condition.data()->buffers[1]->data();
  const int64_t offset = condition.offset();
  const T* left = a.values();
  const T* right = b.values();
  const int64_t stepA = a.step();
  const int64_t stepB = b.step();
  for (int64_t row = 0; row < length; ++row) {
    const int64_t place = offset + row;
    const T mask = static_cast<T>(T{0} - static_cast<T>(bits[place >> 3] >> (place & 7) & 1));
    out[row] = static_cast<T>((left[row * stepA] & mask) | (right[row * stepB] & static_cast<T>(~mask)));
  }
  return arrow::ArrayData::Make(yes.type(), length, {nullptr, std::move(values)}, 0);
}

}  // namespace

arrow::Datum selectRows(const std::shared_ptr<arrow::Array>& condition, const arrow::Datum& yes, const arrow::Datum& no,
                        EvalContext& context) {
  if (isPlain(yes) && isPlain(no)) {
    const auto& flags = static_cast<const arrow::BooleanArray&>(*condition);
    switch (yes.type()->byte_width()) {
      case 1: return selectPlain<uint8_t>(flags, yes, no, context);
      case 2: return selectPlain<uint16_t>(flags, yes, no, context);
      case 4: return selectPlain<uint32_t>(flags, yes, no, context);
      case 8: return selectPlain<uint64_t>(flags, yes, no, context);
      default: break;
    }
  }
  return callArrow("if_else", {condition, yes, no}, context);
}

}  // namespace ferro
