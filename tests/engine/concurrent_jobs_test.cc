// Jobs of several driver threads: side by side, cancelled, in pools.
#include <atomic>
#include <optional>
#include <thread>

#include "ferro/engine/session_core.h"
#include "scheduler/gate.h"
#include "scheduler/recording_listener.h"
#include "session_grid.h"

namespace ferro::test {
namespace {

// What tasks tell the tests of this file whose sessions are local.
std::atomic<int> tasksRunning{0};

// Tasks may run in other processes, so that a test hears of them as everybody does.
class RunningTasks {
 public:
  explicit RunningTasks(const Session& session) : session_(session), listener_(std::make_shared<RecordingListener>()) {
    session_.addListener(listener_);
  }
  ~RunningTasks() { session_.removeListener(listener_); }
  bool begin() const {
    return becomesTrue([&] { return !listener_->all<TaskStart>().empty(); });
  }

 private:
  const Session& session_;
  std::shared_ptr<RecordingListener> listener_;
};

// More rows than anybody waits for.
Rdd<int64_t> endlessRows(const Session& session) {
  return session.range(0, int64_t{1} << 60, 1, 4).mapPartitions([](Rows<int64_t>& rows) {
    int64_t mixed = 0;
    while (const int64_t* row = rows.next()) mixed ^= *row;
    return std::vector<int64_t>{mixed};
  });
}

// Starts an endless job on a thread of its own and returns its error once `cancel` was called.
template <class Prepare, class Cancel>
Error cancelledBy(const Session& session, Prepare prepare, Cancel cancel) {
  const RunningTasks tasks(session);
  std::optional<Error> error;
  std::thread job([&] {
    prepare();
    try {
      endlessRows(session).count();
    } catch (const Error& caught) {
      error = caught;
    }
  });
  CHECK(tasks.begin());
  cancel();
  job.join();
  REQUIRE(error.has_value());
  return *error;
}

}  // namespace

TEST_CASE("eight threads run jobs at once and each gets its own result") {
  forEachSession([](Session& session) {
    auto shared = session.range(0, 1'000, 1, 4).keyBy([](int64_t x) { return x % 10; }).groupByKey().cache();
    std::vector<int64_t> sums(8, 0);
    std::vector<int64_t> groups(8, 0);
    std::vector<std::thread> threads;
    for (size_t i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        for (int round = 0; round < 5; ++round) {
          auto rows =
              session.range(0, 100, 1, 3).map([](int64_t x, int64_t by) { return x * by; }, static_cast<int64_t>(i));
          sums[i] += rows.keyBy([](int64_t x) { return x; })
                         .reduceByKey([](int64_t a, int64_t b) { return a + b; })
                         .values()
                         .sum();
          groups[i] += shared.count();
        }
      });
    }
    for (auto& thread : threads) thread.join();
    for (size_t i = 0; i < 8; ++i) {
      CHECK(sums[i] == 5 * 4950 * static_cast<int64_t>(i));
      CHECK(groups[i] == 50);
    }
  });
}

TEST_CASE("a job group is cancelled from another thread, and other jobs go on") {
  forEachSession([](Session& session) {
    Error error = cancelledBy(
        session, [&] { session.setJobGroup("slow", "a job without end"); },
        [&] {
          session.cancelJobGroup("another");
          session.cancelJobGroup("slow");
        });
    CHECK(error.code() == ErrorCode::kCancelled);
    CHECK(isOneLine(error.what()));
    CHECK(session.range(0, 10).sum() == 45);
  });
}

TEST_CASE("all jobs are cancelled at once") {
  forEachSession([](Session& session) {
    Error error = cancelledBy(session, [] {}, [&] { session.cancelAllJobs(); });
    CHECK(error.code() == ErrorCode::kCancelled);
    CHECK(session.range(0, 10).count() == 10);
  });
}

TEST_CASE("a session that ends cancels what runs, and later jobs say that it was stopped") {
  Session session(localConf("local[2]"));
  Error error = cancelledBy(session, [] {}, [&] { session.stop(); });
  CHECK(error.code() == ErrorCode::kCancelled);
  Error stopped = errorOf([&] { session.range(0, 10).count(); });
  CHECK(stopped.code() == ErrorCode::kInvalidArgument);
  CHECK_THAT(stopped.what(), Catch::Contains("stopped"));
}

