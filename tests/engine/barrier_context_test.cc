// Barrier stages as users write them.
#include "ferro/engine/barrier_context.h"

#include "session_grid.h"

namespace ferro::test {
namespace {

Conf threeCores() {
  Conf conf;
  conf.set("ferro.master", "local[3]");
  return conf;
}

}  // namespace

TEST_CASE("tasks after barrier() gather everybody's message in the order of partitions") {
  withSession(threeCores(), [](Session& session) {
    auto gathered = session.range(0, 30, 1, 3).barrier().mapPartitions([](Rows<int64_t>& rows) {
      int64_t sum = 0;
      while (const int64_t* row = rows.next()) sum += *row;
      BarrierContext& context = BarrierContext::get();
      context.barrier();
      std::string all;
      for (const std::string& message : context.allGather(std::to_string(sum))) all += message + " ";
      all += std::to_string(context.getTaskInfos().size()) + " " + context.getTaskInfos().at(0).address;
      return std::vector<std::string>{all};
    });
    CHECK(gathered.collect() == std::vector<std::string>(3, "45 145 245 3 localhost"));
  });
}

TEST_CASE("a barrier stage feeds a shuffle like any other") {
  withSession(threeCores(), [](Session& session) {
    auto counted = session.range(0, 30, 1, 3).barrier().mapPartitions([](Rows<int64_t>& rows) {
      std::vector<int64_t> kept;
      while (const int64_t* row = rows.next()) kept.push_back(*row % 2);
      BarrierContext::get().barrier();
      return kept;
    });
    auto counts = counted.keyBy([](int64_t x) { return x; }).mapValues([](int64_t) { return int64_t{1}; });
    CHECK(counts.reduceByKey([](int64_t a, int64_t b) { return a + b; }).count() == 2);
  });
}

TEST_CASE("a task that does not come to the barrier while others wait ends the job with a sentence") {
  withSession(threeCores(), [](Session& session) {
    auto rows = session.range(0, 3, 1, 3).barrier().mapPartitionsWithIndex([](int index, Rows<int64_t>&) {
      if (index != 1) BarrierContext::get().barrier();
      return std::vector<int>{index};
    });
    CHECK_THAT(errorOf([&] { rows.collect(); }).what(), Catch::Contains("task 1 ended without barrier()"));
  });
}

TEST_CASE("tasks of other stages cannot meet, and take() of a barrier step is refused") {
  withSession(threeCores(), [](Session& session) {
    auto rows = session.range(0, 3, 1, 3);
    auto meeting = [](Rows<int64_t>&) {
      BarrierContext::get().barrier();
      return std::vector<int>{1};
    };
    CHECK_THAT(errorOf([&] { rows.mapPartitions(meeting).collect(); }).what(),
               Catch::Contains("is not a running barrier stage"));
    CHECK_THAT(errorOf([&] { rows.barrier().mapPartitions(meeting).first(); }).what(),
               Catch::Contains("ask for all partitions (collect, not take or first)"));
    CHECK_THAT(errorOf([] { BarrierContext::get(); }).what(), Catch::Contains("outside of a task"));
  });
}

}  // namespace ferro::test
