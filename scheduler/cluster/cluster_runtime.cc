#include "ferro/scheduler/cluster/cluster_runtime.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/blockmanager/byte_block.h"
#include "ferro/blockmanager/process_directory.h"
#include "ferro/blockmanager/replica_targets.h"
#include "ferro/common/log.h"
#include "ferro/common/system_error.h"
#include "ferro/conf/executor_request.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"
#include "ferro/conf/network_reach.h"
#include "ferro/scheduler/cluster/application_secret.h"
#include "ferro/scheduler/cluster/executor_invitation.h"
#include "ferro/scheduler/cluster/process_launcher.h"

namespace ferro {
namespace {

constexpr std::chrono::seconds kAnswerLimit{10};
// As Spark waits for what it asked for.
constexpr std::chrono::seconds kJoinLimit{30};

// Executors get the key of temporary files over their connection to the driver.
void warnWhoMayLearnTheFileKey(const Conf& conf, const NetOptions& options) {
  if (!conf.get(keys::kIoEncryptionEnabled)) return;
  if (!options.tls && !isLoopback(driverBindHost(conf))) {
    logWarn(
        "ferro.io.encryption.enabled=true, but the key goes to executors over connections without TLS, where others on "
        "the network can read it; remove ferro.ssl.rpc.enabled=false");
  }
  if (!options.authenticate) {
    logWarn(
        "ferro.io.encryption.enabled=true, but with ferro.authenticate=false everybody who can connect to the driver "
        "gets the key; leave ferro.authenticate at true");
  }
}

NetOptions netOptionsOf(const Conf& conf) {
  checkAuthentication(conf, driverBindHost(conf));
  NetOptions options = NetOptions::fromConf(conf);
  options.secret = applicationSecret(conf);
  warnWhoMayLearnTheFileKey(conf, options);
  return options;
}

// On other machines, which the loopback address does not reach.
bool executorsAreElsewhere(const Conf& conf) { return !std::holds_alternative<LocalClusterMaster>(masterOf(conf)); }

HostPort bindOf(const Conf& conf) { return {driverBindHost(conf), static_cast<uint16_t>(conf.get(keys::kDriverPort))}; }

std::string hostOf(const Conf& conf, const HostPort& address) {
  if (const auto host = conf.get(keys::kDriverHost)) return *host;
  if (!executorsAreElsewhere(conf) || conf.isSet(keys::kDriverBindAddress)) return address.host;
  char name[HOST_NAME_MAX + 1] = {};
  if (::gethostname(name, sizeof(name) - 1) != 0) throwErrno(errno, "cannot find this machine's name");
  return name;
}

// None where executors come by themselves.
std::unique_ptr<ExecutorLauncher> makeLauncher(const Conf& conf, const LogDirectory* logs, OnExecutorEnded onEnded) {
  if (logs == nullptr) return nullptr;
  OutputDirectory outputs{logs->path(), logs->isTemporary()};
  const Master master = masterOf(conf);
  if (std::holds_alternative<SlurmMaster>(master)) {
    return std::make_unique<ProcessLauncher>(slurmSteps(conf), std::move(outputs), std::move(onEnded));
  }
  return std::make_unique<ProcessLauncher>(localProcesses(), std::move(outputs), std::move(onEnded));
}

// None where executors come by themselves, with outputs of their own.
std::unique_ptr<LogDirectory> makeLogDirectory(const Conf& conf, const std::string& applicationId) {
  const Master master = masterOf(conf);
  const bool areLaunched =
      std::holds_alternative<SlurmMaster>(master) || std::holds_alternative<LocalClusterMaster>(master);
  return areLaunched ? std::make_unique<LogDirectory>(conf, applicationId) : nullptr;
}

FleetOptions fleetOptionsOf(const Conf& conf, const NetOptions& net, const HostPort& address,
                            const std::string& howToStart) {
  FleetOptions options = FleetOptions::fromConf(conf);
  options.howToStart = howToStart;
  options.launch.driver = {hostOf(conf, address), address.port};
  options.launch.secret = net.secret;
  options.launch.authenticate = net.authenticate;
  options.launch.tls = net.tls;
  return options;
}

}  // namespace

ClusterRuntime::ClusterRuntime(const Parts& parts)
    : parts_(parts),
      logDirectory_(makeLogDirectory(parts.conf, parts.applicationId)),
      netOptions_(netOptionsOf(parts.conf)),
      blocks_(static_cast<int>(parts.conf.get(keys::kStorageReplication))),
      cache_(blocks_),
      places_(parts.outputs, cache_),
      options_(SchedulerOptions::fromConf(parts.conf)),
      tasks_(options_, parts.bus),
      progress_(ConsoleProgress::onTerminal([this] { return tasks_.progress(); },
                                            parts.conf.get(keys::kUiShowConsoleProgress), clock_)),
      barriers_(options_.barrierSyncLimit),
      peers_(loop_, netOptions_, kAnswerLimit),
      shuffleServices_(loop_, netOptions_),
      blockClient_(peers_, BlockClientOptions{.deadline = parts.conf.get(keys::kNetworkTimeout)}),
      blockService_(parts.environment.blocks(), blockClient_),
      broadcasts_(parts.environment.blocks(), blockService_, blocks_, BroadcastOptions::from(parts.conf),
                  [this](int64_t broadcast) { sendToAll(cluster::kRemoveBroadcast, broadcast); }),
      endpoint_(loop_, netOptions_, bindOf(parts.conf),
                {.conf = parts.conf,
                 .applicationId = parts.applicationId,
                 .fileKey = parts.environment.localDirs().key(),
                 .outputs = parts.outputs,
                 .barriers = barriers_,
                 .blocks = blocks_,
                 .addServices =
                     [this](MessageRouter& router) {
                       blockService_.addTo(router);
                       broadcasts_.addTo(router);
                     },
                 .onBlockUpdated =
                     [&bus = parts.bus](const ExecutorPlace& place, const BlockStatus& status) {
                       if (bus.active()) bus.post(BlockUpdated{place.executorId, status});
                     },
                 .onShuffleService = [this](const HostPort& service) { shuffleServices_.attach(service); }}),
      howToStart_(executorInvitation(parts.conf, netOptions_, {hostOf(parts.conf, address()), address().port},
                                     parts.environment.localDirs().directories().front())),
      dag_(options_, {.tasks = tasks_,
                      .outputs = parts.outputs,
                      .accumulators = parts.accumulators,
                      .cache = cache_,
                      .bus = parts.bus,
                      .codec = &parts.codec,
                      .onJobsEnded =
                          [this] {
                            if (progress_) progress_->jobEnded();
                          },
                      .barriers = &barriers_,
                      .places = &places_}),
      fleet_(fleetOptionsOf(parts.conf, netOptions_, endpoint_.address(), howToStart_),
             {.tasks = tasks_,
              .dag = dag_,
              .outputs = parts.outputs,
              .accumulators = parts.accumulators,
              .clock = clock_,
              .onJoined = [this](const cluster::Join& join) { executorJoined(join); },
              .onLost = [this](const ExecutorPlace& place) { executorLost(place); },
              .holdsCachedBlocks = [this](const std::string& id) { return blocks_.holdsAny(id); },
              .fetchResult = [this](const ExecutorPlace& place, int64_t taskId) { return fetchResult(place, taskId); }},
             [this](OnExecutorEnded onEnded) {
               return makeLauncher(parts_.conf, logDirectory_.get(), std::move(onEnded));
             }) {
  parts_.environment.setRemote({.broadcastSource = &broadcasts_});
  endpoint_.serve(fleet_);
  if (std::holds_alternative<MpiMaster>(masterOf(parts.conf))) {
    rendezvous_ = std::make_unique<MpiRendezvous>(
        parts.conf, fleetOptionsOf(parts.conf, netOptions_, endpoint_.address(), howToStart_).launch);
  }
}

ClusterRuntime::~ClusterRuntime() { stop(); }

void ClusterRuntime::stop() {
  if (stopped_.exchange(true)) return;
  rendezvous_.reset();
  dag_.stop();
  fleet_.stop();
  shuffleServices_.endApplication(kAnswerLimit);
  endpoint_.stop();
  parts_.environment.setRemote({});
  // Executors that were killed have left their directories.
  for (const std::string& root : localRoots(parts_.conf.get(keys::kLocalDir))) sweepDirectoriesOfTheDead(root);
  if (logDirectory_ != nullptr && !fleet_.lostAny()) logDirectory_->remove();
}

void ClusterRuntime::removeShuffle(int shuffleId) {
  sendToAll(cluster::kRemoveShuffle, shuffleId);
  shuffleServices_.removeShuffle(shuffleId);
}

void ClusterRuntime::removeRdd(int rddId) {
  blocks_.removeRdd(rddId);
  sendToAll(cluster::kRemoveRdd, rddId);
}

int64_t ClusterRuntime::memoryInUse() {
  int64_t bytes = parts_.environment.memory().used();
  for (const ConnectionPtr& connection : fleet_.connections()) {
    const Message answer = connection->callAndWait({cluster::kMemoryInUse, {}, {}}, kAnswerLimit);
    bytes += readMessage<int64_t>(answer);
  }
  return bytes;
}

void ClusterRuntime::executorJoined(const cluster::Join& join) {
  blocks_.addExecutor(join.place);
  if (parts_.bus.active()) {
    parts_.bus.post(
        BlockManagerAdded{join.place.executorId, join.place.host, join.place.port, join.memoryLimit, wallMillis()});
  }
  if (join.shuffleService.port != 0) {
    shuffleServices_.attach(join.shuffleService.address());
  } else if (parts_.conf.get(keys::kShuffleServiceEnabled)) {
    logWarn("executor " + join.place.executorId + " on " + join.place.host +
            " found no shuffle service; until there is one, its map outputs are lost with it");
  }
  std::lock_guard lock(joins_.mutex);
  ++joins_.count;
  joins_.changed.notify_all();
}

void ClusterRuntime::awaitExecutors() {
  const Master master = masterOf(parts_.conf);
  if (!std::holds_alternative<MpiMaster>(master) && !std::holds_alternative<ExternalMaster>(master)) return;
  const int64_t expected = executorRequestOf(parts_.conf).executors;
  if (!howToStart_.empty()) {
    logWarn("this driver waits for " + std::to_string(expected) + " executors that others start; " + howToStart_);
  }
  std::unique_lock lock(joins_.mutex);
  if (joins_.changed.wait_for(lock, kJoinLimit, [&] { return joins_.count >= expected; })) return;
  logWarn("only " + std::to_string(joins_.count) + " of " + std::to_string(expected) +
          " executors have come; the others may come later" + (howToStart_.empty() ? "" : "; " + howToStart_));
}

void ClusterRuntime::executorLost(const ExecutorPlace& place) {
  peers_.drop(place.address());
  sendToAll(cluster::kExecutorLost, place);
  const LostBlocks lost = blocks_.removeExecutor(place.executorId);
  if (!parts_.conf.get(keys::kStorageReplicationProactive)) return;
  for (const ReplicationOrder& order : planReplication(blocks_, lost.missingReplicas)) {
    peers_.call(order.holder.address(), {block_messages::kReplicateBlock, encodeBody(order), {}}, kAnswerLimit,
                [](const Reply&) {});  // who cannot copy says so in its own log
  }
}

std::shared_ptr<arrow::Buffer> ClusterRuntime::fetchResult(const ExecutorPlace& place, int64_t taskId) {
  const BlockId id = BlockId::taskResult(taskId);
  std::shared_ptr<const Block> block;
  try {
    block = blockClient_.get(place.address(), id,
                             [&] { return !stopped_ && blocks_.executor(place.executorId).has_value(); });
  } catch (const Error& error) {
    logWarn("the result of task " + std::to_string(taskId) + " cannot be fetched: " + error.what());
  }
  blockClient_.remove(place.address(), id);
  return block == nullptr ? nullptr : bytesOf(block);
}

}  // namespace ferro
