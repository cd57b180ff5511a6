// Grouping on every kind of session, compared with a map of groups; with little memory; and where nothing repeats.
#include <functional>
#include <map>
#include <set>

#include <arrow/api.h>

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/exchange.h"
#include "ferro/engine/exec/hash_aggregate.h"
#include "ferro/engine/exec/table_source.h"
#include "random_table.h"
#include "spill_meter.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

// In two steps with an exchange between, as plans do it.
std::shared_ptr<arrow::Table> grouped(const Session& session, const std::shared_ptr<arrow::Table>& table,
                                      const AggregatePlan& plan, int numPartitions = 3) {
  const auto source = tableSource(session.core(), table, 4);
  const auto partial = partialAggregate(session.core(), source, plan);
  std::vector<int> keys;
  for (size_t i = 0; i < plan.keys.size(); ++i) keys.push_back(static_cast<int>(i));
  const auto exchanged = keys.empty() ? exchangeToOne(session.core(), partial)
                                      : exchangeByHash(session.core(), partial, keys, numPartitions);
  const auto result = resultSchema(plan, *source->schema());
  return collectTable(session.core(), finalAggregate(session.core(), exchanged, plan, source->schema(), result));
}

std::shared_ptr<arrow::Table> groupedAtOnce(const Session& session, const std::shared_ptr<arrow::Table>& table,
                                            const AggregatePlan& plan) {
  const auto source = tableSource(session.core(), table, 1);
  return collectTable(session.core(),
                      completeAggregate(session.core(), source, plan, resultSchema(plan, *source->schema())));
}

AggregateSpec spec(const char* function, std::vector<int> columns) { return {function, std::move(columns)}; }

// What the oracle can do: each takes the rows of a group.
using Oracle = std::function<Value(const Rows&)>;

template <class Fold>
Oracle overValues(int column, Fold fold) {
  return [=](const Rows& rows) {
    Rows valid;
    for (const Row& row : rows) {
      if (!row[static_cast<size_t>(column)].isNull()) valid.push_back(row);
    }
    return fold(valid, static_cast<size_t>(column));
  };
}

Value sumOf(const Rows& rows, size_t column) {
  if (rows.empty()) return {};
  Value sum = Value::of(int64_t{0});
  for (const Row& row : rows) {
    sum.whole += row[column].whole;
    sum.number += row[column].number;
  }
  return sum;
}

Value averageOf(const Rows& rows, size_t column) {
  if (rows.empty()) return {};
  return Value::of(sumOf(rows, column).number / static_cast<double>(rows.size()));
}

Value smallestOf(const Rows& rows, size_t column) {
  Value best;
  for (const Row& row : rows) {
    if (best.isNull() || row[column] < best) best = row[column];
  }
  return best;
}

Value largestOf(const Rows& rows, size_t column) {
  Value best;
  for (const Row& row : rows) {
    if (best < row[column]) best = row[column];
  }
  return best;
}

struct Case {
  AggregateSpec spec;
  Oracle oracle;
};

std::vector<Case> cases() {
  return {
      {spec("count", {}), [](const Rows& rows) { return Value::of(static_cast<int64_t>(rows.size())); }},
      {spec("count", {kSmall}),
       overValues(kSmall, [](const Rows& rows, size_t) { return Value::of(static_cast<int64_t>(rows.size())); })},
      {spec("sum", {kSmall}), overValues(kSmall, sumOf)},
      {spec("sum", {kReal}), overValues(kReal, sumOf)},
      {spec("sum", {kMoney}), overValues(kMoney, sumOf)},
      {spec("avg", {kSmall}), overValues(kSmall, averageOf)},
      {spec("avg", {kReal}), overValues(kReal, averageOf)},
      {spec("min", {kBig}), overValues(kBig, smallestOf)},
      {spec("max", {kDouble}), overValues(kDouble, largestOf)},
      {spec("min", {kDouble}), overValues(kDouble, smallestOf)},
      {spec("max", {kWord}), overValues(kWord, largestOf)},
      {spec("min", {kText}), overValues(kText, smallestOf)},
      {spec("max", {kMoney}), overValues(kMoney, largestOf)},
      {spec("min", {kDay}), overValues(kDay, smallestOf)},
      {spec("bool_and", {kFlag}), overValues(kFlag, smallestOf)},
  };
}

Rows expectedGroups(const Rows& rows, const std::vector<int>& keys) {
  std::map<Row, Rows> groups;
  for (const Row& row : rows) {
    Row key;
    for (int position : keys) key.push_back(row[static_cast<size_t>(position)]);
    groups[key].push_back(row);
  }
  if (keys.empty()) groups[{}];
  Rows expected;
  for (const auto& [key, members] : groups) {
    Row result = key;
    for (const Case& each : cases()) result.push_back(each.oracle(members));
    expected.push_back(std::move(result));
  }
  return expected;
}

// A decimal average has more digits than the oracle's whole numbers: only the number counts.
Rows withoutWholes(Rows rows) {
  for (Row& row : rows) {
    for (Value& value : row) value.whole = 0;
  }
  return rows;
}

