// hash and xxhash64 of any number of columns.
#include <array>

#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/spark_hash.h"

namespace ferro {

namespace {

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

constexpr std::array kFunctions{
    ScalarFunction{.name = "hash",
                   .resolve = resolveBySignature,
                   .evaluate = hashRows<int32_t, murmurValue>,
                   .strict = false,
                   .signature = "any* -> int!"},
    ScalarFunction{.name = "xxhash64",
                   .resolve = resolveBySignature,
                   .evaluate = hashRows<int64_t, xxhashValue>,
                   .strict = false,
                   .signature = "any* -> bigint!"},
};

}  // namespace

std::span<const ScalarFunction> hashFunctions() { return kFunctions; }

}  // namespace ferro
