// Functions of arrays: size, array_contains, sort_array, array_distinct, array_join, reverse and the like.
#include <algorithm>
#include <array>

#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/list_rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/utf8_text.h"
#include "ferro/engine/expr/value_order.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

bool isArray(const arrow::DataType& type) { return type.id() == arrow::Type::LIST; }

const TypePtr& elementType(const arrow::DataType& type) {
  return static_cast<const arrow::ListType&>(type).value_type();
}

void requireArray(const CallSite& call, size_t least, size_t most) {
  const size_t count = call.arguments.size();
  if (count < least || count > most) {
    throwWrongCount(call,
                    least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most));
  }
  if (!isArray(*call.arguments[0]->type)) throwWrongType(call, 0, "\"ARRAY\"");
}

ResolvedCall resolveSize(const CallSite& call) {
  if (call.arguments.size() != 1) throwWrongCount(call, "1");
  const TypePtr& type = call.arguments[0]->type;
  if (!isArray(*type) && type->id() != arrow::Type::MAP) throwWrongType(call, 0, "(\"ARRAY\" or \"MAP\")");
  return {{type}, arrow::int32(), anyNullable(call)};
}

arrow::Datum size(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ListRows lists(arguments[0], context);
  ColumnWriter<int32_t> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    if (lists.valid(row)) {
      writer.append(static_cast<int32_t>(lists.size(row)));
    } else {
      writer.appendNull();
    }
  }
  return writer.finish();
}

// The array, and a value of its element's type.
ResolvedCall resolveSearch(const CallSite& call) {
  requireArray(call, 2, 2);
  if (isNull(*call.arguments[1]->type)) throwWrongType(call, 1, quotedSqlName(*elementType(*call.arguments[0]->type)));
  const TypePtr element = commonType(elementType(*call.arguments[0]->type), call.arguments[1]->type);
  if (element == nullptr) throwDifferentTypes(call);
  const TypePtr result = call.function == "array_position" ? arrow::int64() : arrow::boolean();
  return {{arrow::list(element), element}, result, true};
}

// Where the value is, from 0; below 0 when it is not there. `sawNull` says that some element was null.
int64_t placeOf(const ListRows& lists, int64_t row, const arrow::Array& value, int64_t valueRow, bool& sawNull) {
  for (int64_t at = lists.begin(row); at < lists.end(row); ++at) {
    if (lists.values()->IsNull(at)) {
      sawNull = true;
    } else if (compareValues(*lists.values(), at, value, valueRow) == 0) {
      return at - lists.begin(row);
    }
  }
  return -1;
}

template <class Result, class Answer>
arrow::Datum search(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context,
                    const Answer& answer) {
  const ListRows lists(arguments[0], context);
  const auto values = arrayOf(arguments[1], context);
  ColumnWriter<Result> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t valueRow = arguments[1].is_scalar() ? 0 : row;
    std::optional<Result> found;
    if (lists.valid(row) && values->IsValid(valueRow)) {
      bool sawNull = false;
      const int64_t place = placeOf(lists, row, *values, valueRow, sawNull);
      found = answer(place, sawNull);
    }
    if (found) {
      writer.append(*found);
    } else {
      writer.appendNull();
    }
  }
  return writer.finish();
}

arrow::Datum arrayContains(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return search<bool>(call, arguments, rows, context, [](int64_t place, bool sawNull) -> std::optional<bool> {
    if (place < 0 && sawNull) return std::nullopt;
    return place >= 0;
  });
}

arrow::Datum arrayPosition(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return search<int64_t>(call, arguments, rows, context,
                         [](int64_t place, bool) -> std::optional<int64_t> { return place + 1; });
}

ResolvedCall resolveSort(const CallSite& call) {
  requireArray(call, 1, 2);
  ResolvedCall resolved{{call.arguments[0]->type}, call.arguments[0]->type, anyNullable(call)};
  if (call.arguments.size() == 2) {
    if (implicitCast(call.arguments[1]->type, arrow::boolean()) == nullptr) throwWrongType(call, 1, "\"BOOLEAN\"");
    resolved.argumentTypes.push_back(arrow::boolean());
  }
  return resolved;
}

// New lists of a list's elements: arrange(positions, row) changes their order or leaves some out.
template <class Arrange>
arrow::Datum rearranged(const TypePtr& type, const arrow::Datum& argument, int64_t rows, EvalContext& context,
                        const Arrange& arrange) {
  const ListRows lists(argument, context);
  ListWriter writer(type, rows, context);
  std::vector<int64_t> positions;
  for (int64_t row = 0; row < rows; ++row) {
    if (!lists.valid(row)) {
      writer.appendNull();
      continue;
    }
    positions.clear();
    for (int64_t at = lists.begin(row); at < lists.end(row); ++at) positions.push_back(at);
    arrange(positions, row, *lists.values());
    for (const int64_t position : positions) writer.add(position);
    writer.endRow();
  }
  return writer.finish(lists.values());
}

// Nulls come first, or last when the order goes down.
arrow::Datum sortArray(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ArgumentRows<bool> ascending(arguments.size() > 1 ? arguments[1] : arrow::Datum(true), context);
  return rearranged(call.type, arguments[0], rows, context,
                    [&](std::vector<int64_t>& positions, int64_t row, const arrow::Array& values) {
                      const bool up = ascending[row];
                      std::stable_sort(positions.begin(), positions.end(), [&](int64_t a, int64_t b) {
                        const int order = compareValues(values, a, values, b);
                        return up ? order < 0 : order > 0;
                      });
                    });
}

ResolvedCall resolveSameArray(const CallSite& call) {
  requireArray(call, 1, 1);
  return {{call.arguments[0]->type}, call.arguments[0]->type, anyNullable(call)};
}

