// Tasks that fail and are tried again.
#include "ferro/engine/session_core.h"
#include "scheduler/recording_listener.h"
#include "session_grid.h"

namespace ferro::test {
namespace {

using Counter = Accumulator<int64_t>;

// Fails the first attempts of every task.
Rdd<int64_t> failingAtFirst(const Session& session, int attempts, const Counter& counter) {
  return session.range(0, 100, 1, 5)
      .map(
          [](int64_t x, int failures, const Counter& total) {
            total.add(1);
            if (TaskContext::get()->attemptNumber() < failures && x % 20 == 19) throw std::runtime_error("not yet");
            return x;
          },
          attempts, counter);
}

template <class Body>
void forEachRetrying(Body body) {
  for (bool serialize : {false, true}) {
    INFO("tasks as bytes: " << serialize);
    withSession(localConf("local[2,3]").set("ferro.local.serialize", serialize), body);
  }
}

}  // namespace

TEST_CASE("a task may fail twice of three times, and accumulators count the time that worked") {
  forEachRetrying([](Session& session) {
    auto counter = session.longAccumulator();
    auto rows = failingAtFirst(session, 2, counter);
    CHECK(rows.sum() == 4950);
    CHECK(counter.value() == 100);
    rows.foreach ([](int64_t) {});
    CHECK(counter.value() == 200);
  });
}

TEST_CASE("a map stage that is tried again counts and writes once") {
  forEachRetrying([](Session& session) {
    auto counter = session.longAccumulator();
    auto groups = failingAtFirst(session, 2, counter).keyBy([](int64_t x) { return x % 10; }).groupByKey();
    for (const auto& [key, values] : groups.collect()) CHECK(values.size() == 10);
    CHECK(counter.value() == 100);
  });
}

TEST_CASE("a cached partition is kept once though its task failed halfway") {
  forEachRetrying([](Session& session) {
    auto counter = session.longAccumulator();
    auto rows = failingAtFirst(session, 1, counter).cache();
    CHECK(rows.count() == 100);
    CHECK(rows.collect() == session.range(0, 100).collect());
    CHECK(counter.value() == 100);
  });
}

TEST_CASE("a task that fails as often as it may fails the job, with the first cause") {
  forEachRetrying([](Session& session) {
    auto counter = session.longAccumulator();
    Error error = errorOf([&] { failingAtFirst(session, 3, counter).count(); });
    CHECK(error.code() == ErrorCode::kUserFunction);
    CHECK(isOneLine(error.what()));
    CHECK_THAT(error.what(), Catch::Contains("not yet") && Catch::Contains("stage") && Catch::Contains("task") &&
                                 Catch::Contains("attempt 3 of 3") && Catch::Contains("count"));
    CHECK(counter.value() <= 100);
    CHECK(failingAtFirst(session, 0, counter).count() == 100);
  });
}

TEST_CASE("in local mode the first failure ends the job, unless ferro.task.maxFailures is set") {
  withSession(localConf("local[2]"), [](Session& session) {
    auto counter = session.longAccumulator();
    CHECK_THAT(errorOf([&] { failingAtFirst(session, 1, counter).count(); }).what(), Catch::Contains("attempt 1 of 1"));
  });
  withSession(localConf("local[2]").set("ferro.task.maxFailures", 2), [](Session& session) {
    auto counter = session.longAccumulator();
    CHECK(failingAtFirst(session, 1, counter).count() == 100);
  });
}

TEST_CASE("failed attempts are told to listeners with their cause") {
  forEachRetrying([](Session& session) {
    auto listener = std::make_shared<RecordingListener>();
    session.addListener(listener);
    auto counter = session.longAccumulator();
    CHECK(failingAtFirst(session, 1, counter).count() == 100);
    REQUIRE(session.core()->bus().drain(std::chrono::seconds(20)));
    int failed = 0;
    for (const TaskEnd& end : listener->all<TaskEnd>()) {
      if (end.reason != TaskEndReason::kFailed) continue;
      ++failed;
      CHECK_THAT(end.error, Catch::Contains("not yet"));
    }
    CHECK(failed == 5);
    session.removeListener(listener);
  });
}

}  // namespace ferro::test
