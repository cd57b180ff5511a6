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

}  // namespace

LocalRuntime::LocalRuntime(const SchedulerOptions& options, int cores, ExecutorEnvironment& environment,
                           MapOutputTracker& outputs, AccumulatorRegistry& accumulators, ListenerBus& bus,
                           const TaskBodyCodec* codec)
    : environment_(environment),
      cache_(environment.blocks()),
      barriers_(options.barrierSyncLimit),
      tasks_(options, bus),
      progress_(ConsoleProgress::onTerminal([this] { return tasks_.progress(); }, options.showProgress, clock_)),
      dag_(options, {.tasks = tasks_,
                     .outputs = outputs,
                     .accumulators = accumulators,
                     .cache = cache_,
                     .bus = bus,
                     .codec = options.serialize ? codec : nullptr,
                     .onJobsEnded =
                         [this] {
                           if (progress_) progress_->jobEnded();
                         },
                     .barriers = &barriers_}),
      executor_({"driver", "localhost", cores}, options.taskCpus, tasks_, dag_, environment,
                makeBoundary(options, codec, accumulators, environment)) {
  environment_.setBarriers(&barriers_);
}

LocalRuntime::~LocalRuntime() {
  stop();
  environment_.setBarriers(nullptr);
}

void LocalRuntime::stop() {
  dag_.stop();
  executor_.stop();
}

}  // namespace ferro