TEST_CASE("a cancelled shuffle stage leaves nothing, and the same Rdd can be run again") {
  forEachSession([](Session& session) {
    const TempDir directory(std::filesystem::temp_directory_path(), "ferro-cancel-test-");
    const std::string signal = directory.path() + "/goes-on";  // there once tasks need not wait any more
    auto rows = session.range(0, 1'000, 1, 4)
                    .map(
                        [](int64_t x, const std::string& goesOn) {
                          while (x % 250 == 249 && !std::filesystem::exists(goesOn)) {
                            TaskContext::get()->throwIfCancelled();
                          }
                          return std::pair(x % 10, x);
                        },
                        signal)
                    .groupByKey();
    const RunningTasks tasks(session);
    std::thread job([&] { CHECK_THROWS_AS(rows.count(), Error); });
    CHECK(tasks.begin());
    session.cancelAllJobs();
    job.join();
    std::ofstream(signal).put('.');
    CHECK(rows.count() == 10);
  });
}

TEST_CASE("groups, descriptions and pools are those of the thread that starts the job") {
  forEachSession(
      [](Session& session) {
        auto listener = std::make_shared<RecordingListener>();
        session.addListener(listener);
        session.setJobGroup("mine", "counting");
        session.setSchedulerPool("fast");
        session.range(0, 10).count();
        std::thread other([&] {
          session.setSchedulerPool("slow");
          session.range(0, 10).count();
        });
        other.join();
        session.clearJobGroup();
        session.range(0, 10).collect();
        REQUIRE(session.core()->bus().drain(std::chrono::seconds(20)));
        auto jobs = listener->all<JobStart>();
        REQUIRE(jobs.size() == 3);
        CHECK((jobs[0].properties.group == "mine" && jobs[0].properties.description == "counting"));
        CHECK((jobs[0].properties.pool == "fast" && jobs[0].properties.callSite == "count"));
        CHECK((jobs[1].properties.group.empty() && jobs[1].properties.pool == "slow"));
        CHECK((jobs[2].properties.group.empty() && jobs[2].properties.pool == "fast"));
        session.removeListener(listener);
      },
      Conf().set("ferro.scheduler.mode", "FAIR"));
}

TEST_CASE("a thread does not inherit the job group of one that has ended") {
  forEachSession([](Session& session) {
    auto listener = std::make_shared<RecordingListener>();
    session.addListener(listener);
    // The system gives the second thread the first one's number.
    std::thread([&] { session.setJobGroup("gone"); }).join();
    std::thread([&] { session.range(0, 10).count(); }).join();
    REQUIRE(session.core()->bus().drain(std::chrono::seconds(20)));
    REQUIRE(listener->all<JobStart>().size() == 1);
    CHECK(listener->all<JobStart>()[0].properties.group.empty());
    session.removeListener(listener);
  });
}

TEST_CASE("in FAIR mode a short job does not wait for all tasks of a long one") {
  static Gate* gate = nullptr;
  Gate opened;
  gate = &opened;
  withSession(localConf("local[1]").set("ferro.scheduler.mode", "FAIR"), [&](Session& session) {
    tasksRunning = 0;
    // One slot: the long job's first task holds it until the short job has been submitted, and its other tasks wait.
    // Pools that run equally little are served by name.
    std::thread longJob([&] {
      session.setSchedulerPool("second");
      session.range(0, 4, 1, 4).foreach ([](int64_t) {
        ++tasksRunning;
        gate->pass();
      });
    });
    CHECK(becomesTrue([] { return tasksRunning == 1; }));
    auto listener = std::make_shared<RecordingListener>();
    session.addListener(listener);
    std::thread shortJob([&] {
      session.setSchedulerPool("first");
      session.range(0, 1, 1, 1).count();
    });
    CHECK(becomesTrue([&] { return listener->all<JobStart>().size() == 1; }));
    opened.open();
    longJob.join();
    shortJob.join();
    REQUIRE(session.core()->bus().drain(std::chrono::seconds(20)));
    auto ends = listener->all<JobEnd>();
    REQUIRE(ends.size() == 2);
    CHECK(ends[0].job == listener->all<JobStart>()[0].job);
    session.removeListener(listener);
  });
}

TEST_CASE("a task that takes two cpus runs alone on two slots") {
  static std::atomic<int> most;
  most = 0;
  tasksRunning = 0;
  withSession(localConf("local[2]").set("ferro.task.cpus", 2), [](Session& session) {
    session.range(0, 8, 1, 8).foreach ([](int64_t) {
      const int running = ++tasksRunning;
      int seen = most;
      while (running > seen && !most.compare_exchange_weak(seen, running)) continue;
      std::this_thread::yield();
      --tasksRunning;
    });
  });
  CHECK(most == 1);
}

}  // namespace ferro::test
