// Processes that a launcher starts: their ends are reported whatever the system refuses, and its own end is bounded.
#include "ferro/scheduler/cluster/process_launcher.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "recorded_log.h"

namespace ferro {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kSoon{60};

// The ends that a launcher reported.
class Ends {
 public:
  OnExecutorEnded hear() {
    return [this](ExecutorEnd end) {
      std::lock_guard lock(mutex_);
      ends_.push_back(std::move(end));
      changed_.notify_all();
    };
  }
  std::vector<ExecutorEnd> await(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kSoon, [&] { return ends_.size() >= count; });
    return ends_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ExecutorEnd> ends_;
};

LaunchMethod shell(const std::string& script, int killSignal = SIGKILL) {
  LaunchMethod method;
  method.command = [script](const ExecutorRole& role) {
    return ExecutorCommand{"/bin/sh", {"sh", "-c", script}, role.environment(), role.launch.secret};
  };
  method.killSignal = killSignal;
  return method;
}

ExecutorLaunch launchOf(const std::string& id) {
  ExecutorLaunch launch;
  launch.executorId = id;
  return launch;
}

// Takes the lowest descriptors of this process, and leaves none of the others once it is told to.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    int taken = -1;
    while (taken < kHighest) {
      taken = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
      if (taken < 0) break;
      taken_.push_back(taken);
    }
  }
  ~NoDescriptors() {
    ::setrlimit(RLIMIT_NOFILE, &before_);
    for (const int taken : taken_) ::close(taken);
  }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

  // From now on nothing can be opened here; a child has those that it does not inherit.
  void leaveNone() const {
    const rlimit none{kHighest, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }

 private:
  static constexpr int kHighest = 100;
  rlimit before_{};
  std::vector<int> taken_;
};

// The process is started after the last descriptor was taken.
LaunchMethod shellWithout(const NoDescriptors& descriptors, const std::string& script) {
  LaunchMethod method = shell(script);
  method.command = [&descriptors, command = method.command](ExecutorRole role) {
    descriptors.leaveNone();
    return command(std::move(role));
  };
  return method;
}

std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the end of a process is reported though no descriptor was left to watch it by") {
  const TempDir directory(std::filesystem::temp_directory_path(), "ferro-launcher-test-");
  Ends ends;
  std::optional<NoDescriptors> none(std::in_place);
  ProcessLauncher launcher(shellWithout(*none, "exit 7"), {directory.path(), true}, ends.hear());
  launcher.start(launchOf("1"));
  none.reset();
  const auto reported = ends.await(1);
  REQUIRE(reported.size() == 1);
  CHECK(reported[0].executorId == "1");
  CHECK_THAT(reported[0].how, Catch::Contains("7"));
  CHECK(launcher.numRunning() == 0);
}

TEST_CASE("a launcher that stops ends processes that it has no descriptor of") {
  const TempDir directory(std::filesystem::temp_directory_path(), "ferro-launcher-test-");
  Ends ends;
  std::optional<NoDescriptors> none(std::in_place);
  ProcessLauncher launcher(shellWithout(*none, "exec sleep 600"), {directory.path(), true}, ends.hear());
  launcher.start(launchOf("1"));
  none.reset();
  const auto began = std::chrono::steady_clock::now();
  launcher.stop(milliseconds(0));
  CHECK(std::chrono::steady_clock::now() - began < seconds(10));
  CHECK(launcher.numRunning() == 0);
}

TEST_CASE("a command that ignores its signal is killed in the end, and a line says which") {
  const TempDir directory(std::filesystem::temp_directory_path(), "ferro-launcher-test-");
  Ends ends;
  const test::RecordedLog log;
  LaunchMethod deaf = shell("trap '' TERM; echo ready; while :; do sleep 600; done", SIGTERM);
  deaf.killLimit = milliseconds(100);
  ProcessLauncher launcher(deaf, {directory.path(), true}, ends.hear());
  launcher.start(launchOf("4"));
  const auto deadline = std::chrono::steady_clock::now() + kSoon;
  while (contentOf(launcher.outputPath("4")).empty() && std::chrono::steady_clock::now() < deadline) continue;
  launcher.stop(milliseconds(0));
  CHECK(launcher.numRunning() == 0);
  REQUIRE(log.lines().size() == 1);
  CHECK_THAT(log.lines()[0], Catch::Contains("executors 4 (process ") && Catch::Contains("killed"));
}

TEST_CASE("the secret reaches a process by a descriptor, and its environment does not hold it") {
  const TempDir directory(std::filesystem::temp_directory_path(), "ferro-launcher-test-");
  Ends ends;
  ProcessLauncher launcher(shell("cat <&3; echo; env"), {directory.path(), true}, ends.hear());
  ExecutorLaunch launch = launchOf("1");
  launch.secret = "between us";
  launcher.start(launch);
  REQUIRE(ends.await(1).size() == 1);
  const std::string output = contentOf(launcher.outputPath("1"));
  CHECK_THAT(output, Catch::StartsWith("between us\n"));
  CHECK(output.find("between us", 1) == std::string::npos);
  CHECK_THAT(output, Catch::Contains("FERRO_EXECUTOR_SECRET_DESCRIPTOR=3"));
}

}  // namespace ferro
