// hash and xxhash64 of any number of columns.
#include <algorithm>
#include <array>

#include "ferro/common/error.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/spark_hash.h"

namespace ferro {

namespace {

bool hasMap(const arrow::DataType& type) {
  if (type.id() == arrow::Type::MAP) return true;
  return std::any_of(type.fields().begin(), type.fields().end(),
                     [](const auto& field) { return hasMap(*field->type()); });
}

// Maps that are equal may have their entries in different orders.
ResolvedCall resolveHash(const CallSite& call) {
  if (call.arguments.empty()) throwWrongCount(call, "1 or more");
  for (const ExprPtr& argument : call.arguments) {
    if (!hasMap(*argument->type)) continue;
    throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.HASH_MAP_TYPE] Cannot resolve \"" + callText(call) +
                                                 "\" due to data type mismatch: Input to the function `" +
                                                 std::string(call.function) +
                                                 "` cannot contain elements of the \"MAP\" type; hash map_keys() and "
                                                 "map_values() of it");
  }
  return resolveBySignature(call);
}

template <class Hash, auto kHashValue>
arrow::Datum hashRows(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  arrow::ArrayVector columns;
  for (const arrow::Datum& argument : arguments) columns.push_back(arrayOf(argument, context));
  ColumnWriter<Hash> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    Hash hash = kSparkHashSeed;
    for (size_t i = 0; i < columns.size(); ++i) {
      hash = kHashValue(*columns[i], arguments[i].is_scalar() ? 0 : row, hash);
    }
    writer.append(hash);
  }
  return writer.finish();
}

constexpr std::array kHashFunctions{
    ScalarFunction{.name = "hash",
                   .resolve = resolveHash,
                   .evaluate = hashRows<int32_t, murmurValue>,
                   .strict = false,
                   .signature = "any* -> int!"},
    ScalarFunction{.name = "xxhash64",
                   .resolve = resolveHash,
                   .evaluate = hashRows<int64_t, xxhashValue>,
                   .strict = false,
                   .signature = "any* -> bigint!"},
};

}  // namespace

std::span<const ScalarFunction> hashFunctions() { return kHashFunctions; }

}  // namespace ferro
