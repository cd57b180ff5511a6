#include "ferro/scheduler/cluster/executor_process.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/blockmanager/byte_block.h"
#include "ferro/blockmanager/driver_block_directory.h"
#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/common/loaded_modules.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/log_level.h"
#include "ferro/net/body_limit.h"
#include "ferro/net/local_address.h"
#include "ferro/net/message_router.h"
#include "ferro/net/net_loop.h"
#include "ferro/scheduler/cluster/executor_exit.h"
#include "ferro/scheduler/cluster/executor_peers.h"
#include "ferro/scheduler/cluster/handler_gate.h"
#include "ferro/scheduler/cluster/heartbeat.h"
#include "ferro/scheduler/cluster/remote_barriers.h"
#include "ferro/scheduler/cluster/task_runner.h"
#include "ferro/scheduler/crash_report.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/scheduler_options.h"
#include "ferro/scheduler/task_failure.h"
#include "ferro/shuffle/application_dirs.h"

namespace ferro {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kDriverConnectLimit{10};
// An executor that somebody else started may be there before its driver.
constexpr seconds kDriverComesWithin{120};
constexpr milliseconds kTryAgain{500};
constexpr int64_t kLargestInlineResult = 1 << 20;
constexpr size_t kMostFailureText = 64 << 10;
// How long tasks that were told to stop may take before the process ends without them.
constexpr milliseconds kPatience{500};
constexpr milliseconds kPatienceOfOrphan{100};
// How long after its connection the end of the driver's process may come: large processes take their time to go. A
// driver that was killed is not waited for any longer than that takes.
constexpr milliseconds kOrphanLimit{2'000};

NetOptions optionsOf(const ExecutorRole& role) {
  NetOptions options;
  options.authenticate = role.launch.authenticate;
  options.secret = role.launch.secret;
  options.tls = role.launch.tls;
  return options;
}

Conf confOf(const cluster::Welcome& welcome) {
  Conf conf;
  for (const auto& [key, value] : welcome.settings) conf.setIfMissing(key, value, "the driver");
  return conf;
}

int64_t memoryOf(const ExecutorRole& role, const Conf& conf) {
  const int64_t all =
      role.launch.memory > 0 ? role.launch.memory : conf.get(keys::kExecutorMemory).resolve(physicalMemory()).bytes();
  return static_cast<int64_t>(static_cast<double>(all) * conf.get(keys::kMemoryFraction));
}

// Everything of the process, in the order in which it can be taken apart again.
class ExecutorProcess {
 public:
  ExecutorProcess(const ExecutorRole& role, const TaskBodyCodec& codec, ExecutorExit& exit);
  ~ExecutorProcess();
  ExecutorProcess(const ExecutorProcess&) = delete;
  ExecutorProcess& operator=(const ExecutorProcess&) = delete;

  // False when tasks still run: then nothing can be taken apart, and the process must end with them.
  bool stopTasks(milliseconds limit) { return runner_->stop(limit); }
  const LocalDirs& localDirs() { return environment_->localDirs(); }

 private:
  void listenToDriver();
  cluster::Welcome introduce();
  void join();
  void report(int64_t taskId, const TaskOutcome& outcome);
  void sendEnd(int64_t taskId, const TaskOutcome& outcome);
  void keepResult(int64_t taskId, EncodedOutcome& encoded);
  ConnectionPtr reachDriver();

  template <class Value>
  void onDriver(cluster::Kind kind, std::function<void(Value)> handle) {
    fromDriver_.add(kind, [handle = std::move(handle)](const ConnectionPtr&, Message message, Responder) {
      handle(readMessage<Value>(message));
    });
  }

  const ExecutorRole& role_;
  ExecutorExit& exit_;
  NetOptions netOptions_;
  MessageRouter fromDriver_;
  HandlerGate driverGate_{fromDriver_};
  std::unique_ptr<ApplicationDirs> applicationDirs_;  // with a shuffle service: where map outputs lie
  std::unique_ptr<ExecutorEnvironment> environment_;
  NetLoop loop_;  // may call the routers and send blocks until it is gone
  ConnectionPtr driver_;
  ConnectionPtr heartbeats_;
  std::unique_ptr<DriverBlockDirectory> directory_;
  std::unique_ptr<RemoteBarriers> barriers_;
  std::unique_ptr<ExecutorPeers> peers_;
  std::unique_ptr<TaskRunner> runner_;
  std::unique_ptr<HeartbeatSender> heart_;
  GateShutter shutter_{driverGate_, loop_};  // goes first: what the driver says needs all of the above
};

ConnectionPtr ExecutorProcess::reachDriver() {
  const bool isOfLauncher = !role_.outputPath.empty();
  const auto deadline = std::chrono::steady_clock::now() + (isOfLauncher ? seconds(0) : kDriverComesWithin);
  while (true) {
    try {
      return loop_.connect(role_.launch.driver, netOptions_, &driverGate_, kDriverConnectLimit);
    } catch (const Error& error) {
      // A driver for a whole cluster wants TLS also of those who reach it by the loopback address.
      const bool wantsTls = std::string_view(error.what()).find("it wants TLS") != std::string_view::npos;
      if (wantsTls && !netOptions_.tls && !isOfLauncher) {
        netOptions_.tls = true;
        continue;
      }
      const bool mayCome = error.code() == ErrorCode::kNetwork && std::chrono::steady_clock::now() < deadline;
      if (!mayCome || exit_.comesWithin(kTryAgain)) throw;
    }
  }
}

ExecutorProcess::ExecutorProcess(const ExecutorRole& role, const TaskBodyCodec& codec, ExecutorExit& exit)
    : role_(role), exit_(exit), netOptions_(optionsOf(role)) {
  listenToDriver();
  driver_ = reachDriver();
  const cluster::Welcome welcome = introduce();
  const Conf conf = confOf(welcome);
  useLogLevelOf(conf);
  const NetOptions fromConf = NetOptions::fromConf(conf);
  netOptions_.stallTimeout = fromConf.stallTimeout;
  netOptions_.maxBodyBytes = fromConf.maxBodyBytes;
  setMaxBodyBytes(*driver_, fromConf.maxBodyBytes);
  const milliseconds limit = conf.get(keys::kNetworkTimeout);
  directory_ = std::make_unique<DriverBlockDirectory>(driver_, welcome.executorId, limit);
  const auto fileKey = welcome.fileKey.empty() ? nullptr : std::make_shared<const FileKey>(welcome.fileKey);
  if (conf.get(keys::kShuffleServiceEnabled)) {
    applicationDirs_ = std::make_unique<ApplicationDirs>(conf.get(keys::kLocalDir), welcome.applicationId,
                                                         welcome.executorId, fileKey);
  }
  environment_ = std::make_unique<ExecutorEnvironment>(conf, memoryOf(role, conf), directory_.get(), fileKey);
  peers_ = std::make_unique<ExecutorPeers>(
      ExecutorPeers::Parts{.loop = loop_,
                           .net = netOptions_,
                           .driver = driver_,
                           .driverAddress = role.launch.driver,
                           .directory = *directory_,
                           .environment = *environment_,
                           .executorId = welcome.executorId,
                           .applicationId = welcome.applicationId,
                           .host = role.bindHost.empty() ? localAddressTowards(role.launch.driver) : role.bindHost,
                           .outputs = applicationDirs_ == nullptr ? nullptr : &applicationDirs_->dirs()});
  barriers_ = std::make_unique<RemoteBarriers>(driver_, SchedulerOptions::fromConf(conf).barrierSyncLimit + limit);
  environment_->setBarriers(barriers_.get());
  const int slots = role.launch.cores / static_cast<int>(conf.get(keys::kTaskCpus));
  runner_ = std::make_unique<TaskRunner>(slots, codec, *environment_,
                                         [this](int64_t taskId, TaskOutcome outcome) { report(taskId, outcome); });
  heartbeats_ = loop_.connect(role.launch.driver, netOptions_, nullptr, kDriverConnectLimit);
  heart_ = std::make_unique<HeartbeatSender>(heartbeats_, conf.get(keys::kExecutorHeartbeatInterval), [this] {
    return makeMessage(cluster::kHeartbeat,
                       cluster::Heartbeat{peers_->self().executorId, environment_->memory().used()});
  });
  join();
}

ExecutorProcess::~ExecutorProcess() {
  driverGate_.shut(loop_);
  heart_.reset();
  runner_.reset();
  peers_->stop();
  driver_->close("the executor ends");
}

// What the driver says before the executor has joined could only be a mistake of ours: it starts with tasks.
void ExecutorProcess::listenToDriver() {
  fromDriver_.add(cluster::kTaskBody, [this](const ConnectionPtr&, Message message, Responder) {
    runner_->addBody(readMessage<cluster::TaskBodyPiece>(message), std::string_view(*message.payload.buffer()));
  });
  onDriver<cluster::LaunchTask>(cluster::kLaunchTask, [this](const auto& task) {
    peers_->mapOutputs().noteEpoch(task.identity.mapOutputEpoch);
    runner_->launch(task);
  });
  onDriver<cluster::TaskSetName>(cluster::kCancelTasks, [this](const auto& set) { runner_->cancel(set); });
  onDriver<cluster::TaskSetName>(cluster::kForgetTasks, [this](const auto& set) { runner_->forget(set); });
  onDriver<int64_t>(cluster::kKillTask, [this](int64_t task) { runner_->kill(task); });
  onDriver<ExecutorPlace>(cluster::kExecutorLost, [this](const auto& place) { peers_->lost().add(place); });
  onDriver<int>(cluster::kRemoveShuffle, [this](int shuffle) {
    peers_->mapOutputs().forget(shuffle);
    environment_->shuffles().removeShuffle(shuffle);
  });
  onDriver<std::pair<int, int>>(cluster::kRemoveMapOutput, [this](const auto& output) {
    environment_->shuffles().removeMapOutput(output.first, output.second);
  });
  onDriver<int>(cluster::kRemoveRdd, [this](int rdd) { environment_->blocks().removeRdd(rdd); });
  onDriver<int64_t>(cluster::kRemoveBroadcast, [this](int64_t id) { peers_->broadcasts().remove(id); });
  fromDriver_.add(cluster::kMemoryInUse, [this](const ConnectionPtr&, Message, Responder responder) {
    responder.reply(makeMessage(cluster::kMemoryInUse, environment_->memory().used()));
  });
  fromDriver_.add(cluster::kLeave,
                  [this](const ConnectionPtr&, Message, Responder) { exit_.ask(ExecutorExit::Reason::kLeave); });
  fromDriver_.addOnClosed(
      [this](const ConnectionPtr&, const std::string&) { exit_.ask(ExecutorExit::Reason::kDriverGone); });
}

cluster::Welcome ExecutorProcess::introduce() {
  cluster::Hello hello;
  hello.buildId = executableBuildId();
  hello.executorId = role_.launch.executorId;
  hello.process = ::getpid();
  return readMessage<cluster::Welcome>(driver_->callAndWait(makeMessage(cluster::kHello, hello), kDriverConnectLimit));
}

void ExecutorProcess::join() {
  cluster::Join join;
  join.place = peers_->self();
  join.cores = role_.launch.cores;
  join.memoryLimit = environment_->memory().limit();
  join.output = role_.outputPath;
  join.shuffleService = peers_->shuffleService();
  driver_->callAndWait(makeMessage(cluster::kJoin, join), kDriverConnectLimit);
}

// The driver waits until it hears of a task's end: what cannot be sent is an end too.
void ExecutorProcess::report(int64_t taskId, const TaskOutcome& outcome) {
  try {
    sendEnd(taskId, outcome);
  } catch (...) {
    TaskFailure failure = describeCurrentException();
    failure.text = ("the end of the task cannot be sent to the driver: " + failure.text).substr(0, kMostFailureText);
    failure.isFinal = failure.code == ErrorCode::kInvalidArgument;
    TaskOutcome failed;
    failed.failure = std::move(failure);
    failed.metrics = outcome.metrics;
    sendEnd(taskId, failed);
  }
}

void ExecutorProcess::sendEnd(int64_t taskId, const TaskOutcome& outcome) {
  EncodedOutcome encoded = encodeOutcome(outcome);
  if (encoded.accumulatorBytes() > kLargestInlineResult) moveAccumulatorsToValue(encoded);
  if (static_cast<int64_t>(encoded.value.size()) > kLargestInlineResult) keepResult(taskId, encoded);
  driver_->send(makeMessage(cluster::kTaskEnded, cluster::TaskEnded{taskId, std::move(encoded)}));
}

// A large result waits as a block until the driver has room for it. Where there is no room for the block, it is sent.
void ExecutorProcess::keepResult(int64_t taskId, EncodedOutcome& encoded) {
  const auto bytes = static_cast<int64_t>(encoded.value.size());
  const std::shared_ptr<arrow::Buffer> buffer = arrow::Buffer::FromString(std::move(encoded.value));
  if (environment_->blocks().put(BlockId::taskResult(taskId), blockOfBytes(buffer), StorageLevel::MEMORY_AND_DISK)) {
    encoded.value.clear();
    encoded.valueInBlock = bytes;
  } else {
    encoded.value = buffer->ToString();
  }
}

// What it printed is for the driver to keep or remove. After a driver that was killed each executor removes its own,
// and the last to go the directory too.
void removeOutputOfOrphan(const ExecutorRole& role, int code) {
  if (code == 0 || !role.outputIsTemporary) return;
  if (!ExecutorExit::launcherEnds(role.launcherProcess, kOrphanLimit)) return;
  ::unlink(role.outputPath.c_str());
  ::rmdir(std::filesystem::path(role.outputPath).parent_path().c_str());
}

// A task that does not listen is not waited for: the process ends with it, and takes its files along.
[[noreturn]] void leaveWithoutTasks(const ExecutorRole& role, const LocalDirs& dirs, int code) {
  std::error_code ignored;  // what is left, the next start sweeps
  for (const auto& directory : dirs.directories()) std::filesystem::remove_all(directory, ignored);
  removeOutputOfOrphan(role, code);
  ::_exit(code);
}

int exitCodeOf(ExecutorExit::Reason reason) {
  if (reason == ExecutorExit::Reason::kLeave) return 0;
  return reason == ExecutorExit::Reason::kSignal ? 143 : 1;
}

int run(const ExecutorRole& role, const TaskBodyCodec& codec) {
  ExecutorExit exit(role.launcherProcess);
  try {
    ExecutorProcess process(role, codec, exit);
    const int code = exitCodeOf(exit.wait());
    if (!process.stopTasks(code == 0 ? kPatience : kPatienceOfOrphan))
      leaveWithoutTasks(role, process.localDirs(), code);
    return code;
  } catch (const Error& error) {
    std::fprintf(stderr, "error: this executor cannot work for %s: %s\n", role.launch.driver.text().c_str(),
                 error.what());
    return 1;
  }
}

}  // namespace

void runExecutorProcess(const ExecutorRole& role, const TaskBodyCodec& codec) {
  // What a task prints is kept line by line, or the last lines would be lost with a process that crashes.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  const CrashReports crashes;
  const int code = run(role, codec);
  removeOutputOfOrphan(role, code);
  std::fflush(nullptr);
  std::exit(code);
}

}  // namespace ferro
