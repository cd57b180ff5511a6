#include "ferro/engine/session_core.h"

#include <unistd.h>

#include <utility>

#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/conf/executor_request.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"
#include "ferro/engine/frame/cached_frames.h"
#include "ferro/engine/session_observers.h"
#include "ferro/engine/session_zone.h"
#include "ferro/scheduler/cluster/cluster_runtime.h"
#include "ferro/scheduler/local_runtime.h"
#include "ferro/scheduler/scheduler_options.h"

namespace ferro {
namespace {

std::string newApplicationId() { return "local-" + std::to_string(wallMillis()) + "-" + std::to_string(getpid()); }

// What all executors together have.
int coresOf(const Conf& conf) {
  const Master master = masterOf(conf);
  const auto* local = std::get_if<LocalMaster>(&master);
  const ExecutorRequest request = local == nullptr ? executorRequestOf(conf) : ExecutorRequest{};
  const int64_t ofOne = local == nullptr ? request.coresOfOne : local->numThreads();
  const int64_t executors = local == nullptr ? request.executors : 1;
  if (const int64_t taskCpus = conf.get(keys::kTaskCpus); taskCpus > ofOne) {
    throw Error(ErrorCode::kInvalidConf, "ferro.task.cpus is " + std::to_string(taskCpus) + ", but master '" +
                                             conf.get(keys::kMaster) + "' has only " + std::to_string(ofOne) +
                                             (executors > 1 ? " cores in an executor" : " cores") +
                                             ", so that no task could ever run");
  }
  return static_cast<int>(ofOne * executors);
}

bool isLocal(const Conf& conf) { return std::holds_alternative<LocalMaster>(masterOf(conf)); }

// In local mode the driver's memory is the executor's.
int64_t memoryOf(const Conf& conf) {
  const auto bytes = static_cast<double>(conf.get(keys::kDriverMemory).resolve(physicalMemory()).bytes());
  return static_cast<int64_t>(bytes * conf.get(keys::kMemoryFraction));
}

// What jobs of one thread carry, and for which session: another one starts without.
struct ThreadProperties {
  uint64_t session = 0;
  JobProperties properties;
};
thread_local ThreadProperties propertiesHere;

uint64_t newSessionNumber() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

// A misspelled time zone is an error now, and not in the first query that needs it.
Conf withKnownZone(Conf conf) {
  sessionZone(conf);
  return conf;
}

}  // namespace

struct SessionCore::Services::BlockEvents final : BlockListener {
  explicit BlockEvents(ListenerBus& target) : bus(target) {}
  void onBlockUpdated(const BlockStatus& status) override {
    if (bus.active()) bus.post(BlockUpdated{"driver", status});
  }
  ListenerBus& bus;
};

SessionCore::Services::Services(SessionCore& session)
    : blockEvents(std::make_unique<BlockEvents>(session.bus_)),
      environment(session.conf_, memoryOf(session.conf_), blockEvents.get(), FileKey::makeFor(session.conf_)) {
  const Conf& conf = session.conf_;
  if (session.bus_.active()) {
    session.bus_.post(BlockManagerAdded{"driver", "localhost", 0, environment.memory().limit(), wallMillis()});
  }
  if (isLocal(conf)) {
    runtime = std::make_unique<LocalRuntime>(SchedulerOptions::fromConf(conf), session.cores_, environment, outputs,
                                             session.accumulators_, session.bus_, &codec);
    return;
  }
  runtime = std::make_unique<ClusterRuntime>(ClusterRuntime::Parts{.conf = conf,
                                                                   .applicationId = session.applicationId_,
                                                                   .environment = environment,
                                                                   .outputs = outputs,
                                                                   .accumulators = session.accumulators_,
                                                                   .bus = session.bus_,
                                                                   .codec = codec});
}

SessionCore::Services::~Services() = default;

SessionCore::SessionCore(Conf conf)
    : conf_(withKnownZone(std::move(conf))),
      number_(newSessionNumber()),
      applicationId_(newApplicationId()),
      cores_(coresOf(conf_)),
      observers_(std::make_unique<SessionObservers>(conf_, applicationId_, bus_)),
      cachedFrames_(std::make_unique<CachedFrames>()),
      services_(std::make_shared<Services>(*this)),
      checkpointDirectory_(conf_.get(keys::kCheckpointDir).value_or("")) {}

SessionCore::~SessionCore() { stop(); }

void SessionCore::stop() {
  std::lock_guard stopping(stopMutex_);
  std::shared_ptr<Services> services;
  {
    std::lock_guard lock(mutex_);
    services = std::exchange(services_, nullptr);
  }
  if (services == nullptr) return;
  cachedFrames_->clear();
  // Ends every thread of the scheduler's, so that none of them can be the one to let go of the services last.
  services->runtime->stop();
  bus_.post(ApplicationEnd{wallMillis()});
  bus_.stop();
  observers_->finish();
}

std::shared_ptr<SessionCore::Services> SessionCore::servicesIfRunning() const {
  std::lock_guard lock(mutex_);
  return services_;
}

std::shared_ptr<SessionCore::Services> SessionCore::services() const {
  auto services = servicesIfRunning();
  if (services == nullptr) {
    throw Error(ErrorCode::kInvalidArgument, "the session was stopped; make a new ferro::Session before running jobs");
  }
  return services;
}

JobProperties SessionCore::propertiesOfThread() const {
  return propertiesHere.session == number_ ? propertiesHere.properties : JobProperties{};
}

void SessionCore::setPropertiesOfThread(JobProperties properties) { propertiesHere = {number_, std::move(properties)}; }

void SessionCore::addPendingCheckpoint(PendingCheckpoint checkpoint) {
  std::lock_guard lock(mutex_);
  pendingCheckpoints_.push_back(std::move(checkpoint));
}

std::vector<SessionCore::PendingCheckpoint> SessionCore::takePendingCheckpoints() {
  std::lock_guard lock(mutex_);
  return std::exchange(pendingCheckpoints_, {});
}

std::string SessionCore::checkpointDirectory() const {
  std::lock_guard lock(mutex_);
  return checkpointDirectory_;
}

void SessionCore::setCheckpointDirectory(std::string directory) {
  std::lock_guard lock(mutex_);
  checkpointDirectory_ = std::move(directory);
}

}  // namespace ferro
