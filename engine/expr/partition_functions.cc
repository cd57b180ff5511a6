// Functions whose value depends on the partition and the place in it: rand, monotonically_increasing_id and
// spark_partition_id.
#include <array>

#include "ferro/common/error.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/xorshift_random.h"

namespace ferro {

namespace {

arrow::Datum increasingId(const Expr& call, const Arguments&, int64_t rows, EvalContext& context) {
  constexpr int kPlaceBits = 33;
  const int64_t first = (static_cast<int64_t>(context.partition) << kPlaceBits) + context.rowsBefore;
  ColumnWriter<int64_t> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) writer.append(first + row);
  return writer.finish();
}

arrow::Datum partitionId(const Expr&, const Arguments&, int64_t, EvalContext& context) {
  return arrow::Datum(int32_t{context.partition});
}

arrow::Datum randomNumbers(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (arguments.empty() || !arguments[0].is_scalar()) {
    throw Error(ErrorCode::kInvalidArgument, "rand takes a seed that is a constant, such as rand(42)");
  }
  const int64_t seed = arguments[0].scalar_as<arrow::Int64Scalar>().value;
  XorShiftRandom random(seed + context.partition);
  random.skipDoubles(context.rowsBefore);
  ColumnWriter<double> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) writer.append(random.nextDouble());
  return writer.finish();
}

constexpr std::array kPartitionFunctions{
    ScalarFunction{.name = "monotonically_increasing_id",
                   .resolve = resolveBySignature,
                   .evaluate = increasingId,
                   .deterministic = false,
                   .signature = "-> bigint!"},
    ScalarFunction{.name = "spark_partition_id",
                   .resolve = resolveBySignature,
                   .evaluate = partitionId,
                   .deterministic = false,
                   .signature = "-> int!"},
    ScalarFunction{.name = "rand",
                   .resolve = resolveBySignature,
                   .evaluate = randomNumbers,
                   .deterministic = false,
                   .signature = "bigint -> double!"},
    ScalarFunction{.name = "random",
                   .resolve = resolveBySignature,
                   .evaluate = randomNumbers,
                   .deterministic = false,
                   .signature = "bigint -> double!"},
};

}  // namespace

std::span<const ScalarFunction> partitionFunctions() { return kPartitionFunctions; }

}  // namespace ferro
