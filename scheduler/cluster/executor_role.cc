#include "ferro/scheduler/cluster/executor_role.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

#include "ferro/common/error.h"
#include "ferro/conf/network_reach.h"
#include "ferro/net/secret.h"

namespace ferro {
namespace {

constexpr const char* kDriver = "FERRO_EXECUTOR_DRIVER";
constexpr const char* kId = "FERRO_EXECUTOR_ID";
constexpr const char* kSecret = "FERRO_EXECUTOR_SECRET";
constexpr const char* kSecretFrom = "FERRO_EXECUTOR_SECRET_DESCRIPTOR";
constexpr const char* kSecretFile = "FERRO_EXECUTOR_SECRET_FILE";
constexpr const char* kAuthenticate = "FERRO_EXECUTOR_AUTHENTICATE";
constexpr const char* kTls = "FERRO_EXECUTOR_TLS";
constexpr const char* kCores = "FERRO_EXECUTOR_CORES";
constexpr const char* kMemory = "FERRO_EXECUTOR_MEMORY";
constexpr const char* kHost = "FERRO_EXECUTOR_HOST";
constexpr const char* kLauncher = "FERRO_EXECUTOR_LAUNCHER";
constexpr const char* kOutput = "FERRO_EXECUTOR_OUTPUT";
constexpr const char* kOutputIsTemporary = "FERRO_EXECUTOR_OUTPUT_IS_TEMPORARY";

std::string textOf(const char* name, std::string otherwise = "") {
  const char* value = std::getenv(name);
  return value == nullptr ? std::move(otherwise) : value;
}

template <class Number>
Number numberOf(const char* name, Number otherwise) {
  const std::string text = textOf(name);
  if (text.empty()) return otherwise;
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) {
    throw Error(ErrorCode::kInvalidConf, std::string(name) + "='" + text + "' is not a whole number");
  }
  return number;
}

// getenv() points to the memory that /proc/PID/environ shows.
std::string takeSecretVariable() {
  char* value = std::getenv(kSecret);
  if (value == nullptr) return "";
  std::string secret = value;
  std::memset(value, 0, secret.size());
  ::unsetenv(kSecret);
  return secret;
}

std::string secretOf() {
  const std::string variable = takeSecretVariable();
  if (const std::string file = textOf(kSecretFile); !file.empty()) return readSecretFile(file);
  if (!variable.empty()) return variable;
  const int descriptor = numberOf(kSecretFrom, -1);
  ::unsetenv(kSecretFrom);
  return descriptor < 0 ? "" : takeSecretDescriptor(descriptor);
}

}  // namespace

std::optional<ExecutorRole> ExecutorRole::ofThisProcess() {
  const std::string driver = textOf(kDriver);
  if (driver.empty()) return std::nullopt;
  ExecutorRole role;
  role.launch.driver = HostPort::parse(driver);
  role.launch.executorId = textOf(kId);
  role.launch.authenticate = textOf(kAuthenticate, "1") != "0";
  // What nobody has said is as the driver has it by default.
  role.launch.tls = textOf(kTls, isLoopback(role.launch.driver.host) ? "0" : "1") == "1";
  role.launch.cores = numberOf(kCores, 1);
  role.launch.memory = numberOf<int64_t>(kMemory, 0);
  role.launch.secret = secretOf();
  role.bindHost = textOf(kHost);
  role.launcherProcess = numberOf(kLauncher, 0);
  role.outputPath = textOf(kOutput);
  role.outputIsTemporary = textOf(kOutputIsTemporary) == "1";
  if (role.launch.authenticate && role.launch.secret.empty()) {
    throw Error(ErrorCode::kInvalidConf, std::string("an executor needs the application's secret: set ") + kSecretFile +
                                             " to a file that only its owner can read");
  }
  // What the executor starts itself is no executor.
  ::unsetenv(kDriver);
  return role;
}

std::vector<std::string> ExecutorRole::environment() const {
  auto variable = [](const char* name, const std::string& value) { return std::string(name) + "=" + value; };
  return {variable(kDriver, launch.driver.text()),
          variable(kId, launch.executorId),
          variable(kSecretFrom, launch.secret.empty() ? "" : std::to_string(secretDescriptor)),
          variable(kAuthenticate, launch.authenticate ? "1" : "0"),
          variable(kTls, launch.tls ? "1" : "0"),
          variable(kCores, std::to_string(launch.cores)),
          variable(kMemory, std::to_string(launch.memory)),
          variable(kHost, bindHost),
          variable(kLauncher, std::to_string(launcherProcess)),
          variable(kOutput, outputPath),
          variable(kOutputIsTemporary, outputIsTemporary ? "1" : "0")};
}

}  // namespace ferro
