// Making and opening nested values: array, named_struct, map, element_at, getItem, getField, map_keys, map_values.
#include <algorithm>
#include <array>
#include <numeric>

#include <arrow/array/concatenate.h>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/list_rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/value_order.h"
#include "ferro/engine/expr/value_text.h"

namespace ferro {

namespace {

const arrow::MapType& mapOf(const arrow::DataType& type) { return static_cast<const arrow::MapType&>(type); }

ResolvedCall resolveArray(const CallSite& call) {
  const TypePtr element = commonArgumentType(call);
  ResolvedCall resolved{{}, arrow::list(element), false};
  resolved.argumentTypes.assign(call.arguments.size(), element);
  return resolved;
}

// All arguments, one column behind the other: the values of row r of argument i are at i * rows + r.
std::shared_ptr<arrow::Array> stacked(const Arguments& arguments, size_t first, size_t step, int64_t rows,
                                      const TypePtr& type, EvalContext& context) {
  arrow::ArrayVector columns{valueOf(arrow::MakeEmptyArray(type, poolOf(context)), "an empty column")};
  for (size_t i = first; i < arguments.size(); i += step) columns.push_back(spread(arguments[i], rows, context));
  return valueOf(arrow::Concatenate(columns, poolOf(context)), "columns of an array");
}

arrow::Datum makeArray(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  ListWriter writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < arguments.size(); ++i) writer.add(static_cast<int64_t>(i) * rows + row);
    writer.endRow();
  }
  const TypePtr& element = static_cast<const arrow::ListType&>(*call.type).value_type();
  return writer.finish(stacked(arguments, 0, 1, rows, element, context));
}

// Names that are constants, each with a value.
ResolvedCall resolveStruct(const CallSite& call) {
  if (call.arguments.size() % 2 != 0) throwWrongCount(call, "2n");
  arrow::FieldVector fields;
  ResolvedCall resolved{{}, nullptr, false};
  for (size_t i = 0; i < call.arguments.size(); i += 2) {
    const Expr& name = *call.arguments[i];
    if (name.kind != ExprKind::kLiteral || !isText(*name.type) || !name.literal->is_valid) {
      throwWrongType(call, i, "constant \"STRING\"");
    }
    const Expr& value = *call.arguments[i + 1];
    fields.push_back(arrow::field(name.literal->ToString(), value.type, value.nullable));
    resolved.argumentTypes.push_back(name.type);
    resolved.argumentTypes.push_back(value.type);
  }
  resolved.type = arrow::struct_(std::move(fields));
  return resolved;
}

arrow::Datum makeStruct(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  std::vector<std::shared_ptr<arrow::ArrayData>> children;
  for (size_t i = 1; i < arguments.size(); i += 2) children.push_back(spread(arguments[i], rows, context)->data());
  return arrow::ArrayData::Make(call.type, rows, {nullptr}, std::move(children), 0);
}

ResolvedCall resolveMap(const CallSite& call) {
  if (call.arguments.size() % 2 != 0) throwWrongCount(call, "2n");
  const TypePtr key = commonArgumentType(call, 0, 2);
  const TypePtr item = commonArgumentType(call, 1, 2);
  ResolvedCall resolved{{}, arrow::map(key, item), false};
  for (size_t i = 0; i < call.arguments.size(); ++i) resolved.argumentTypes.push_back(i % 2 == 0 ? key : item);
  return resolved;
}

void checkKey(const arrow::Array& keys, int64_t place, int64_t firstOfRow, int64_t step) {
  if (keys.IsNull(place)) throw Error(ErrorCode::kInvalidArgument, "[NULL_MAP_KEY] Cannot use null as map key.");
  for (int64_t earlier = firstOfRow; earlier < place; earlier += step) {
    if (compareValues(keys, earlier, keys, place) == 0) {
      throw Error(ErrorCode::kInvalidArgument, "[DUPLICATED_MAP_KEY] Duplicate map key " + valueText(keys, place) +
                                                   " was found, please check the input data.");
    }
  }
}

arrow::Datum makeMap(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const auto pairs = static_cast<int64_t>(arguments.size() / 2);
  const auto keys = stacked(arguments, 0, 2, rows, mapOf(*call.type).key_type(), context);
  const auto items = stacked(arguments, 1, 2, rows, mapOf(*call.type).item_type(), context);
  const TypePtr entry = call.type->field(0)->type();
  const auto entries =
      arrow::MakeArray(arrow::ArrayData::Make(entry, keys->length(), {nullptr}, {keys->data(), items->data()}, 0));
  ListWriter writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t pair = 0; pair < pairs; ++pair) {
      checkKey(*keys, pair * rows + row, row, rows);
      writer.add(pair * rows + row);
    }
    writer.endRow();
  }
  return writer.finish(entries);
}

