// How a process finds out that it is an executor.
#include "ferro/scheduler/cluster/executor_role.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"

namespace ferro {
namespace {

// The variables of a role, in this process's environment for as long as the object lives.
class InEnvironment {
 public:
  explicit InEnvironment(const std::vector<std::string>& variables) {
    for (const std::string& variable : variables) {
      const size_t equals = variable.find('=');
      names_.push_back(variable.substr(0, equals));
      ::setenv(names_.back().c_str(), variable.substr(equals + 1).c_str(), 1);
    }
  }
  ~InEnvironment() {
    for (const std::string& name : names_) ::unsetenv(name.c_str());
  }
  InEnvironment(const InEnvironment&) = delete;
  InEnvironment& operator=(const InEnvironment&) = delete;

 private:
  std::vector<std::string> names_;
};

// A descriptor from which the secret can be read once.
int secretIn(const std::string& text) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  return ends[0];
}

std::string refusal() {
  try {
    ExecutorRole::ofThisProcess();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a process that nobody gave the role has none") { CHECK(!ExecutorRole::ofThisProcess()); }

TEST_CASE("a role arrives in the process as its launcher made it, and its secret by a descriptor that is closed") {
  ExecutorRole role;
  role.launch.executorId = "7";
  role.launch.driver = {"127.0.0.1", 4711};
  role.launch.secret = "between us";
  role.launch.tls = true;
  role.launch.cores = 3;
  role.launch.memory = int64_t{5} << 30;
  role.bindHost = "127.0.0.1";
  role.launcherProcess = 42;
  role.outputPath = "/somewhere/executor-7.log";
  role.secretDescriptor = secretIn("between us");
  const InEnvironment environment(role.environment());
  const auto found = ExecutorRole::ofThisProcess();
  REQUIRE(found);
  CHECK(found->launch.executorId == "7");
  CHECK(found->launch.driver == role.launch.driver);
  CHECK(found->launch.secret == "between us");
  CHECK(found->launch.authenticate);
  CHECK(found->launch.tls);
  CHECK(found->launch.cores == 3);
  CHECK(found->launch.memory == role.launch.memory);
  CHECK(found->launcherProcess == 42);
  CHECK(found->outputPath == role.outputPath);
  CHECK(::fcntl(role.secretDescriptor, F_GETFD) == -1);
  CHECK(!ExecutorRole::ofThisProcess());
}

TEST_CASE("a secret that somebody put into the environment is overwritten there") {
  char variable[] = "FERRO_EXECUTOR_SECRET=not for long";
  ::putenv(variable);
  const InEnvironment environment({"FERRO_EXECUTOR_DRIVER=driver:1"});
  const auto role = ExecutorRole::ofThisProcess();
  REQUIRE(role);
  CHECK(role->launch.secret == "not for long");
  CHECK(std::getenv("FERRO_EXECUTOR_SECRET") == nullptr);
  CHECK(std::string(variable) == "FERRO_EXECUTOR_SECRET=");
}

TEST_CASE("an executor started by hand reads the secret from a file that only its owner can read") {
  const TempDir directory(std::filesystem::temp_directory_path(), "ferro-role-test-");
  const std::string path = directory.path() + "/secret";
  std::ofstream(path) << "from a file\n";
  ::chmod(path.c_str(), 0600);
  {
    const InEnvironment environment({"FERRO_EXECUTOR_DRIVER=driver:1", "FERRO_EXECUTOR_SECRET_FILE=" + path});
    const auto role = ExecutorRole::ofThisProcess();
    REQUIRE(role);
    CHECK(role->launch.secret == "from a file");
    CHECK(role->launch.cores == 1);
    CHECK(role->launch.executorId.empty());
  }
  ::chmod(path.c_str(), 0644);
  const InEnvironment environment({"FERRO_EXECUTOR_DRIVER=driver:1", "FERRO_EXECUTOR_SECRET_FILE=" + path});
  CHECK_THAT(refusal(), Catch::Contains(path));
}

TEST_CASE("a role that makes no sense is refused with the name of the variable") {
  {
    const InEnvironment environment({"FERRO_EXECUTOR_DRIVER=driver:1"});
    CHECK_THAT(refusal(), Catch::Contains("FERRO_EXECUTOR_SECRET_FILE"));
  }
  {
    const InEnvironment environment(
        {"FERRO_EXECUTOR_DRIVER=driver:1", "FERRO_EXECUTOR_SECRET=s", "FERRO_EXECUTOR_CORES=many"});
    CHECK_THAT(refusal(), Catch::Contains("FERRO_EXECUTOR_CORES") && Catch::Contains("many"));
  }
  const InEnvironment environment({"FERRO_EXECUTOR_DRIVER=nowhere", "FERRO_EXECUTOR_SECRET=s"});
  CHECK_THAT(refusal(), Catch::Contains("nowhere") && Catch::Contains("host:port"));
}

}  // namespace ferro
