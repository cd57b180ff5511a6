#include "ferro/engine/expr/compare.h"

#include <arrow/util/bitmap_ops.h>

#include "ferro/engine/expr/compare_loops.h"
#include "ferro/engine/expr/number_dispatch.h"
#include "ferro/engine/expr/value_order.h"

namespace ferro {

namespace {

std::shared_ptr<arrow::Buffer> newBits(int64_t length, const EvalContext& context) {
  return valueOf(arrow::AllocateBuffer((length + 7) / 8, poolOf(context)), "a column of results");
}

template <class Operation, class T>
void compareNumbers(const arrow::Datum& left, const arrow::Datum& right, int64_t length, const EvalContext& context,
                    uint8_t* bits) {
  const ArgumentRows<T> a(left, context);
  const ArgumentRows<T> b(right, context);
  compareLoop<Operation, T>(a.values(), a.step(), b.values(), b.step(), length, bits);
}

template <class Operation, class T>
void compareRows(const arrow::Datum& left, const arrow::Datum& right, int64_t length, const EvalContext& context,
                 uint8_t* bits) {
  const ArgumentRows<T> a(left, context);
  const ArgumentRows<T> b(right, context);
  writeBits<uint64_t>(length, bits, [&](int64_t row) { return Operation::template apply<T>(a[row], b[row]); });
}

// By the order of the values, which knows every type.
template <class Operation>
void compareAny(const arrow::Datum& left, const arrow::Datum& right, int64_t length, const EvalContext& context,
                uint8_t* bits) {
  const auto a = arrayOf(left, context);
  const auto b = arrayOf(right, context);
  const int64_t stepA = left.is_scalar() ? 0 : 1;
  const int64_t stepB = right.is_scalar() ? 0 : 1;
  writeBits<uint64_t>(length, bits, [&](int64_t row) {
    return Operation::template apply<int>(compareValues(*a, row * stepA, *b, row * stepB), 0);
  });
}

template <class Operation>
void compareTyped(const arrow::Datum& left, const arrow::Datum& right, int64_t length, const EvalContext& context,
                  uint8_t* bits) {
  switch (left.type()->id()) {
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return compareRows<Operation, std::string_view>(left, right, length, context, bits);
    case arrow::Type::BOOL: return compareRows<Operation, bool>(left, right, length, context, bits);
    case arrow::Type::DECIMAL128:
    case arrow::Type::LIST:
    case arrow::Type::STRUCT:
    case arrow::Type::MAP:
    case arrow::Type::NA: return compareAny<Operation>(left, right, length, context, bits);
    default:
      dispatchNumber(*left.type(), [&]<class T>(T) {
        compareNumbers<Operation, T>(left, right, length, context, bits);
        return true;
      });
  }
}

}  // namespace

arrow::Datum compareColumns(Comparison comparison, const arrow::Datum& left, const arrow::Datum& right, int64_t length,
                            const EvalContext& context) {
  std::shared_ptr<arrow::Buffer> bits = newBits(length, context);
  uint8_t* out = bits->mutable_data();
  switch (comparison) {
    case Comparison::kEqual: compareTyped<EqualTo>(left, right, length, context, out); break;
    case Comparison::kNotEqual: compareTyped<NotEqualTo>(left, right, length, context, out); break;
    case Comparison::kLess: compareTyped<LessThan>(left, right, length, context, out); break;
    case Comparison::kLessOrEqual: compareTyped<LessOrEqual>(left, right, length, context, out); break;
    case Comparison::kGreater: compareTyped<GreaterThan>(left, right, length, context, out); break;
    case Comparison::kGreaterOrEqual: compareTyped<GreaterOrEqual>(left, right, length, context, out); break;
  }
  return arrow::ArrayData::Make(arrow::boolean(), length,
                                {jointValidity({left, right}, length, context), std::move(bits)});
}

arrow::Datum equalOrBothNull(const arrow::Datum& left, const arrow::Datum& right, int64_t length,
                             const EvalContext& context) {
  const auto isNullScalar = [](const arrow::Datum& value) { return value.is_scalar() && !value.scalar()->is_valid; };
  if (isNullScalar(left)) return callArrow("is_null", {right}, context);
  if (isNullScalar(right)) return callArrow("is_null", {left}, context);
  const arrow::Datum equal = compareColumns(Comparison::kEqual, left, right, length, context);
  if (equal.null_count() == 0) return equal;
  // Where one is null the answer is whether the other is too.
  const arrow::Datum bothNull =
      callArrow("and", {callArrow("is_null", {left}, context), callArrow("is_null", {right}, context)}, context);
  const arrow::Datum both = bothNull.is_scalar() ? arrow::Datum(spread(bothNull, length, context)) : bothNull;
  return callArrow("coalesce", {equal, both}, context);
}

}  // namespace ferro
