// A driver program of which the tests know what happened: it listens to its own events and prints them as lines of
// words, to be compared with what the event log says. The first argument says what to run.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <ferro/ferro.h>

#include "ferro/scheduler/listener_bus.h"

namespace {

using namespace ferro;

std::string word(TaskEndReason reason) {
  return reason == TaskEndReason::kSuccess ? "SUCCESS" : reason == TaskEndReason::kCancelled ? "KILLED" : "FAILED";
}

class Printer final : public Listener {
 public:
  void on(const Event& event) override {
    std::visit([this](const auto& known) { print(known); }, event);
    std::fflush(stdout);
  }

  // What is cached at the end.
  void printBlocks() {
    for (const auto& [name, status] : blocks_) {
      std::printf("block %s %lld %lld\n", name.c_str(), static_cast<long long>(status.memSize),
                  static_cast<long long>(status.diskSize));
    }
  }

 private:
  void print(const JobStart& event) {
    std::printf("jobstart %d %zu\n", event.job.value, event.stages.size());
    for (const StageInfo& stage : event.stages) {
      if (stage.skipped) std::printf("skipped %d\n", stage.id.value);
    }
  }
  void print(const JobEnd& event) { std::printf("job %d %s\n", event.job.value, event.error ? "FAILED" : "SUCCEEDED"); }
  void print(const StageCompleted& event) {
    std::printf("stage %d %d %d %s\n", event.stage.id.value, event.stage.attempt, event.stage.numTasks,
                event.error ? "FAILED" : "COMPLETE");
  }
  void print(const TaskEnd& event) {
    const TaskMetrics& metrics = event.metrics;
    std::printf(
        "task %lld %d %d %d %d %s %s %lld %lld %lld %lld %lld\n", static_cast<long long>(event.task.id.value),
        event.task.stage.value, event.task.stageAttempt, event.task.index, event.task.attempt,
        event.task.executorId.c_str(), word(event.reason).c_str(), static_cast<long long>(event.finishTime),
        static_cast<long long>(metrics.shuffle.bytesWritten), static_cast<long long>(metrics.shuffle.recordsWritten),
        static_cast<long long>(metrics.shuffle.recordsRead), static_cast<long long>(metrics.runNanos / 1'000'000));
  }
  void print(const BlockUpdated& event) {
    if (!event.status.id.rddId()) return;
    if (event.status.memSize + event.status.diskSize == 0) blocks_.erase(event.status.id.name);
    else blocks_[event.status.id.name] = event.status;
  }
  template <class Other>
  void print(const Other&) {}

  std::map<std::string, BlockStatus> blocks_;
};

// A cached Rdd, a shuffle, a job that skips a stage, a named accumulator, an Rdd that is forgotten, a job that fails.
void runJobs(Session& session) {
  session.setJobGroup("counting", "count the pairs");
  auto pairs = session.range(0, 100'000, 1, 8)
                   .map([](int64_t x) { return std::pair(x % 100, x); })
                   .setName("pairs")
                   .persist(StorageLevel::MEMORY_AND_DISK);
  pairs.count();
  session.clearJobGroup();
  auto sums = pairs.reduceByKey([](int64_t a, int64_t b) { return a + b; }, 5);
  sums.collect();
  sums.count();
  auto seen = session.longAccumulator("rows seen");
  pairs.foreach ([](const std::pair<int64_t, int64_t>&, const Accumulator<int64_t>& rows) { rows += 1; }, seen);
  auto forgotten = session.range(0, 1'000, 1, 2).setName("forgotten").persist(StorageLevel::MEMORY_ONLY);
  forgotten.count();
  forgotten.unpersist();
  try {
    session.range(0, 10, 1, 2).foreach ([](int64_t x) {
      if (x == 7) throw std::runtime_error("seven is \"bad\"");
    });
  } catch (const Error& error) {
    std::printf("caught %d\n", static_cast<int>(error.code()));
  }
  session.stop();  // while the Rdds are there: those that go take their blocks with them
}

// Jobs of short tasks until somebody ends the process.
[[noreturn]] void runForever(const Session& session) {
  while (true) {
    session.range(0, 400'000, 1, 8)
        .map([](int64_t x) { return x * 2'654'435'761 % 1'000'003; })
        .reduce([](int64_t a, int64_t b) { return a + b; });
  }
}

// One job of many tasks; each adds up `rows` numbers, hard enough that no compiler can skip them.
void runMany(const Session& session, int tasks, int64_t rows) {
  auto numbers = session.range(0, tasks * rows, 1, tasks).map([](int64_t x) {
    uint64_t mixed = static_cast<uint64_t>(x) * 0x9E3779B97F4A7C15u;
    mixed ^= mixed >> 29;
    return static_cast<int64_t>(mixed % 1'000'003);
  });
  const auto begin = std::chrono::steady_clock::now();
  const int64_t sum = numbers.reduce([](int64_t a, int64_t b) { return a + b; });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("%lld in %.6f s\n", static_cast<long long>(sum), seconds.count());
}

// Two stages side by side, whose tasks wait until somebody writes into the gate, a FIFO.
void runSideBySide(const Session& session, const std::string& gate) {
  const auto waiting = [&](int64_t first) {
    return session.range(first, first + 2, 1, 2)
        .map(
            [](int64_t x, const std::string& path) {
              char one = 0;  // a stream would take those of the other tasks too
              const int opened = ::open(path.c_str(), O_RDONLY);
              if (::read(opened, &one, 1) != 1) throw std::runtime_error("the gate is gone");
              ::close(opened);
              return std::pair(x % 2, x);
            },
            gate);
  };
  std::printf("%lld\n", static_cast<long long>(waiting(0).join(waiting(2)).count()));
}

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  const std::string what = argc > 1 ? argv[1] : "";
  std::printf("application %s\n", session.applicationId().c_str());
  if (what == "many") {
    runMany(session, std::atoi(argv[2]), std::atoll(argv[3]));
    return 0;
  }
  if (what == "sides") {
    runSideBySide(session, argv[2]);
    return 0;
  }
  auto printer = std::make_shared<Printer>();
  session.addListener(printer);
  if (what == "jobs") runJobs(session);
  if (what == "forever") runForever(session);
  session.stop();
  printer->printBlocks();
}
