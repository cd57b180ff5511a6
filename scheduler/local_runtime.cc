#include "ferro/scheduler/local_runtime.h"

#include <utility>

namespace ferro {

namespace {

std::unique_ptr<ByteBoundary> makeBoundary(const SchedulerOptions& options, const TaskBodyCodec* codec,
                                           AccumulatorRegistry& accumulators, ExecutorEnvironment& environment) {
  if (!options.serialize) return nullptr;
  if (codec == nullptr) throwInternal("ferro.local.serialize needs a codec for task bodies");
  return std::make_unique<ByteBoundary>(*codec, accumulators, environment);
}

std::unique_ptr<ConsoleProgress> makeProgress(const SchedulerOptions& options, const TaskScheduler& tasks,
                                              const Clock& clock) {
  if (!options.showProgress || !ConsoleProgress::isTerminal()) return nullptr;
  return std::make_unique<ConsoleProgress>([&tasks] { return tasks.progress(); }, ConsoleProgress::writeToStderr, clock,
                                           ConsoleProgress::terminalWidth());
}

}  // namespace

LocalRuntime::LocalRuntime(const SchedulerOptions& options, int cores, ExecutorEnvironment& environment,
                           MapOutputTracker& outputs, AccumulatorRegistry& accumulators, ListenerBus& bus,
                           const TaskBodyCodec* codec)
    : cache_(environment.blocks()),
      tasks_(options, bus),
      progress_(makeProgress(options, tasks_, clock_)),
      dag_(options, {.tasks = tasks_,
                     .outputs = outputs,
                     .accumulators = accumulators,
                     .cache = cache_,
                     .bus = bus,
                     .codec = options.serialize ? codec : nullptr,
                     .onJobsEnded =
                         [this] {
                           if (progress_) progress_->jobEnded();
                         }}),
      executor_({"driver", "localhost", cores}, options.taskCpus, tasks_, dag_, environment,
                makeBoundary(options, codec, accumulators, environment)) {}

LocalRuntime::~LocalRuntime() { stop(); }

void LocalRuntime::stop() {
  dag_.stop();
  executor_.stop();
}

}  // namespace ferro
