#include "ferro/scheduler/summary/advice.h"

#include <algorithm>

#include "ferro/scheduler/summary/readable.h"

namespace ferro {

namespace {

// Shorter stages are not worth a word.
constexpr int64_t kWorthMillis = 1000;
constexpr int64_t kTinyTaskNanos = 200'000;
constexpr size_t kManyTasks = 10'000;

int64_t median(std::vector<int64_t> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

class StageAdvice {
 public:
  StageAdvice(const RunFigures& run, const StageFigures& stage, std::vector<std::string>& advice)
      : run_(run), stage_(stage), advice_(advice) {}

  void give() {
    lookForFailures();
    lookForSpill();
    if (stage_.millis < kWorthMillis || stage_.taskNanos.empty()) return;
    if (!lookForSkew()) lookForIdleCores();
    lookForTinyTasks();
    lookForWaiting();
  }

 private:
  void say(const std::string& text) { advice_.push_back(stage_.id.text() + ": " + text); }

  void lookForFailures() {
    if (stage_.numFailed == 0) return;
    say(std::to_string(stage_.numFailed) + (stage_.numFailed == 1 ? " task" : " tasks") +
        " failed and ran again; the event log (ferro.eventLog.enabled) has the causes");
  }

  void lookForSpill() {
    if (stage_.diskBytesSpilled == 0) return;
    say(readableBytes(stage_.diskBytesSpilled) +
        " spilled to disk; give executors more memory (ferro.executor.memory, in local mode ferro.driver.memory) or "
        "cut the data into more partitions");
  }

  bool lookForSkew() {
    const int64_t longest = *std::max_element(stage_.taskNanos.begin(), stage_.taskNanos.end());
    const auto stageNanos = static_cast<double>(stage_.millis) * 1e6;
    if (stage_.taskNanos.size() < 2 || static_cast<double>(longest) < 0.5 * stageNanos) return false;
    const int64_t middle = median(stage_.taskNanos);
    if (longest < 4 * middle) return false;
    say("one task took " + readablePercent(std::min(static_cast<double>(longest), stageNanos), stageNanos) +
        " of the time (" + readableNanos(longest) + "; half of the tasks took less than " + readableNanos(middle) +
        "); " + whatToDoAboutSkew());
    return true;
  }

  std::string whatToDoAboutSkew() const {
    if (stage_.shuffleBytesRead == 0) return "its part of the input is much larger: repartition, or split the file";
    if (stage_.groupsWholeKeys) {
      return "some keys have most of the rows: combine before the shuffle (reduceByKey instead of groupByKey) or "
             "spread "
             "such keys by a second one";
    }
    return "its part of the shuffled data is much larger: use more partitions, or spread keys that have most of the "
           "rows by a second one";
  }

  void lookForIdleCores() {
    if (static_cast<int>(stage_.taskNanos.size()) >= run_.mostCores) return;
    say("its " + std::to_string(stage_.taskNanos.size()) +
        (stage_.taskNanos.size() == 1 ? " task leaves" : " tasks leave") + " some of the " +
        std::to_string(run_.mostCores) +
        " cores idle; use more partitions (repartition, or ferro.default.parallelism)");
  }

  void lookForTinyTasks() {
    if (stage_.taskNanos.size() < kManyTasks || median(stage_.taskNanos) > kTinyTaskNanos) return;
    say("most of its " + std::to_string(stage_.taskNanos.size()) + " tasks took less than " +
        readableNanos(kTinyTaskNanos) + "; use fewer partitions (coalesce)");
  }

  void lookForWaiting() {
    const auto waited = static_cast<double>(stage_.fetchWaitNanos);
    const auto ran = static_cast<double>(stage_.runNanos);
    if (waited < 0.3 * ran) return;
    say("tasks waited for shuffle data from other executors for " + readablePercent(waited, ran) +
        " of their time; use larger and fewer executors, or raise ferro.reducer.maxSizeInFlight");
  }

  const RunFigures& run_;
  const StageFigures& stage_;
  std::vector<std::string>& advice_;
};

}  // namespace

std::vector<std::string> adviceFor(const RunFigures& run) {
  std::vector<std::string> advice;
  for (const StageFigures& stage : run.stages) StageAdvice(run, stage, advice).give();
  if (run.numLostExecutors > 0) {
    advice.push_back(std::to_string(run.numLostExecutors) +
                     (run.numLostExecutors == 1 ? " executor was" : " executors were") +
                     " lost; see their output (ferro.executor.logs.dir)");
  }
  return advice;
}

}  // namespace ferro
