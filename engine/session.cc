#include "ferro/engine/session.h"

#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/conf/conf_sources.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/log_level.h"
#include "ferro/conf/master.h"
#include "ferro/conf/mpi_process.h"
#include "ferro/engine/exec/table_source.h"
#include "ferro/engine/frame/literal_rows.h"
#include "ferro/engine/frame/reader.h"
#include "ferro/engine/frame/table_relation.h"
#include "ferro/engine/io/text_source.h"
#include "ferro/engine/operators/range_source.h"
#include "ferro/engine/process_guard.h"
#include "ferro/engine/session_core.h"
#include "ferro/scheduler/cluster/executor_process.h"
#include "ferro/scheduler/cluster/mpi_rendezvous.h"
#include "ferro/scheduler/dag_scheduler.h"

namespace ferro {
namespace {

Conf loadWithoutArguments(const Conf& conf) {
  int argc = 0;
  return loadConf(conf, argc, nullptr, ConfEnvironment::ofThisProcess());
}

// The program's own name is the application's, unless another was given.
Conf loadWithArguments(const Conf& conf, int& argc, char** argv) {
  Conf loaded = loadConf(conf, argc, argv, ConfEnvironment::ofThisProcess());
  if (argc > 0)
    loaded.setIfMissing("ferro.app.name", std::filesystem::path(argv[0]).filename().string(), "the program's name");
  return loaded;
}

// A process that is an executor goes no further.
std::unique_ptr<ProcessGuard> startGuard() {
  runIfExecutor();
  return std::make_unique<ProcessGuard>();
}

// Of the processes that mpirun started, the first is the driver, and the others go no further.
void runIfMpiExecutor(const Conf& conf, std::unique_ptr<ProcessGuard>& guard) {
  if (!std::holds_alternative<MpiMaster>(masterOf(conf))) return;
  const MpiProcess process = MpiProcess::ofThisProcess();
  if (process.rank == 0) return;
  const ExecutorRole role = awaitMpiDriver(conf, process, conf.get(keys::kNetworkTimeout));
  guard.reset();
  runExecutorProcess(role, TaskProgramCodec());
}

// True if standard output has received something already. What a terminal was given line by line cannot be seen.
bool hasPrinted() {
  if (__fpending(stdout) > 0) return true;
  struct stat status{};
  return ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode) && ::lseek(STDOUT_FILENO, 0, SEEK_CUR) > 0;
}

// What main does before its Session, it does in every executor too, and people are surprised by it.
void warnIfPrinted() {
  if (!hasPrinted()) return;
  logWarn(
      "the program has written to standard output before it made its Session: main up to there runs in every executor "
      "too; make the Session first, or call ferro::runIfExecutor() first");
}

SessionPtr startCore(Conf conf) {
  useLogLevelOf(conf);
  if (!std::holds_alternative<LocalMaster>(masterOf(conf))) warnIfPrinted();
  for (const auto& warning : conf.warnings()) logWarn(warning);
  return std::make_shared<SessionCore>(std::move(conf));
}

}  // namespace

void runIfExecutor() {
  std::optional<ExecutorRole> role;
  try {
    role = ExecutorRole::ofThisProcess();
  } catch (const Error& error) {
    std::fprintf(stderr, "error: this process cannot be an executor: %s\n", error.what());
    std::exit(1);
  }
  if (!role) return;
  warnIfPrinted();
  runExecutorProcess(*role, TaskProgramCodec());
}

Session::Session(int& argc, char** argv, const Conf& conf) : guard_(startGuard()) {
  Conf loaded = loadWithArguments(conf, argc, argv);
  runIfMpiExecutor(loaded, guard_);
  core_ = startCore(std::move(loaded));
  guard_->watch(core_);
  core_->services()->runtime->awaitExecutors();
}

Session::Session(const Conf& conf) : guard_(startGuard()) {
  Conf loaded = loadWithoutArguments(conf);
  runIfMpiExecutor(loaded, guard_);
  core_ = startCore(std::move(loaded));
  guard_->watch(core_);
  core_->services()->runtime->awaitExecutors();
}

Session::~Session() { stop(); }

void Session::stop() {
  core_->stop();
  guard_.reset();
}

Accumulator<int64_t> Session::longAccumulator(const std::string& name) const { return accumulator(int64_t{0}, name); }

Accumulator<double> Session::doubleAccumulator(const std::string& name) const { return accumulator(0.0, name); }