// Zeros are one value, and the one that is kept has no sign.
arrow::Datum withoutNegativeZeros(const arrow::Datum& lists, EvalContext& context) {
  auto data = lists.array()->Copy();
  const auto values = arrow::MakeArray(data->child_data[0]);
  if (!isFloating(*values->type())) return lists;
  const arrow::Datum zero = valueOf(arrow::MakeScalar(values->type(), 0), "zero");
  data->child_data = {callArrow("add", {values, zero}, context).array()};
  return data;
}

arrow::Datum arrayDistinct(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const arrow::Datum distinct = rearranged(
      call.type, arguments[0], rows, context, [](std::vector<int64_t>& positions, int64_t, const arrow::Array& values) {
        std::vector<int64_t> kept;
        for (const int64_t position : positions) {
          const bool seen = std::ranges::any_of(
              kept, [&](int64_t earlier) { return compareValues(values, earlier, values, position) == 0; });
          if (!seen) kept.push_back(position);
        }
        positions = std::move(kept);
      });
  return withoutNegativeZeros(distinct, context);
}

ResolvedCall resolveReverse(const CallSite& call) {
  if (call.arguments.size() != 1) throwWrongCount(call, "1");
  if (isArray(*call.arguments[0]->type)) return resolveSameArray(call);
  if (call.arguments[0]->type->id() == arrow::Type::BINARY)
    return {{arrow::binary()}, arrow::binary(), anyNullable(call)};
  if (implicitCast(call.arguments[0]->type, arrow::utf8()) == nullptr)
    throwWrongType(call, 0, "(\"STRING\" or \"ARRAY\")");
  return {{arrow::utf8()}, arrow::utf8(), anyNullable(call)};
}

arrow::Datum reverse(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (isText(*call.type)) {
    return mapRows<std::string_view>(call.type, arguments, rows, context, [](std::string_view text) {
      std::string reversed;
      for (; !text.empty(); text.remove_prefix(characterBytes(text))) {
        reversed.insert(0, text.substr(0, characterBytes(text)));
      }
      return reversed;
    });
  }
  if (call.type->id() == arrow::Type::BINARY) {
    return mapRows<std::string_view>(call.type, arguments, rows, context,
                                     [](std::string_view bytes) { return std::string(bytes.rbegin(), bytes.rend()); });
  }
  return rearranged(
      call.type, arguments[0], rows, context,
      [](std::vector<int64_t>& positions, int64_t, const arrow::Array&) { std::ranges::reverse(positions); });
}

template <bool kLargest>
arrow::Datum extremeElement(const Expr&, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ListRows lists(arguments[0], context);
  std::vector<int64_t> positions(static_cast<size_t>(rows), -1);
  for (int64_t row = 0; row < rows; ++row) {
    int64_t& best = positions[static_cast<size_t>(row)];
    for (int64_t at = lists.begin(row); lists.valid(row) && at < lists.end(row); ++at) {
      if (lists.values()->IsNull(at)) continue;
      const int order = best < 0 ? 0 : compareValues(*lists.values(), at, *lists.values(), best);
      if (best < 0 || (kLargest ? order > 0 : order < 0)) best = at;
    }
  }
  return pickElements(lists.values(), positions, context);
}

ResolvedCall resolveExtremeElement(const CallSite& call) {
  requireArray(call, 1, 1);
  return {{call.arguments[0]->type}, elementType(*call.arguments[0]->type), true};
}

// A null element is left out, unless there is a text to stand for it.
arrow::Datum arrayJoin(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ListRows lists(arguments[0], context);
  const ArgumentRows<std::string_view> separator(arguments[1], context);
  const ArgumentRows<std::string_view> filler(arguments.size() > 2 ? arguments[2] : arguments[1], context);
  const auto& texts = static_cast<const arrow::StringArray&>(*lists.values());
  ColumnWriter<std::string_view> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    if (!lists.valid(row) || !separator.valid(row) || !filler.valid(row)) {
      writer.appendNull();
      continue;
    }
    std::string joined;
    bool first = true;
    for (int64_t at = lists.begin(row); at < lists.end(row); ++at) {
      if (texts.IsNull(at) && arguments.size() < 3) continue;
      if (!first) joined += separator[row];
      joined += texts.IsNull(at) ? filler[row] : texts.GetView(at);
      first = false;
    }
    writer.append(joined);
  }
  return writer.finish();
}

constexpr std::array kArrayFunctions{
    ScalarFunction{.name = "size", .resolve = resolveSize, .evaluate = size},
    ScalarFunction{.name = "cardinality", .resolve = resolveSize, .evaluate = size},
    ScalarFunction{.name = "array_size", .resolve = resolveSize, .evaluate = size},
    ScalarFunction{.name = "array_contains", .resolve = resolveSearch, .evaluate = arrayContains},
    ScalarFunction{.name = "array_position", .resolve = resolveSearch, .evaluate = arrayPosition},
    ScalarFunction{.name = "sort_array", .resolve = resolveSort, .evaluate = sortArray},
    ScalarFunction{.name = "array_distinct", .resolve = resolveSameArray, .evaluate = arrayDistinct},
    ScalarFunction{.name = "array_min", .resolve = resolveExtremeElement, .evaluate = extremeElement<false>},
    ScalarFunction{.name = "array_max", .resolve = resolveExtremeElement, .evaluate = extremeElement<true>},
    ScalarFunction{.name = "array_join",
                   .resolve = resolveBySignature,
                   .evaluate = arrayJoin,
                   .signature = "array<string>, string, string? -> string"},
    ScalarFunction{.name = "reverse", .resolve = resolveReverse, .evaluate = reverse},
};

}  // namespace

std::span<const ScalarFunction> arrayFunctions() { return kArrayFunctions; }

}  // namespace ferro
