#include "service_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "ferro/conf/keys.h"
#include "ferro/shuffle/service/service_settings.h"
#include "ferro_test.h"
#include "shuffle_cluster.h"

namespace ferro {
namespace {

struct Started {
  pid_t process;
  int output;  // the end of a pipe from which its stdout and stderr are read
};

Started start(const std::vector<std::string>& arguments) {
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  std::vector<char*> argv;
  std::string program = FERRO_SHUFFLE_SERVICE;
  std::vector<std::string> copies = arguments;
  argv.push_back(program.data());
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  REQUIRE(error == 0);
  return {process, ends[0]};
}

std::string readLine(int descriptor) {
  std::string line;
  char character = 0;
  while (::read(descriptor, &character, 1) == 1 && character != '\n') line += character;
  return line;
}

}  // namespace

ServiceProcess::ServiceProcess(const std::string& localDir, const std::string& driverGrace) {
  const Started started = start({"--conf", "ferro.shuffle.service.port=0", "--conf", "ferro.local.dir=" + localDir,
                                 "--conf", "ferro.shuffle.service.driverGrace=" + driverGrace});
  process_ = started.process;
  const std::string line = readLine(started.output);
  CAPTURE(line);
  const std::string prefix = "ferro-shuffle-service listens at ";
  REQUIRE(line.starts_with(prefix));
  conf_.set(keys::kLocalDir, localDir);
  conf_.set(keys::kShuffleServicePort, HostPort::parse(line.substr(prefix.size())).port);
  ::close(started.output);
}

ServiceProcess::~ServiceProcess() {
  if (process_ < 0) return;
  ::kill(process_, SIGTERM);
  int status = 0;
  ::waitpid(process_, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

void ServiceProcess::killAndWait() {
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

ShuffleServiceAccess ServiceProcess::access() const {
  return {shuffleServiceAddress(conf_), testNetOptions(), readShuffleServiceSecret(conf_)};
}

int runShuffleService(const std::vector<std::string>& arguments, std::string& output) {
  const Started started = start(arguments);
  char buffer[1024];
  for (ssize_t got = 0; (got = ::read(started.output, buffer, sizeof(buffer))) > 0;) {
    output.append(buffer, static_cast<size_t>(got));
  }
  ::close(started.output);
  int status = 0;
  ::waitpid(started.process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

RegisterExecutor registrationOf(const std::string& applicationId, const std::string& executorId,
                                const std::vector<std::string>& directories) {
  return {applicationId, executorId, directories, true, testNetOptions().secret, false};
}

ServedExecutor::ServedExecutor(const ServiceProcess& service, const std::string& localDir,
                               const std::string& applicationId, const std::string& executorId,
                               const std::shared_ptr<const FileKey>& key)
    : parts(256 * kMegabyte, {}, key), dirs({localDir}, applicationId, executorId, key) {
  place = registerWithShuffleService(loop, service.access(),
                                     registrationOf(applicationId, executorId, dirs.dirs().directories()), "127.0.0.1",
                                     std::chrono::seconds(10));
  parts.shuffles.useService(dirs.dirs(), place);
}

MapStatus ServedExecutor::write(MapOutputTracker& driver, int shuffleId, int mapId, int numReducers,
                                const TestOutput& output, int64_t attempt) {
  MapStatus status = parts.write(shuffleId, mapId, numReducers, output, attempt);
  driver.registerMapOutput(shuffleId, status);
  return status;
}

bool isGoneSoon(const std::string& path) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (std::filesystem::exists(path)) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace ferro