template <bool kKeys>
ResolvedCall resolveMapPart(const CallSite& call) {
  if (call.arguments.size() != 1) throwWrongCount(call, "1");
  const TypePtr& type = call.arguments[0]->type;
  if (type->id() != arrow::Type::MAP) throwWrongType(call, 0, "\"MAP\"");
  return {{type}, arrow::list(kKeys ? mapOf(*type).key_type() : mapOf(*type).item_type()), anyNullable(call)};
}

// The list has the map's offsets and validity, and one of its two columns.
template <bool kKeys>
arrow::Datum mapPart(const Expr& call, const Arguments& arguments, int64_t, EvalContext& context) {
  const auto array = arrayOf(arguments[0], context);
  const auto& map = static_cast<const arrow::MapArray&>(*array);
  auto data = array->data()->Copy();
  data->type = call.type;
  data->child_data = {(kKeys ? map.keys() : map.items())->data()};
  return data;
}

// Of an array, the type of its elements.
const arrow::DataType& structOf(const arrow::DataType& type) {
  return type.id() == arrow::Type::LIST ? *static_cast<const arrow::ListType&>(type).value_type() : type;
}

bool isArrayOfStructs(const arrow::DataType& type) {
  return type.id() == arrow::Type::LIST && structOf(type).id() == arrow::Type::STRUCT;
}

int fieldPlace(const CallSite& call) {
  const arrow::DataType& type = structOf(*call.arguments[0]->type);
  const Expr& name = *call.arguments[1];
  if (name.kind != ExprKind::kLiteral || !isText(*name.type) || !name.literal->is_valid) {
    throwWrongType(call, 1, "constant \"STRING\"");
  }
  const std::string wanted = name.literal->ToString();
  std::vector<std::string_view> names;
  for (const auto& field : type.fields()) names.push_back(field->name());
  const auto nearest = nearestName(wanted, names);
  for (int i = 0; i < type.num_fields(); ++i) {
    if (equalIgnoringCase(type.field(i)->name(), wanted)) return i;
  }
  throw Error(ErrorCode::kNotFound, "[FIELD_NOT_FOUND] No such struct field `" + wanted + "` in " + callText(call) +
                                        (nearest ? ". Did you mean `" + std::string(*nearest) + "`?" : "."));
}

ResolvedCall resolveItem(const CallSite& call) {
  if (call.arguments.size() != 2) throwWrongCount(call, "2");
  const TypePtr& type = call.arguments[0]->type;
  const TypePtr& key = call.arguments[1]->type;
  if (type->id() == arrow::Type::STRUCT) {
    const auto& field = type->field(fieldPlace(call));
    return {{type, key}, field->type(), call.arguments[0]->nullable || field->nullable()};
  }
  const bool isField = call.function == "getField" || isText(*key);
  if (isField && isArrayOfStructs(*type)) {
    return {{type, key}, arrow::list(structOf(*type).field(fieldPlace(call))->type()), call.arguments[0]->nullable};
  }
  if (type->id() == arrow::Type::MAP) {
    if (implicitCast(key, mapOf(*type).key_type()) == nullptr) throwDifferentTypes(call);
    return {{type, mapOf(*type).key_type()}, mapOf(*type).item_type(), true};
  }
  if (type->id() != arrow::Type::LIST) throwWrongType(call, 0, "(\"ARRAY\" or \"MAP\" or \"STRUCT\")");
  const bool fraction = isNumeric(*key) && !isIntegral(*key);
  if (fraction || implicitCast(key, arrow::int32()) == nullptr) throwWrongType(call, 1, "\"INT\"");
  return {{type, arrow::int32()}, static_cast<const arrow::ListType&>(*type).value_type(), true};
}

// How an index of an array counts, and what one that is out of bounds gives.
enum class Indexing : uint8_t { kFromZero, kFromZeroOrNull, kFromOne, kFromOneOrNull };

int64_t placeOf(int64_t index, int64_t size, Indexing indexing) {
  if (indexing == Indexing::kFromZero || indexing == Indexing::kFromZeroOrNull) {
    if (index >= 0 && index < size) return index;
    if (indexing == Indexing::kFromZero) throwIndexOutOfBounds(index, size);
    return -1;
  }
  if (index == 0) {
    throw Error(ErrorCode::kInvalidArgument,
                "[INVALID_INDEX_OF_ZERO] The index 0 is invalid. An index shall be either "
                "< 0 or > 0 (the first element has index 1).");
  }
  const int64_t place = index > 0 ? index - 1 : size + index;
  if (place >= 0 && place < size) return place;
  if (indexing == Indexing::kFromOne) throwElementOutOfBounds(index, size);
  return -1;
}

arrow::Datum arrayItem(const Arguments& arguments, int64_t rows, EvalContext& context, Indexing indexing) {
  const ListRows lists(arguments[0], context);
  const ArgumentRows<int32_t> index(arguments[1], context);
  std::vector<int64_t> positions(static_cast<size_t>(rows), -1);
  for (int64_t row = 0; row < rows; ++row) {
    if (!lists.valid(row) || !index.valid(row)) continue;
    const int64_t place = placeOf(index[row], lists.size(row), indexing);
    if (place >= 0) positions[static_cast<size_t>(row)] = lists.begin(row) + place;
  }
  return pickElements(lists.values(), positions, context);
}