Rdd<std::string_view> Session::textFile(const std::string& paths, int minPartitions) const {
  int wanted = minPartitions > 0 ? minPartitions : std::max(2, defaultParallelism());
  auto splits = planTextSplits(paths, wanted);
  if (!core_->conf().get(keys::kFilesVerifyUnchanged)) {
    for (TextSplit& split : splits) split.version.reset();
  }
  NodeInfo info{0, "textFile " + paths, static_cast<int>(splits.size()), nullptr};
  return detail::makeRdd<TextSource>(core_, std::move(info), LineageParents{}, std::move(splits));
}

Rdd<std::pair<std::string_view, std::string_view>> Session::wholeTextFiles(const std::string& paths,
                                                                           int minPartitions) const {
  int wanted = minPartitions > 0 ? minPartitions : std::max(2, defaultParallelism());
  auto files = planWholeFiles(paths, wanted);
  if (!core_->conf().get(keys::kFilesVerifyUnchanged)) {
    for (auto& partition : files) {
      for (InputFile& file : partition) file.version.reset();
    }
  }
  NodeInfo info{0, "wholeTextFiles " + paths, static_cast<int>(files.size()), nullptr};
  return detail::makeRdd<WholeTextSource>(core_, std::move(info), LineageParents{}, std::move(files));
}

Rdd<int64_t> Session::range(int64_t start, int64_t end, int64_t step, int numSlices) const {
  if (step == 0) throw Error(ErrorCode::kInvalidArgument, "range needs a step other than 0");
  // In 128 bits, since the distance may pass 64.
  __extension__ using Wide = __int128;
  Wide distance = static_cast<Wide>(end) - start;
  Wide count = distance / step + (distance % step != 0 ? 1 : 0);
  if ((distance > 0) != (step > 0) || distance == 0) count = 0;
  NodeInfo info{0, "range", slicesOf(numSlices), nullptr};
  return detail::makeRdd<RangeSource>(core_, std::move(info), LineageParents{}, start, step,
                                      static_cast<int64_t>(count));
}

int Session::slicesOf(int asked) const {
  if (asked < 0)
    throw Error(ErrorCode::kInvalidArgument, "an Rdd needs at least 1 slice, not " + std::to_string(asked));
  return asked > 0 ? asked : defaultParallelism();
}

void Session::setJobGroup(const std::string& group, const std::string& description) const {
  JobProperties properties = core_->propertiesOfThread();
  properties.group = group;
  properties.description = description;
  core_->setPropertiesOfThread(std::move(properties));
}

void Session::clearJobGroup() const { setJobGroup(""); }

void Session::setJobDescription(const std::string& description) const {
  setJobGroup(core_->propertiesOfThread().group, description);
}

void Session::setSchedulerPool(const std::string& pool) const {
  JobProperties properties = core_->propertiesOfThread();
  properties.pool = pool;
  core_->setPropertiesOfThread(std::move(properties));
}

void Session::cancelJobGroup(const std::string& group) const {
  core_->services()->runtime->dag().cancelJobGroup(group);
}

void Session::cancelAllJobs() const { core_->services()->runtime->dag().cancelAllJobs(); }

void Session::addListener(std::shared_ptr<Listener> listener) const { core_->bus().add(std::move(listener)); }

void Session::removeListener(const std::shared_ptr<Listener>& listener) const { core_->bus().remove(listener); }

void Session::setLogLevel(const std::string& level) {
  const auto known = logLevelNamed(level);
  if (!known) {
    throw Error(ErrorCode::kInvalidArgument,
                "there is no log level '" + level + "'; the levels are DEBUG, INFO, WARN, ERROR and OFF");
  }
  ferro::setLogLevel(*known);
}

void Session::setCheckpointDir(const std::string& directory) const { core_->setCheckpointDirectory(directory); }

const Conf& Session::conf() const { return core_->conf(); }

std::string Session::applicationId() const { return core_->applicationId(); }

std::string Session::appName() const { return conf().get(keys::kAppName).value_or("ferro"); }

std::string Session::master() const { return conf().get(keys::kMaster); }

int Session::defaultParallelism() const { return detail::defaultParallelism(*core_); }

std::string_view Session::version() { return "0.1.0"; }

DataFrameReader Session::read() const { return DataFrameReader(core_); }

DataFrame Session::createDataFrame(const std::shared_ptr<arrow::Table>& table) const {
  return makeDataFrame(core_, table);
}

DataFrame Session::createDataFrame(std::initializer_list<std::initializer_list<Operand>> rows,
                                   const std::vector<std::string>& names) const {
  return makeDataFrame(core_, rowsOfValues(rows, names));
}

DataFrame Session::range(int64_t end) const {
  const BatchNodePtr node = rangeBatches(core_, 0, end, 1, slicesOf(0));
  return frameOfNode(core_, node, "Range");
}

}  // namespace ferro
