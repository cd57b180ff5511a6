// Operators inside of a stage: sources, limits, unions, coalescing, samples, projections and filters.
#include "ferro/engine/exec/narrow.h"

#include <arrow/api.h>

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/project.h"
#include "ferro/engine/exec/table_source.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/expr/xorshift_random.h"
#include "random_table.h"
#include "session_grid.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

Rows numbers(int64_t begin, int64_t end, int64_t step = 1) {
  Rows rows;
  for (int64_t i = begin; step > 0 ? i < end : i > end; i += step) rows.push_back({Value::of(i)});
  return rows;
}

ExprPtr constant(int64_t value) { return expr::literal(std::make_shared<arrow::Int64Scalar>(value)); }

ExprPtr id() { return expr::input(0, arrow::int64(), false, "id"); }

ExprPtr call(const char* function, ExprPtr a, ExprPtr b) {
  return resolveCall(expr::call(function, {std::move(a), std::move(b)}));
}

}  // namespace

TEST_CASE("a table comes back as it was, from every kind of session") {
  forEachSession([](Session& session) {
    for (const bool dictionaries : {false, true}) {
      const auto table = randomTable({900, 51, 30, dictionaries});
      for (int parts : {1, 3, 7}) {
        const auto source = tableSource(session.core(), table, parts);
        checkSameSequence(rowsOf(*collectTable(session.core(), source)), rowsOf(*table));
        CHECK(countRows(session.core(), source) == 900);
        checkSameSequence(rowsOf(*takeTable(session.core(), source, 400)), rowsOf(*table->Slice(0, 400)));
        CHECK(takeTable(session.core(), source, 5'000)->num_rows() == 900);
      }
    }
  });
}

TEST_CASE("ranges go up and down, and by any step") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto range = [&](int64_t start, int64_t end, int64_t step) {
      return rowsOf(*collectTable(session.core(), rangeBatches(session.core(), start, end, step, 3)));
    };
    checkSameSequence(range(0, 100'000, 1), numbers(0, 100'000));
    checkSameSequence(range(10, -10, -3), numbers(10, -10, -3));
    CHECK(range(5, 5, 1).empty());
    CHECK(range(INT64_MIN, INT64_MAX, INT64_MAX).size() == 3);
    CHECK_THROWS_AS(rangeBatches(session.core(), 0, 1, 0, 1), Error);
  });
}

TEST_CASE("limits, unions and coalescing keep the order of rows") {
  forEachLocalSession([](Session& session) {
    const auto rows = rangeBatches(session.core(), 0, 90'000, 1, 3);
    const auto collected = [&](const BatchNodePtr& node) { return rowsOf(*collectTable(session.core(), node)); };
    const auto limited = localLimit(session.core(), rows, 5, 2);
    Rows expected;
    for (int64_t start : {2, 30'002, 60'002}) {
      for (int64_t i = 0; i < 5; ++i) expected.push_back({Value::of(start + i)});
    }
    checkSameSequence(collected(limited), expected);
    CHECK(collected(localLimit(session.core(), rows, 40'000, 29'990)).size() == 30);
    const auto both = unionBatches(session.core(), {limited, rangeBatches(session.core(), 0, 3, 1, 2, "other")});
    CHECK(both->numPartitions() == 5);
    for (const Row& row : numbers(0, 3)) expected.push_back(row);
    checkSameSequence(collected(both), expected);
    const auto fewer = coalesceBatches(session.core(), both, 2);
    CHECK(fewer->numPartitions() == 2);
    checkSameSequence(collected(fewer), expected);
  });
}

TEST_CASE("samples are drawn with Spark's own random numbers") {
  // What `select rand(0)` and `select rand(42)` give in Spark.
  CHECK(XorShiftRandom(0).nextDouble() == 0.7604953758285915);
  CHECK(XorShiftRandom(42).nextDouble() == 0.619189370225301);
  withSession(localConf("local[2]"), [](Session& session) {
    const auto rows = rangeBatches(session.core(), 0, 50'000, 1, 4);
    const auto sample = [&](double lower, double upper) {
      return rowsOf(*collectTable(session.core(), sampleBatches(session.core(), rows, {lower, upper, false, 9})));
    };
    const Rows low = sample(0, 0.3);
    const Rows high = sample(0.3, 1);
    CHECK(static_cast<double>(low.size()) == Approx(15'000).epsilon(0.03));
    Rows all = low;
    all.insert(all.end(), high.begin(), high.end());
    checkSameRows(all, numbers(0, 50'000));
    checkSameSequence(sample(0, 0.3), low);
    CHECK(sample(0.5, 0.5).empty());
    const auto often = sampleBatches(session.core(), rows, {0, 2.0, true, 9});
    CHECK(static_cast<double>(countRows(session.core(), often)) == Approx(100'000).epsilon(0.03));
  });
}

TEST_CASE("columns are computed and rows chosen, on every kind of session") {
  forEachSession([](Session& session) {
    const auto rows = rangeBatches(session.core(), 0, 1'000, 1, 3);
    const auto schema = arrow::schema({arrow::field("twice", arrow::int64()), arrow::field("one", arrow::int64())});
    const auto chosen = filterBatches(session.core(), rows, call("<", id(), constant(5)));
    const auto twice = projectBatches(session.core(), chosen, {call("+", id(), id()), constant(1)}, schema);
    Rows expected;
    for (int64_t i = 0; i < 5; ++i) expected.push_back({Value::of(2 * i), Value::of(int64_t{1})});
    checkSameSequence(rowsOf(*collectTable(session.core(), twice)), expected);
    CHECK(countRows(session.core(), filterBatches(session.core(), rows, call("<", id(), constant(0)))) == 0);
    CHECK(countRows(session.core(), filterBatches(session.core(), rows, call("<", id(), constant(1'000)))) == 1'000);
  });
}

}  // namespace ferro::test