arrow::Datum mapItem(const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ListRows entries(arguments[0], context);
  const auto wanted = arrayOf(arguments[1], context);
  const auto& map = static_cast<const arrow::MapArray&>(entries.list());
  std::vector<int64_t> positions(static_cast<size_t>(rows), -1);
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t key = arguments[1].is_scalar() ? 0 : row;
    if (!entries.valid(row) || wanted->IsNull(key)) continue;
    for (int64_t at = entries.begin(row); at < entries.end(row); ++at) {
      if (compareValues(*map.keys(), at, *wanted, key) == 0) positions[static_cast<size_t>(row)] = at;
    }
  }
  return pickElements(map.items(), positions, context);
}

// The field of each struct in each array.
arrow::Datum fieldOfElements(const Expr& call, const Arguments& arguments, EvalContext& context) {
  const auto array = arrayOf(arguments[0], context);
  const auto& lists = static_cast<const arrow::ListArray&>(*array);
  const auto& structs = static_cast<const arrow::StructArray&>(*lists.values());
  const int place = fieldPlace({call.name, call.children});
  auto data = array->data()->Copy();
  data->type = call.type;
  data->child_data = {valueOf(structs.GetFlattenedField(place, poolOf(context)), "a field of a struct")->data()};
  if (!arguments[0].is_scalar()) return data;
  return valueOf(arrow::MakeArray(data)->GetScalar(0), "a field of a struct");
}

ResolvedCall resolveMapSort(const CallSite& call) {
  if (call.arguments.size() != 1) throwWrongCount(call, "1");
  const TypePtr& type = call.arguments[0]->type;
  if (type->id() != arrow::Type::MAP) throwWrongType(call, 0, "\"MAP\"");
  return {{type}, type, anyNullable(call)};
}

// The entries in the order of their keys.
arrow::Datum mapSort(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ListRows entries(arguments[0], context);
  const auto& map = static_cast<const arrow::MapArray&>(entries.list());
  ListWriter writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    if (!entries.valid(row)) {
      writer.appendNull();
      continue;
    }
    std::vector<int64_t> places(static_cast<size_t>(entries.size(row)));
    std::iota(places.begin(), places.end(), entries.begin(row));
    std::sort(places.begin(), places.end(),
              [&](int64_t a, int64_t b) { return compareValues(*map.keys(), a, *map.keys(), b) < 0; });
    for (const int64_t place : places) writer.add(place);
    writer.endRow();
  }
  return writer.finish(entries.values());
}

template <Indexing kIndexing>
arrow::Datum item(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const auto id = call.child(0).type->id();
  if (isArrayOfStructs(*call.child(0).type) && isText(*call.child(1).type))
    return fieldOfElements(call, arguments, context);
  if (id == arrow::Type::MAP) return mapItem(arguments, rows, context);
  if (id == arrow::Type::LIST) return arrayItem(arguments, rows, context, kIndexing);
  const auto array = arrayOf(arguments[0], context);
  const auto& structs = static_cast<const arrow::StructArray&>(*array);
  const int place = fieldPlace({call.name, call.children});
  const auto field = valueOf(structs.GetFlattenedField(place, poolOf(context)), "a field of a struct");
  if (!arguments[0].is_scalar()) return field;
  return valueOf(field->GetScalar(0), "a field of a struct");
}

constexpr std::array kNestedFunctions{
    ScalarFunction{.name = "array", .resolve = resolveArray, .evaluate = makeArray, .strict = false},
    ScalarFunction{.name = "named_struct", .resolve = resolveStruct, .evaluate = makeStruct, .strict = false},
    ScalarFunction{.name = "map", .resolve = resolveMap, .evaluate = makeMap, .strict = false, .canThrow = true},
    ScalarFunction{.name = "map_keys", .resolve = resolveMapPart<true>, .evaluate = mapPart<true>},
    ScalarFunction{.name = "map_sort", .resolve = resolveMapSort, .evaluate = mapSort},
    ScalarFunction{.name = "map_values", .resolve = resolveMapPart<false>, .evaluate = mapPart<false>},
    ScalarFunction{.name = "getItem", .resolve = resolveItem, .evaluate = item<Indexing::kFromZero>, .canThrow = true},
    ScalarFunction{.name = "getField", .resolve = resolveItem, .evaluate = item<Indexing::kFromZero>},
    ScalarFunction{.name = "get", .resolve = resolveItem, .evaluate = item<Indexing::kFromZeroOrNull>},
    ScalarFunction{
        .name = "element_at", .resolve = resolveItem, .evaluate = item<Indexing::kFromOne>, .canThrow = true},
    ScalarFunction{.name = "try_element_at", .resolve = resolveItem, .evaluate = item<Indexing::kFromOneOrNull>},
};

}  // namespace

std::span<const ScalarFunction> nestedFunctions() { return kNestedFunctions; }

}  // namespace ferro
