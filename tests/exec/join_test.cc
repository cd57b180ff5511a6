// Joins of every type, compared with two loops; with conditions, with little memory, and with a broadcast side.
#include "ferro/engine/exec/join.h"

#include <array>
#include <functional>
#include <set>

#include <arrow/api.h>

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/exchange.h"
#include "ferro/engine/exec/merge_join.h"
#include "ferro/engine/exec/sort.h"
#include "ferro/engine/exec/table_source.h"
#include "ferro/engine/expr/functions.h"
#include "random_table.h"
#include "spill_meter.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

using Condition = std::function<bool(const Row& left, const Row& right)>;

constexpr std::array kTypes{JoinType::kInner, JoinType::kLeft, JoinType::kRight,
                            JoinType::kFull,  JoinType::kSemi, JoinType::kAnti};

bool equalKeys(const JoinSpec& spec, const Row& left, const Row& right) {
  for (size_t i = 0; i < spec.leftKeys.size(); ++i) {
    const Value& a = left[static_cast<size_t>(spec.leftKeys[i])];
    const Value& b = right[static_cast<size_t>(spec.rightKeys[i])];
    if ((a.isNull() && !spec.nullsEqual) || !(a == b)) return false;
  }
  return true;
}

Row together(Row left, const Row& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Rows expectedJoin(const JoinSpec& spec, const Rows& left, const Rows& right, size_t leftWidth, size_t rightWidth,
                  const Condition& condition) {
  Rows joined;
  std::set<size_t> rightMatched;
  for (const Row& a : left) {
    bool matched = false;
    for (size_t i = 0; i < right.size(); ++i) {
      if (!equalKeys(spec, a, right[i]) || (condition && !condition(a, right[i]))) continue;
      matched = true;
      rightMatched.insert(i);
      if (spec.type != JoinType::kSemi && spec.type != JoinType::kAnti) joined.push_back(together(a, right[i]));
    }
    if (!matched && (spec.type == JoinType::kLeft || spec.type == JoinType::kFull)) {
      joined.push_back(together(a, Row(rightWidth)));
    }
    if (spec.type == JoinType::kSemi && matched) joined.push_back(a);
    if (spec.type == JoinType::kAnti && !matched) joined.push_back(a);
  }
  for (size_t i = 0; i < right.size(); ++i) {
    if (rightMatched.contains(i) || (spec.type != JoinType::kRight && spec.type != JoinType::kFull)) continue;
    joined.push_back(together(Row(leftWidth), right[i]));
  }
  return joined;
}

Rows expectedJoin(const JoinSpec& spec, const arrow::Table& left, const arrow::Table& right,
                  const Condition& condition = nullptr) {
  return expectedJoin(spec, rowsOf(left), rowsOf(right), static_cast<size_t>(left.num_columns()),
                      static_cast<size_t>(right.num_columns()), condition);
}

std::shared_ptr<arrow::Table> shuffled(const Session& session, const std::shared_ptr<arrow::Table>& left,
                                       const std::shared_ptr<arrow::Table>& right, const JoinSpec& spec) {
  const auto spread = [&](const std::shared_ptr<arrow::Table>& table, const std::vector<int>& keys) {
    return exchangeByHash(session.core(), tableSource(session.core(), table, 2), keys, keys.empty() ? 1 : 3);
  };
  return collectTable(session.core(),
                      shuffledJoin(session.core(), spread(left, spec.leftKeys), spread(right, spec.rightKeys), spec));
}

std::shared_ptr<arrow::Table> broadcast(const Session& session, const std::shared_ptr<arrow::Table>& left,
                                        const std::shared_ptr<arrow::Table>& right, const JoinSpec& spec) {
  const auto& small = spec.buildLeft ? left : right;
  const int parts = needsWholeProbeSide(spec) ? 1 : 3;
  const auto rows = tableSource(session.core(), spec.buildLeft ? right : left, parts);
  const Broadcast<BroadcastSide> side(session.core(),
                                      BroadcastSide(small, spec.buildLeft ? spec.leftKeys : spec.rightKeys));
  return collectTable(session.core(), broadcastJoin(session.core(), rows, side, spec));
}

std::shared_ptr<arrow::Table> merged(const Session& session, const std::shared_ptr<arrow::Table>& left,
                                     const std::shared_ptr<arrow::Table>& right, const JoinSpec& spec) {
  const auto sorted = [&](const std::shared_ptr<arrow::Table>& table, const std::vector<int>& keys) {
    std::vector<SortKey> order;
    for (int key : keys) order.push_back({key});
    const auto spread = exchangeByHash(session.core(), tableSource(session.core(), table, 2), keys, 3);
    return sortBatches(session.core(), spread, order);
  };
  return collectTable(session.core(),
                      mergeJoin(session.core(), sorted(left, spec.leftKeys), sorted(right, spec.rightKeys), spec));
}

// A broadcast side has plain columns, as collectTable() gives them.
std::shared_ptr<arrow::Table> plain(const std::shared_ptr<arrow::Table>& table) {
  auto batches = arrow::TableBatchReader(*table).ToRecordBatches().ValueOrDie();
  const auto schema = plainSchema(*table->schema());
  for (auto& batch : batches) batch = plainBatch(batch, schema, arrow::default_memory_pool());
  return arrow::Table::FromRecordBatches(schema, batches).ValueOrDie();
}

struct Keys {
  std::vector<int> left;
  std::vector<int> right;
};

// left.small < right.small
ExprPtr smallIsLess(const arrow::Table& left) {
  auto call = expr::call(
      "<", {expr::input(kSmall, arrow::int32(), true), expr::input(left.num_columns() + kSmall, arrow::int32(), true)});
  return resolveCall(call);
}

bool smallIsLessOracle(const Row& left, const Row& right) {
  const Value& a = left[kSmall];
  const Value& b = right[kSmall];
  return !a.isNull() && !b.isNull() && a.whole < b.whole;
}

}  // namespace

