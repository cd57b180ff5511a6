#include "ferro/scheduler/cluster/mpi_rendezvous.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/common/text.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/shared_directory.h"
#include "ferro/net/secret.h"

namespace ferro {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// File systems of a network do not tell what other machines do in them; there we look again.
constexpr milliseconds kLookAgain{200};

std::string rendezvousPath(const Conf& conf, const MpiProcess& process) {
  std::string name = process.job;
  std::replace(name.begin(), name.end(), '/', '_');
  return sharedDirectory(conf) + "/mpi-" + name;
}

// Address, whether there is a secret, whether there is TLS, the secret.
std::string textOf(const ExecutorLaunch& launch) {
  return launch.driver.text() + " " + (launch.authenticate ? "1" : "0") + " " + (launch.tls ? "1" : "0") + " " +
         launch.secret;
}

std::optional<ExecutorLaunch> tryRead(const std::string& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const std::string text = readSecretFile(path);
  const std::vector<std::string_view> words = split(text, ' ');
  if (words.size() != 4) throw Error(ErrorCode::kMalformedData, path + " is not what a driver of ours leaves");
  ExecutorLaunch launch;
  launch.driver = HostPort::parse(words[0]);
  launch.authenticate = words[1] == "1";
  launch.tls = words[2] == "1";
  launch.secret = words[3];
  return launch;
}

// Wakes up when something comes into a directory.
class DirectoryWatch {
 public:
  explicit DirectoryWatch(const std::string& directory) : descriptor_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    ::inotify_add_watch(descriptor_, directory.c_str(), IN_MOVED_TO | IN_CREATE);
  }
  ~DirectoryWatch() { ::close(descriptor_); }
  DirectoryWatch(const DirectoryWatch&) = delete;
  DirectoryWatch& operator=(const DirectoryWatch&) = delete;

  void wait(milliseconds limit) const {
    pollfd wait{descriptor_, POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(limit.count())) <= 0) return;
    char events[4096];
    while (::read(descriptor_, events, sizeof(events)) > 0) continue;
  }

 private:
  int descriptor_;
};

}  // namespace

MpiRendezvous::MpiRendezvous(const Conf& conf, const ExecutorLaunch& launch)
    : path_(rendezvousPath(conf, MpiProcess::ofThisProcess())) {
  const std::string unfinished = path_ + "." + std::to_string(::getpid());
  writeSecretFile(unfinished, textOf(launch));
  // Whole or not at all.
  if (std::rename(unfinished.c_str(), path_.c_str()) != 0) throwErrno(errno, "cannot make " + path_);
}

MpiRendezvous::~MpiRendezvous() { ::unlink(path_.c_str()); }

ExecutorRole awaitMpiDriver(const Conf& conf, const MpiProcess& process, milliseconds limit) {
  const std::string path = rendezvousPath(conf, process);
  const DirectoryWatch watch(std::filesystem::path(path).parent_path().string());
  const SteadyClock::time_point deadline = SteadyClock::now() + limit;
  while (true) {
    if (auto launch = tryRead(path)) {
      ExecutorRole role;
      role.launch = std::move(*launch);
      role.launch.executorId = std::to_string(process.rank);
      role.launch.cores = static_cast<int>(conf.get(keys::kExecutorCores));
      const MemoryLimit memory = conf.get(keys::kExecutorMemory);
      if (!memory.isAutomatic()) role.launch.memory = memory.resolve(ByteSize()).bytes();
      return role;
    }
    if (SteadyClock::now() > deadline) {
      throw Error(ErrorCode::kNetwork, "the driver, rank 0 of mpirun, has not left its address in " + path +
                                           "; ferro.submit.stagingDir must be a directory that all machines share");
    }
    watch.wait(kLookAgain);
  }
}

}  // namespace ferro
