// Exchanges: no row is lost, equal keys meet, ranges are in order, and slices of reducers and maps can be read.
#include "ferro/engine/exec/exchange.h"

#include <algorithm>
#include <map>

#include <arrow/api.h>

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/sort.h"
#include "ferro/engine/exec/table_source.h"
#include "random_table.h"
#include "session_grid.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

Row keyOf(const Row& row, const std::vector<int>& keys) {
  Row key;
  for (int position : keys) key.push_back(row[static_cast<size_t>(position)]);
  return key;
}

}  // namespace

TEST_CASE("rows with equal keys come to the same partition and none is lost, on every kind of session") {
  forEachSession([](Session& session) {
    const auto table = randomTable({3'000, 21, 50});
    const Rows expected = rowsOf(*table);
    for (const std::vector<int>& keys : {std::vector<int>{kInt}, {kText}, {kDouble}, {kMoney, kText, kFlag}}) {
      INFO("seed 21, first key " << keys[0]);
      const auto source = tableSource(session.core(), table, 3);
      const auto exchange = makeExchange(session.core(), source, {Spreading::kByHash, 4, keys, {}, {}});
      std::map<Row, int> placeOf;
      Rows all;
      bool together = true;
      for (int reducer = 0; reducer < 4; ++reducer) {
        const auto part = readExchange(session.core(), exchange, {{{reducer, reducer + 1, 0, 3}}});
        for (const Row& row : rowsOf(*collectTable(session.core(), part))) {
          together &= placeOf.emplace(keyOf(row, keys), reducer).first->second == reducer;
          all.push_back(row);
        }
      }
      CHECK(together);
      checkSameRows(all, expected);
    }
  });
}

TEST_CASE("text goes to the same partition whether it comes as a dictionary or not") {
  withSession(localConf("local[2]"), [](Session& session) {
    std::map<Row, int> placeOf;
    bool together = true;
    for (const bool dictionaries : {false, true}) {
      const auto table = randomTable({2'000, 22, 60, dictionaries});
      const auto exchange =
          makeExchange(session.core(), tableSource(session.core(), table, 2), {Spreading::kByHash, 5, {kText}, {}, {}});
      for (int reducer = 0; reducer < 5; ++reducer) {
        const auto part = readExchange(session.core(), exchange, {{{reducer, reducer + 1, 0, 2}}});
        for (const Row& row : rowsOf(*collectTable(session.core(), part))) {
          together &= placeOf.emplace(keyOf(row, {kText}), reducer).first->second == reducer;
        }
      }
    }
    CHECK(together);
    CHECK(placeOf.size() > 30);
  });
}

TEST_CASE("a partition may read several reducers, or one from some of the maps") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto table = randomTable({3'000, 23, 40});
    const auto source = tableSource(session.core(), table, 4);
    const auto exchange = makeExchange(session.core(), source, {Spreading::kByHash, 6, {kInt}, {}, {}});
    const auto merged = readExchange(session.core(), exchange,
                                     {{{0, 3, 0, 4}, {5, 6, 0, 4}}, {{3, 4, 0, 2}}, {{3, 4, 2, 4}, {4, 5, 0, 4}}});
    CHECK(merged->numPartitions() == 3);
    checkSameRows(rowsOf(*collectTable(session.core(), merged)), rowsOf(*table));
  });
}

TEST_CASE("rows without a key are spread evenly, by what they contain") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto source = rangeBatches(session.core(), 0, 40'000, 1, 3);
    const auto spread = exchangeByContent(session.core(), source, 4);
    CHECK(countRows(session.core(), spread) == 40'000);
    const auto exchange = makeExchange(session.core(), source, {Spreading::kByContent, 4, {}, {}, {}});
    for (int reducer = 0; reducer < 4; ++reducer) {
      const auto part = readExchange(session.core(), exchange, {{{reducer, reducer + 1, 0, 3}}});
      CHECK(countRows(session.core(), part) == Approx(10'000).epsilon(0.05));
    }
    CHECK(exchangeToOne(session.core(), source)->numPartitions() == 1);
    CHECK(countRows(session.core(), exchangeToOne(session.core(), source)) == 40'000);
  });
}

TEST_CASE("ranges follow each other in the order of the keys") {
  forEachLocalSession([](Session& session) {
    const auto table = randomTable({6'000, 24, 3'000});
    for (const std::vector<SortKey>& keys : {std::vector<SortKey>{{kInt, false, true}},
                                             {{kText, true, false}},
                                             {{kReal, false, false}, {kWord, true, true}}}) {
      INFO("seed 24, first key " << keys[0].column);
      const auto source = tableSource(session.core(), table, 3);
      const auto ranges = exchangeByRange(session.core(), source, keys, 4);
      CHECK(ranges->numPartitions() == 4);
      const auto order = [&](const Row& a, const Row& b) {
        for (const SortKey& key : keys) {
          const Value& x = a[static_cast<size_t>(key.column)];
          const Value& y = b[static_cast<size_t>(key.column)];
          if (x.isNull() != y.isNull()) return x.isNull() == key.nullsFirst ? -1 : 1;
          const int less = compare(x, y);
          if (less != 0) return key.descending ? -less : less;
        }
        return 0;
      };
      // Sorting rows by partition keeps them in order: each partition ends before the next begins.
      const Rows all = rowsOf(*collectTable(session.core(), sortBatches(session.core(), ranges, keys)));
      CHECK(std::is_sorted(all.begin(), all.end(), [&](const Row& x, const Row& y) { return order(x, y) < 0; }));
      checkSameRows(all, rowsOf(*table));
    }
  });
}

}  // namespace ferro::test