AggregatePlan planOf(const std::vector<int>& keys) {
  AggregatePlan plan{keys, {}};
  for (const Case& each : cases()) plan.aggregates.push_back(each.spec);
  return plan;
}

const std::vector<std::vector<int>> kKeySets = {{kInt}, {kText}, {kDouble}, {kLong, kText}, {kFlag, kInt, kDay}, {}};

}  // namespace

TEST_CASE("groups have the aggregates of their rows on every kind of session") {
  forEachSession([](Session& session) {
    const auto table = randomTable({4'000, 11, 30});
    for (const auto& keys : kKeySets) {
      INFO("seed 11, first key " << (keys.empty() ? -1 : keys[0]) << " of " << keys.size());
      const Rows expected = withoutWholes(expectedGroups(rowsOf(*table), keys));
      checkSameRows(withoutWholes(rowsOf(*grouped(session, table, planOf(keys)))), expected);
    }
  });
}

TEST_CASE("text keys may come as dictionaries, and groups may be made in one step") {
  withSession(localConf("local[2]"), [](Session& session) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const auto table = randomTable({2'000, seed, seed % 2 == 0 ? 900 : 12, true});
      for (const auto& keys : kKeySets) {
        INFO("seed " << seed << ", first key " << (keys.empty() ? -1 : keys[0]) << " of " << keys.size());
        const Rows expected = withoutWholes(expectedGroups(rowsOf(*table), keys));
        checkSameRows(withoutWholes(rowsOf(*grouped(session, table, planOf(keys)))), expected);
        checkSameRows(withoutWholes(rowsOf(*groupedAtOnce(session, table, planOf(keys)))), expected);
      }
    }
  });
}

TEST_CASE("no rows make no groups, but one where there are no keys") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto table = randomTable({10, 1})->Slice(0, 0);
    CHECK(grouped(session, table, planOf({kInt}))->num_rows() == 0);
    const auto sole = grouped(session, table, planOf({}));
    checkSameRows(withoutWholes(rowsOf(*sole)), withoutWholes(expectedGroups({}, {})));
  });
}

TEST_CASE("groups that do not fit in memory go to disk and come out the same") {
  const auto table = randomTable({200'000, 5, 60'000});
  for (const std::vector<int>& keys : {std::vector<int>{kInt, kText}, std::vector<int>{kLong}}) {
    AggregatePlan plan{keys, {spec("count", {}), spec("sum", {kReal}), spec("max", {kWord}), spec("avg", {kSmall})}};
    sameWithTinyMemory("3m", [&](Session& session) { return sortedRows(rowsOf(*grouped(session, table, plan, 2))); });
  }
}

TEST_CASE("lists of values that do not fit in memory keep their order when each group is in one place") {
  const auto table = randomTable({60'000, 6, 3'000});
  AggregatePlan plan{{kInt}, {spec("collect_list", {kRow}), spec("first", {kWord}), spec("last", {kWord})}};
  sameWithTinyMemory("2m", [&](Session& session) { return sortedRows(rowsOf(*groupedAtOnce(session, table, plan))); });
}

TEST_CASE("medians and the best rows of groups that do not fit in memory come out the same") {
  const auto table = randomTable({60'000, 7, 3'000});
  AggregatePlan plan{
      {kInt}, {spec("median", {kDouble}), {"max_by", {kRow, kRow}, false, {3}}, {"min_by", {kText, kRow}, false, {2}}}};
  sameWithTinyMemory("2m", [&](Session& session) { return sortedRows(rowsOf(*groupedAtOnce(session, table, plan))); });
}

TEST_CASE("where keys hardly repeat, rows pass the first step one by one") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto numbers = rangeBatches(session.core(), 0, 400'000, 1, 1, "id");
    AggregatePlan plan{{0}, {spec("count", {}), spec("sum", {0})}};
    const auto partial = partialAggregate(session.core(), numbers, plan);
    CHECK(countRows(session.core(), partial) == 400'000);
    const auto exchanged = exchangeByHash(session.core(), partial, {0}, 2);
    const auto result = resultSchema(plan, *numbers->schema());
    const auto final = finalAggregate(session.core(), exchanged, plan, numbers->schema(), result);
    std::set<int64_t> seen;
    for (const Row& row : rowsOf(*collectTable(session.core(), final))) {
      seen.insert(row[0].whole);
      if (row[1].whole != 1 || row[2].whole != row[0].whole) FAIL("a wrong group: " << textOf(row));
    }
    CHECK(seen.size() == 400'000);
  });
}

TEST_CASE("a sum that does not fit a bigint is an error that says so") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto numbers = rangeBatches(session.core(), INT64_MAX - 3, INT64_MAX, 1, 1, "id");
    AggregatePlan plan{{}, {spec("sum", {0})}};
    const auto sums = completeAggregate(session.core(), numbers, plan, resultSchema(plan, *numbers->schema()));
    const Error error = errorOf([&] { collectTable(session.core(), sums); });
    CHECK_THAT(error.what(), Catch::Contains("[ARITHMETIC_OVERFLOW]"));
    CHECK(isOneLine(error.what()));
  });
}

}  // namespace ferro::test
