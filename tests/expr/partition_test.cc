#include "expression_table.h"
#include "ferro/engine/expr/xorshift_random.h"
#include "ferro_test.h"

namespace ferro::test {

namespace {

std::string evaluatedAt(const ExprPtr& call, int partition, int64_t rowsBefore, int64_t rows) {
  const auto numbers = *arrow::MakeArrayFromScalar(arrow::Int32Scalar(0), rows);
  const auto batch = batchOf({numbers});
  EvalContext context;
  context.partition = partition;
  context.rowsBefore = rowsBefore;
  return textOf(*evaluateColumn(*compile(*call), *batch, context));
}

}  // namespace

TEST_CASE("hashes are Spark's") {
  checkTable(R"(
    hash | int: 1 | int: -559580957
    hash | bigint: 1 | int: -1712319331
    hash | string: 'Spark' | int: 228093765
    hash | string: 'Spark' | array<int>: [123] | int: 2 | int: -1321691492
    hash | int: NULL | int: 42
    xxhash64 | string: 'Spark' | array<int>: [123] | int: 2 | bigint: 5602566077635097486
  )");
}

TEST_CASE("rows are numbered within their partition") {
  const ExprPtr id = callOf("monotonically_increasing_id", {});
  CHECK(evaluatedAt(id, 0, 0, 3) == "0 1 2");
  CHECK(evaluatedAt(id, 1, 5, 2) == "8589934597 8589934598");
  CHECK(evaluatedAt(callOf("spark_partition_id", {}), 7, 5, 2) == "7 7");
}

TEST_CASE("random numbers go on where the batch before ended") {
  const ExprPtr draw = callOf("rand", {literalOf("bigint: 42")});
  const std::string all = evaluatedAt(draw, 3, 0, 10);
  CHECK(evaluatedAt(draw, 3, 0, 4) + " " + evaluatedAt(draw, 3, 4, 6) == all);
  CHECK(evaluatedAt(draw, 0, 0, 1) == "0.619189370225301");
  XorShiftRandom stepped(1);
  for (int i = 0; i < 100'003; ++i) stepped.nextDouble();
  XorShiftRandom skipped(1);
  skipped.skipDoubles(100'003);
  CHECK(stepped.nextDouble() == skipped.nextDouble());
}

}  // namespace ferro::test
