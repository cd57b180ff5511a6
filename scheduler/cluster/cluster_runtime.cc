#include "ferro/scheduler/cluster/cluster_runtime.h"

#include <filesystem>
#include <utility>

#include "ferro/conf/keys.h"
#include "ferro/scheduler/cluster/application_secret.h"
#include "ferro/scheduler/cluster/local_process_launcher.h"

namespace ferro {
namespace {

constexpr std::chrono::seconds kAnswerLimit{10};

NetOptions netOptionsOf(const Conf& conf) {
  NetOptions options = NetOptions::fromConf(conf);
  options.secret = applicationSecret(conf);
  return options;
}

HostPort bindOf(const Conf& conf) {
  return {conf.get(keys::kDriverBindAddress), static_cast<uint16_t>(conf.get(keys::kDriverPort))};
}

std::string logDirectoryOf(const Conf& conf, const std::string& applicationId) {
  if (const auto directory = conf.get(keys::kExecutorLogsDir)) return *directory + "/" + applicationId;
  return conf.get(keys::kLocalDir).front() + "/ferro-logs-" + applicationId;
}

FleetOptions fleetOptionsOf(const Conf& conf, const NetOptions& net, const HostPort& address) {
  FleetOptions options = FleetOptions::fromConf(conf);
  options.launch.driver = {conf.get(keys::kDriverHost).value_or(address.host), address.port};
  options.launch.secret = net.secret;
  options.launch.authenticate = net.authenticate;
  options.launch.tls = net.tls;
  return options;
}

}  // namespace

ClusterRuntime::ClusterRuntime(const Parts& parts)
    : parts_(parts),
      logDirectory_(logDirectoryOf(parts.conf, parts.applicationId)),
      netOptions_(netOptionsOf(parts.conf)),
      tasks_(SchedulerOptions::fromConf(parts.conf), parts.bus),
      progress_(ConsoleProgress::onTerminal([this] { return tasks_.progress(); },
                                            parts.conf.get(keys::kUiShowConsoleProgress), clock_)),
      endpoint_(loop_, netOptions_, bindOf(parts.conf),
                {.conf = parts.conf, .applicationId = parts.applicationId, .outputs = parts.outputs}),
      dag_(SchedulerOptions::fromConf(parts.conf), {.tasks = tasks_,
                                                    .outputs = parts.outputs,
                                                    .accumulators = parts.accumulators,
                                                    .cache = cache_,
                                                    .bus = parts.bus,
                                                    .codec = &parts.codec,
                                                    .onJobsEnded =
                                                        [this] {
                                                          if (progress_) progress_->jobEnded();
                                                        }}),
      fleet_(fleetOptionsOf(parts.conf, netOptions_, endpoint_.address()),
             {.tasks = tasks_,
              .dag = dag_,
              .outputs = parts.outputs,
              .accumulators = parts.accumulators,
              .clock = clock_,
              .onJoined = [](const ExecutorPlace&) {},
              .onLost = [](const ExecutorPlace&) {}},
             [this](OnExecutorEnded onEnded) {
               return std::make_unique<LocalProcessLauncher>(logDirectory_, std::move(onEnded));
             }) {
  endpoint_.serve(fleet_);
}

ClusterRuntime::~ClusterRuntime() { stop(); }

void ClusterRuntime::stop() {
  if (std::exchange(stopped_, true)) return;
  dag_.stop();
  fleet_.stop();
  endpoint_.stop();
  if (parts_.conf.get(keys::kExecutorLogsDir) || fleet_.lostAny()) return;
  std::error_code ignored;  // nothing in it is of interest
  std::filesystem::remove_all(logDirectory_, ignored);
}

void ClusterRuntime::removeShuffle(int shuffleId) { sendToAll(cluster::kRemoveShuffle, shuffleId); }

void ClusterRuntime::removeRdd(int rddId) { sendToAll(cluster::kRemoveRdd, rddId); }

void ClusterRuntime::removeBroadcast(int64_t broadcastId) {
  parts_.environment.broadcasts().remove(broadcastId);
  sendToAll(cluster::kRemoveBroadcast, broadcastId);
}

int64_t ClusterRuntime::memoryInUse() {
  int64_t bytes = parts_.environment.memory().used();
  for (const ConnectionPtr& connection : fleet_.connections()) {
    const Message answer = connection->callAndWait({cluster::kMemoryInUse, {}, {}}, kAnswerLimit);
    bytes += cluster::readMessage<int64_t>(answer);
  }
  return bytes;
}

}  // namespace ferro
