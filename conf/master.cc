#include "ferro/conf/master.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/text.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/number_with_unit.h"

namespace ferro {
namespace {

constexpr int64_t kMostThreads = 4096;

std::optional<int64_t> parseCount(std::string_view text) {
  std::optional<int64_t> count = detail::parseInteger(trim(text));
  if (!count || *count < 1 || *count > kMostThreads) return std::nullopt;
  return count;
}

std::optional<Master> parseLocal(const std::vector<std::string_view>& arguments) {
  if (arguments.size() > 2) return std::nullopt;
  LocalMaster master;
  if (trim(arguments[0]) != "*") {
    master.threads = parseCount(arguments[0]);
    if (!master.threads) return std::nullopt;
  }
  if (arguments.size() == 2) {
    master.maxFailures = parseCount(arguments[1]);
    if (!master.maxFailures) return std::nullopt;
  }
  return master;
}

std::optional<Master> parseLocalCluster(const std::vector<std::string_view>& arguments) {
  if (arguments.size() != 3) return std::nullopt;
  std::optional<int64_t> executors = parseCount(arguments[0]);
  std::optional<int64_t> cores = parseCount(arguments[1]);
  std::optional<ByteSize> memory = parseByteSize(arguments[2], ByteUnit::kMebibyte);
  if (!executors || !cores || !memory || memory->bytes() == 0) return std::nullopt;
  return LocalClusterMaster{*executors, *cores, *memory};
}

std::optional<Master> parseExternal(const std::vector<std::string_view>& arguments) {
  if (arguments.size() != 2) return std::nullopt;
  std::optional<int64_t> executors = parseCount(arguments[0]);
  std::optional<int64_t> cores = parseCount(arguments[1]);
  if (!executors || !cores) return std::nullopt;
  return ExternalMaster{*executors, *cores};
}

std::optional<Master> tryParseMaster(std::string_view text) {
  text = trim(text);
  if (text == "local") return LocalMaster{.threads = 1, .maxFailures = std::nullopt};
  if (text == "slurm") return SlurmMaster{};
  if (text == "mpi") return MpiMaster{};
  size_t bracket = text.find('[');
  if (bracket == std::string_view::npos || !text.ends_with(']')) return std::nullopt;
  std::string_view name = text.substr(0, bracket);
  std::vector<std::string_view> arguments = split(text.substr(bracket + 1, text.size() - bracket - 2), ',');
  if (name == "local") return parseLocal(arguments);
  if (name == "local-cluster") return parseLocalCluster(arguments);
  if (name == "external") return parseExternal(arguments);
  return std::nullopt;
}

}  // namespace

int64_t LocalMaster::numThreads() const {
  return threads.value_or(std::max<int64_t>(1, std::thread::hardware_concurrency()));
}

Master parseMaster(std::string_view text) {
  std::optional<Master> master = tryParseMaster(text);
  if (master) return *master;
  throw Error(ErrorCode::kInvalidConf,
              "master '" + std::string(text) + "' is not known: allowed is " + std::string(kMasterForms));
}

bool isMaster(std::string_view text) { return tryParseMaster(text).has_value(); }

bool isMasterOfSpark(std::string_view text) {
  text = trim(text);
  for (const std::string_view prefix : {"yarn", "mesos", "spark://", "k8s://"}) {
    if (text.starts_with(prefix)) return true;
  }
  return false;
}

Master masterOf(const Conf& conf) { return parseMaster(conf.get(keys::kMaster)); }

int64_t taskMaxFailures(const Conf& conf) {
  Master master = masterOf(conf);
  if (const LocalMaster* local = std::get_if<LocalMaster>(&master)) {
    if (local->maxFailures) return *local->maxFailures;
    if (!conf.isSet(keys::kTaskMaxFailures)) return 1;
  }
  return conf.get(keys::kTaskMaxFailures);
}

}  // namespace ferro
