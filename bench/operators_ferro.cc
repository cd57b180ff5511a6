// Times the operators of DataFrames without a plan above them: groups, joins and sorts of a table in memory. Prints one
// line for each: its name and the best of some runs, in milliseconds of time and of all threads' work.
// `operators_ferro PREFIX` also writes its tables as Arrow files PREFIX-rows.arrow and PREFIX-small.arrow, so that
// operators_duckdb.py can be timed on the same rows.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include <arrow/api.h>
#include <arrow/io/file.h>
#include <arrow/ipc/writer.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/exchange.h"
#include "ferro/engine/exec/hash_aggregate.h"
#include "ferro/engine/exec/join.h"
#include "ferro/engine/exec/sort.h"
#include "ferro/engine/exec/table_source.h"
#include "ferro/engine/session.h"
#include "ferro/shuffle/splitmix64.h"

namespace {

using namespace ferro;
using TablePtr = std::shared_ptr<arrow::Table>;

enum Column : int { kFewTexts, kManyTexts, kManyInts, kPairA, kPairB, kValue, kNumber };

constexpr int64_t kRows = 5'000'000;
constexpr uint64_t kMany = 50'000;
constexpr int kPartitions = 2;
constexpr int kRuns = 5;

template <class Builder, class Make>
std::shared_ptr<arrow::Array> column(int64_t rows, Make make) {
  Builder builder;
  for (int64_t i = 0; i < rows; ++i) check(builder.Append(make(i)), "a benchmark's table");
  return valueOf(builder.Finish(), "a benchmark's table");
}

std::string text(const char* format, uint64_t number) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), format, static_cast<unsigned long long>(number));
  return buffer;
}

