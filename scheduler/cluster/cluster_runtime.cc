#include "ferro/scheduler/cluster/cluster_runtime.h"

#include <filesystem>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/blockmanager/byte_block.h"
#include "ferro/blockmanager/process_directory.h"
#include "ferro/blockmanager/replica_targets.h"
#include "ferro/common/log.h"
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
                     }}),
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
      fleet_(fleetOptionsOf(parts.conf, netOptions_, endpoint_.address()),
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
               return std::make_unique<LocalProcessLauncher>(
                   OutputDirectory{logDirectory_, !parts_.conf.get(keys::kExecutorLogsDir)}, std::move(onEnded));
             }) {
  parts_.environment.setRemote({.broadcastSource = &broadcasts_});
  endpoint_.serve(fleet_);
}

ClusterRuntime::~ClusterRuntime() { stop(); }

void ClusterRuntime::stop() {
  if (std::exchange(stopped_, true)) return;
  dag_.stop();
  fleet_.stop();
  shuffleServices_.endApplication(kAnswerLimit);
  endpoint_.stop();
  parts_.environment.setRemote({});
  // Executors that were killed have left their directories.
  for (const std::string& root : localRoots(parts_.conf.get(keys::kLocalDir))) sweepDirectoriesOfTheDead(root);
  if (parts_.conf.get(keys::kExecutorLogsDir) || fleet_.lostAny()) return;
  std::error_code ignored;  // nothing in it is of interest
  std::filesystem::remove_all(logDirectory_, ignored);
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
  if (join.shuffleService.port != 0) shuffleServices_.attach(join.shuffleService.address());
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
    block = blockClient_.get(place.address(), id, [&] { return blocks_.executor(place.executorId).has_value(); });
  } catch (const Error& error) {
    logWarn("the result of task " + std::to_string(taskId) + " cannot be fetched: " + error.what());
  }
  blockClient_.remove(place.address(), id);
  return block == nullptr ? nullptr : bytesOf(block);
}

}  // namespace ferro