TEST_CASE("joins of every type on every kind of session") {
  forEachSession([](Session& session) {
    const auto left = randomTable({250, 41, 60});
    const auto right = randomTable({180, 42, 90, true});
    for (JoinType type : kTypes) {
      for (const bool buildLeft : {false, true}) {
        INFO("seeds 41 and 42, type " << static_cast<int>(type) << ", build left " << buildLeft);
        JoinSpec spec{type, {kText, kInt}, {kText, kInt}, buildLeft, {}};
        const Rows expected = expectedJoin(spec, *left, *right);
        checkSameRows(rowsOf(*shuffled(session, left, right, spec)), expected);
        checkSameRows(rowsOf(*merged(session, left, right, spec)), expected);
        checkSameRows(rowsOf(*broadcast(session, left, plain(right), spec)), expected);
      }
    }
  });
}

TEST_CASE("joins by keys of every type of column, with repeated and with unique keys") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto left = randomTable({120, 43, 50});
    const auto right = randomTable({90, 44, 40});
    for (const Keys& keys : {Keys{{kInt}, {kInt}},
                             {{kLong}, {kLong}},
                             {{kText}, {kText}},
                             {{kDouble}, {kDouble}},
                             {{kRow}, {kRow}},
                             {{kFlag, kDay}, {kFlag, kDay}},
                             {{}, {}}}) {
      for (JoinType type : kTypes) {
        INFO("seeds 43 and 44, first key " << (keys.left.empty() ? -1 : keys.left[0]) << ", type "
                                           << static_cast<int>(type));
        JoinSpec spec{type, keys.left, keys.right, false, {}};
        const Rows expected = expectedJoin(spec, *left, *right);
        checkSameRows(rowsOf(*shuffled(session, left, right, spec)), expected);
        checkSameRows(rowsOf(*broadcast(session, left, right, spec)), expected);
        if (!keys.left.empty()) checkSameRows(rowsOf(*merged(session, left, right, spec)), expected);
      }
    }
  });
}

TEST_CASE("what else must hold of a pair decides what counts as a match") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto left = randomTable({120, 45, 20});
    const auto right = randomTable({90, 46, 20});
    for (const Keys& keys : {Keys{{kInt}, {kInt}}, {{kRow}, {kRow}}, {{}, {}}}) {
      for (JoinType type : kTypes) {
        for (const bool buildLeft : {false, true}) {
          INFO("seeds 45 and 46, type " << static_cast<int>(type) << ", build left " << buildLeft);
          JoinSpec spec{type, keys.left, keys.right, buildLeft, {smallIsLess(*left)}};
          const Rows expected = expectedJoin(spec, *left, *right, smallIsLessOracle);
          checkSameRows(rowsOf(*shuffled(session, left, right, spec)), expected);
          checkSameRows(rowsOf(*broadcast(session, left, right, spec)), expected);
          if (!keys.left.empty()) checkSameRows(rowsOf(*merged(session, left, right, spec)), expected);
        }
      }
    }
  });
}

