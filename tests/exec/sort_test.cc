// Sorting, compared with std::stable_sort; with little memory; and the first rows of an order.
#include "ferro/engine/exec/sort.h"

#include <algorithm>

#include <arrow/api.h>

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/exchange.h"
#include "ferro/engine/exec/table_source.h"
#include "random_table.h"
#include "spill_meter.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

int order(const std::vector<SortKey>& keys, const Row& a, const Row& b) {
  for (const SortKey& key : keys) {
    const Value& x = a[static_cast<size_t>(key.column)];
    const Value& y = b[static_cast<size_t>(key.column)];
    if (x.isNull() && y.isNull()) continue;
    if (x.isNull() || y.isNull()) return x.isNull() == key.nullsFirst ? -1 : 1;
    const int less = compare(x, y);
    if (less != 0) return key.descending ? -less : less;
  }
  return 0;
}

Rows stablySorted(Rows rows, const std::vector<SortKey>& keys) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return order(keys, a, b) < 0; });
  return rows;
}

const std::vector<std::vector<SortKey>> kOrders = {
    {{kInt, false, true}},
    {{kLong, true, false}},
    {{kDouble, false, false}},
    {{kDouble, true, true}},
    {{kText, false, true}},
    {{kWord, true, false}},
    {{kMoney, false, true}},
    {{kFlag, true, true}, {kDay, false, false}},
    {{kText, false, true}, {kInt, true, false}, {kReal, false, true}},
    {{kInt, false, false}, {kWord, false, false}, {kRow, true, true}},
    {{kBig, true, true}},
};

}  // namespace

TEST_CASE("rows of a partition come in order, and equal ones in the order in which they were") {
  withSession(localConf("local[2]"), [](Session& session) {
    for (const bool dictionaries : {false, true}) {
      for (int64_t rows : {0, 1, 40, 5'000}) {
        const auto table = randomTable({std::max<int64_t>(rows, 1), 31, 200, dictionaries})->Slice(0, rows);
        for (const auto& keys : kOrders) {
          INFO("seed 31, " << rows << " rows, first key " << keys[0].column << ", dictionaries " << dictionaries);
          const auto sorted = sortBatches(session.core(), tableSource(session.core(), table, 1), keys);
          checkSameSequence(rowsOf(*collectTable(session.core(), sorted)), stablySorted(rowsOf(*table), keys));
        }
      }
    }
  });
}

TEST_CASE("a whole table is in order on every kind of session") {
  forEachSession([](Session& session) {
    const auto table = randomTable({5'000, 32, 700});
    for (std::vector<SortKey> keys : {kOrders[0], kOrders[3], kOrders[8]}) {
      keys.push_back({kRow, false, true});
      INFO("seed 32, first key " << keys[0].column);
      const auto ranges = exchangeByRange(session.core(), tableSource(session.core(), table, 4), keys, 3);
      const auto sorted = sortBatches(session.core(), ranges, keys);
      checkSameSequence(rowsOf(*collectTable(session.core(), sorted)), stablySorted(rowsOf(*table), keys));
    }
  });
}

TEST_CASE("rows that do not fit in memory are sorted in runs on disk and come out the same") {
  const auto table = randomTable({120'000, 33, 5'000});
  for (const auto& keys : {kOrders[4], kOrders[2], kOrders[9]}) {
    sameWithTinyMemory("4m", [&](Session& session) {
      return rowsOf(
          *collectTable(session.core(), sortBatches(session.core(), tableSource(session.core(), table, 2), keys)));
    });
  }
}

TEST_CASE("the first rows in order are those that sorting would bring first") {
  withSession(localConf("local[2]"), [](Session& session) {
    // Enough rows for each task to sort out the late ones several times.
    const auto table = randomTable({300'000, 34, 2'000})->SelectColumns({kInt, kDouble, kText, kRow}).ValueOrDie();
    const Rows rows = rowsOf(*table);
    for (const auto& keys :
         {std::vector<SortKey>{{0, false, true}}, {{1, true, false}}, {{2, false, false}, {0, true, true}}}) {
      const Rows inOrder = stablySorted(rows, keys);
      for (const int64_t n : {0, 10, 3'000}) {
        INFO("seed 34, first key " << keys[0].column << ", " << n << " rows");
        const auto source = tableSource(session.core(), table, 3);
        const auto each = topRows(session.core(), source, keys, n);
        const auto top = topRows(session.core(), exchangeToOne(session.core(), each), keys, n);
        checkSameSequence(rowsOf(*collectTable(session.core(), top)), Rows(inOrder.begin(), inOrder.begin() + n));
      }
    }
  });
}

}  // namespace ferro::test