TablePtr makeRows() {
  SplitMix64 random(1);
  const auto below = [&](uint64_t limit) { return random.next() % limit; };
  arrow::ArrayVector columns{
      column<arrow::StringBuilder>(kRows, [&](int64_t) { return text("id%03llu", 1 + below(100)); }),
      column<arrow::StringBuilder>(kRows, [&](int64_t) { return text("id%010llu", 1 + below(kMany)); }),
      column<arrow::Int32Builder>(kRows, [&](int64_t) { return static_cast<int32_t>(1 + below(kMany)); }),
      column<arrow::Int32Builder>(kRows, [&](int64_t i) { return static_cast<int32_t>(i * 7'919 % kRows); }),
      column<arrow::Int32Builder>(kRows, [&](int64_t) { return static_cast<int32_t>(below(1'000)); }),
      column<arrow::Int32Builder>(kRows, [&](int64_t) { return static_cast<int32_t>(1 + below(5)); }),
      column<arrow::DoubleBuilder>(kRows, [&](int64_t) { return random.nextDouble() * 100; })};
  auto schema = arrow::schema({arrow::field("few_texts", arrow::utf8()), arrow::field("many_texts", arrow::utf8()),
                               arrow::field("many_ints", arrow::int32()), arrow::field("pair_a", arrow::int32()),
                               arrow::field("pair_b", arrow::int32()), arrow::field("value", arrow::int32()),
                               arrow::field("number", arrow::float64())});
  return arrow::Table::Make(schema, columns);
}

TablePtr makeSmall() {
  arrow::ArrayVector columns{
      column<arrow::Int32Builder>(kMany, [](int64_t i) { return static_cast<int32_t>(i + 1); }),
      column<arrow::DoubleBuilder>(kMany, [](int64_t i) { return static_cast<double>(i % 97); })};
  return arrow::Table::Make(
      arrow::schema({arrow::field("key", arrow::int32()), arrow::field("weight", arrow::float64())}), columns);
}

void write(const arrow::Table& table, const std::string& path) {
  auto file = valueOf(arrow::io::FileOutputStream::Open(path), path);
  auto writer = valueOf(arrow::ipc::MakeFileWriter(file, table.schema()), path);
  check(writer->WriteTable(table), path);
  check(writer->Close(), path);
}

BatchNodePtr grouped(const SessionPtr& session, const BatchNodePtr& rows, const AggregatePlan& plan) {
  const auto partial = partialAggregate(session, rows, plan);
  std::vector<int> keys;
  for (size_t i = 0; i < plan.keys.size(); ++i) keys.push_back(static_cast<int>(i));
  const auto exchanged =
      keys.empty() ? exchangeToOne(session, partial) : exchangeByHash(session, partial, keys, kPartitions);
  return finalAggregate(session, exchanged, plan, rows->schema(), resultSchema(plan, *rows->schema()));
}

// Of all threads of this process: what a busy machine does not blur.
double cpuMilliseconds() { return 1'000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class Run>
void time(const char* name, Run run) {
  double best = 1e300;
  double bestCpu = 1e300;
  int64_t rows = 0;
  for (int i = 0; i < kRuns; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const double cpuBefore = cpuMilliseconds();
    rows = run();
    bestCpu = std::min(bestCpu, cpuMilliseconds() - cpuBefore);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  std::printf("%-28s %8.1f ms %8.1f ms of CPU  %lld rows\n", name, best, bestCpu, static_cast<long long>(rows));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv, Conf().setMaster("local[2]").set("ferro.driver.memory", "8g"));
  const TablePtr table = makeRows();
  const TablePtr small = makeSmall();
  if (argc > 1) {
    write(*table, std::string(argv[1]) + "-rows.arrow");
    write(*small, std::string(argv[1]) + "-small.arrow");
  }
  const SessionPtr& core = session.core();
  const auto source = [&] { return tableSource(core, table, kPartitions); };
  const auto group = [&](std::vector<int> keys, std::vector<AggregateSpec> aggregates) {
    return collectTable(core, grouped(core, source(), {std::move(keys), std::move(aggregates)}))->num_rows();
  };
  time("100 texts, sum", [&] { return group({kFewTexts}, {{"sum", {kValue}}}); });
  time("50000 texts, sum and avg", [&] { return group({kManyTexts}, {{"sum", {kValue}}, {"avg", {kNumber}}}); });
  time("50000 ints, sum", [&] { return group({kManyInts}, {{"sum", {kValue}}}); });
  time("5M pairs of ints, sum", [&] { return group({kPairA, kPairB}, {{"sum", {kNumber}}}); });
  time("all of it, sum and count", [&] { return group({}, {{"sum", {kNumber}}, {"count", {}}}); });
  time("join with 50000, sum", [&] {
    const Broadcast<BroadcastSide> side(core, BroadcastSide(small, {0}));
    const auto joined = broadcastJoin(core, source(), side, {JoinType::kInner, {kManyInts}, {0}, false, {}});
    return collectTable(core, grouped(core, joined, {{}, {{"sum", {8}}, {"sum", {kNumber}}}}))->num_rows();
  });
  time("join of 5M with 5M, sum", [&] {
    const auto left = exchangeByHash(core, source(), {kPairA}, kPartitions);
    const auto right = exchangeByHash(core, tableSource(core, table->SelectColumns({kPairA, kNumber}).ValueOrDie(), 2),
                                      {0}, kPartitions);
    const auto joined = shuffledJoin(core, left, right, {JoinType::kInner, {kPairA}, {0}, false, {}});
    return collectTable(core, grouped(core, joined, {{}, {{"sum", {8}}, {"sum", {kNumber}}}}))->num_rows();
  });
  const auto sorted = [&](const std::vector<SortKey>& keys) {
    return collectTable(core, sortBatches(core, exchangeByRange(core, source(), keys, kPartitions), keys))->num_rows();
  };
  time("sort by a double", [&] { return sorted({{kNumber, false, true}}); });
  time("sort by text and int", [&] { return sorted({{kManyTexts, false, true}, {kPairA, false, true}}); });
  time("first 100 by a double", [&] {
    const std::vector<SortKey> keys{{kNumber, true, false}};
    const auto each = topRows(core, source(), keys, 100);
    return collectTable(core, topRows(core, exchangeToOne(core, each), keys, 100))->num_rows();
  });
  return 0;
}