TEST_CASE("only the columns that are wanted come out, with repeated and with unique keys") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto left = randomTable({300, 47, 20});
    const auto right = randomTable({200, 48, 20});
    for (const bool conditional : {false, true}) {
      for (const int key : {int{kInt}, int{kRow}}) {
        for (JoinType type : kTypes) {
          for (const bool buildLeft : {false, true}) {
            INFO("seeds 47 and 48, key " << key << ", type " << static_cast<int>(type) << ", build left " << buildLeft);
            JoinSpec spec{type, {key}, {key}, buildLeft, {}};
            if (conditional) spec.conditions = {smallIsLess(*left)};
            const bool pairs = type != JoinType::kSemi && type != JoinType::kAnti;
            spec.columns = JoinColumns{{kText, kSmall}, pairs ? std::vector<int>{kDouble} : std::vector<int>{}};
            Rows expected;
            for (const Row& row : expectedJoin(spec, *left, *right, conditional ? smallIsLessOracle : Condition())) {
              expected.push_back({row[kText], row[kSmall]});
              if (pairs) expected.back().push_back(row[static_cast<size_t>(left->num_columns()) + kDouble]);
            }
            checkSameRows(rowsOf(*shuffled(session, left, right, spec)), expected);
            checkSameRows(rowsOf(*broadcast(session, left, right, spec)), expected);
          }
        }
      }
    }
  });
}

TEST_CASE("null equals null where that is asked for") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto left = randomTable({200, 50, 8});
    const auto right = randomTable({150, 51, 9});
    for (JoinType type : kTypes) {
      INFO("seeds 50 and 51, type " << static_cast<int>(type));
      JoinSpec spec{type, {kText, kInt}, {kText, kInt}, false, {}, true};
      const Rows expected = expectedJoin(spec, *left, *right);
      checkSameRows(rowsOf(*shuffled(session, left, right, spec)), expected);
      checkSameRows(rowsOf(*broadcast(session, left, right, spec)), expected);
      checkSameRows(rowsOf(*merged(session, left, right, spec)), expected);
    }
  });
}

TEST_CASE("a join with an empty side keeps what its type keeps") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto some = randomTable({50, 47, 10});
    const auto none = some->Slice(0, 0);
    for (JoinType type : kTypes) {
      for (const bool buildLeft : {false, true}) {
        INFO("type " << static_cast<int>(type) << ", build left " << buildLeft);
        JoinSpec spec{type, {kInt}, {kInt}, buildLeft, {}};
        checkSameRows(rowsOf(*shuffled(session, some, none, spec)), expectedJoin(spec, *some, *none));
        checkSameRows(rowsOf(*shuffled(session, none, some, spec)), expectedJoin(spec, *none, *some));
        checkSameRows(rowsOf(*broadcast(session, some, none, spec)), expectedJoin(spec, *some, *none));
        checkSameRows(rowsOf(*merged(session, some, none, spec)), expectedJoin(spec, *some, *none));
        checkSameRows(rowsOf(*merged(session, none, some, spec)), expectedJoin(spec, *none, *some));
      }
    }
  });
}

TEST_CASE("a side that does not fit in memory goes to disk with the other, and the rows are the same") {
  const auto left = randomTable({60'000, 48, 50'000});
  const auto right = randomTable({50'000, 49, 50'000});
  for (JoinType type : {JoinType::kInner, JoinType::kFull, JoinType::kAnti}) {
    INFO("seeds 48 and 49, type " << static_cast<int>(type));
    JoinSpec spec{type, {kLong, kText}, {kLong, kText}, false, {}};
    sameWithTinyMemory("4m",
                       [&](Session& session) { return sortedRows(rowsOf(*shuffled(session, left, right, spec))); });
    sameWithTinyMemory("6m", [&](Session& session) { return sortedRows(rowsOf(*merged(session, left, right, spec))); });
  }
}

TEST_CASE("a merge join holds all rows of a key together, over as many batches as they take") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto left = randomTable({90'000, 52, 3});
    const auto right = randomTable({80'000, 53, 40'000});
    for (const bool buildLeft : {false, true}) {
      INFO("seeds 52 and 53, build left " << buildLeft);
      const JoinSpec spec{JoinType::kFull, {kRow}, {kRow}, buildLeft, {}};
      checkSameRows(rowsOf(*merged(session, left, right, spec)), rowsOf(*shuffled(session, left, right, spec)));
      const JoinSpec skewed{JoinType::kSemi, {kInt}, {kInt}, buildLeft, {}};
      checkSameRows(rowsOf(*merged(session, left, right, skewed)), rowsOf(*shuffled(session, left, right, skewed)));
    }
  });
}

}  // namespace ferro::test
