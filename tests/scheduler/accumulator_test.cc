#include "ferro/scheduler/accumulator.h"

#include "ferro/scheduler/accumulator_ledger.h"
#include "ferro/shuffle/fetch_failed.h"
#include "gate.h"
#include "test_cluster.h"

using namespace ferro;

namespace {

class SumDelta final : public AccumulatorDelta {
 public:
  explicit SumDelta(int64_t number) : value(number) {}
  void encode(Encoder& encoder) const override { encoder.write(value); }
  int64_t value;
};

class Sum final : public DriverAccumulator {
 public:
  void merge(const AccumulatorDelta& delta) override { value += static_cast<const SumDelta&>(delta).value; }
  std::unique_ptr<AccumulatorDelta> decodeDelta(Decoder& decoder) const override {
    return std::make_unique<SumDelta>(decoder.read<int64_t>());
  }
  std::atomic<int64_t> value{0};
};

void add(TaskContext& context, int64_t id, int64_t amount) {
  context.accumulators()[id] = std::make_unique<SumDelta>(amount);
}

}  // namespace

TEST_CASE("an accumulator counts each task once, whatever failed before") {
  TestCluster cluster(TestCluster::retrying(3));
  auto sum = std::make_shared<Sum>();
  const int64_t id = cluster.accumulators.add(sum);
  cluster.run(source(10), [&](TaskContext& context) -> int64_t {
    add(context, id, 1);
    if (context.partitionId() % 3 == 0 && context.attemptNumber() < 2) throw std::runtime_error("not yet");
    return 0;
  });
  CHECK(sum->value == 10);
}

TEST_CASE("an accumulator counts a map once, also when the map runs again in the same job or a later one") {
  TestCluster cluster;
  auto sum = std::make_shared<Sum>();
  const int64_t id = cluster.accumulators.add(sum);
  auto shuffle = shuffleOf(source(4), [&](TaskContext& context) { add(context, id, 1); });
  auto node = reading({shuffle}, 2);
  std::atomic<int> losses{0};
  auto losing = [&](TaskContext& context) -> int64_t {
    add(context, id, 100);
    if (context.partitionId() == 1 && losses++ == 0) {
      throw FetchFailed(shuffle->shuffleId(), 2, 1, std::nullopt, "gone");
    }
    return 0;
  };
  cluster.run(node, losing);
  CHECK(sum->value == 204);
  losses = 0;
  cluster.run(node, losing);
  CHECK(sum->value == 404);
}

TEST_CASE("updates of failed jobs' unfinished tasks are not counted") {
  TestCluster cluster({}, 1);
  auto sum = std::make_shared<Sum>();
  const int64_t id = cluster.accumulators.add(sum);
  std::vector<int64_t> results;
  auto job = cluster.submit(
      source(3),
      [&](TaskContext& context) -> int64_t {
        add(context, id, 1);
        if (context.partitionId() == 1) throw std::runtime_error("no");
        return 0;
      },
      results);
  CHECK(failureOf(job));
  CHECK(sum->value == 1);
}

TEST_CASE("an accumulator that the program has dropped takes no more updates") {
  AccumulatorRegistry registry;
  auto sum = std::make_shared<Sum>();
  const int64_t id = registry.add(sum);
  AccumulatorUpdates updates;
  updates[id] = std::make_unique<SumDelta>(3);
  registry.merge(updates);
  CHECK(sum->value == 3);
  sum.reset();
  CHECK(registry.find(id) == nullptr);
  CHECK_NOTHROW(registry.merge(updates));
  CHECK(registry.add(std::make_shared<Sum>()) != id);
}

TEST_CASE("the ledger forgets shuffles that are gone") {
  AccumulatorLedger ledger;
  auto kept = shuffleOf(source(2));
  CHECK(ledger.countOnce(kept, 1));
  for (int i = 0; i < 1000; ++i) CHECK(ledger.countOnce(shuffleOf(source(1)), 0));
  CHECK(ledger.size() < 100);
  CHECK(!ledger.countOnce(kept, 1));
  CHECK(ledger.countOnce(kept, 0));
}
