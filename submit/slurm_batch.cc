#include "ferro/submit/slurm_batch.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/common/text.h"
#include "ferro/conf/keys.h"
#include "ferro/scheduler/cluster/slurm_request.h"
#include "ferro/submit/tool.h"

namespace ferro::submit {
namespace {

constexpr const char* kCommandFile = "/command";
// Slurm wants a script. What is to run are its arguments, so that no shell ever reads what a user has written.
constexpr const char* kScriptFile = "/script";
constexpr std::string_view kScript = "#!/bin/sh\nexec \"$@\"\n";
// Before the staging's path, in what Slurm notes about the job.
constexpr std::string_view kStagingComment = "ferro-staging:";

void writeFile(const std::string& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw Error(ErrorCode::kIo, "cannot write " + path);
}

void checkJob(const std::string& job) {
  const bool isNumber =
      !job.empty() && std::all_of(job.begin(), job.end(), [](unsigned char c) { return std::isdigit(c); });
  if (!isNumber) throw Error(ErrorCode::kInvalidArgument, "'" + job + "' is no id of a job of Slurm's: it is a number");
}

// What Slurm knows about a job, by its own names.
class JobFields {
 public:
  explicit JobFields(const std::string& job) {
    checkJob(job);
    const ToolResult result = runTool({"scontrol", "show", "job", job});
    if (result.exitCode != 0) {
      throw Error(ErrorCode::kNotFound, "Slurm knows no job " + job + " (any more): " + result.errors);
    }
    for (const std::string_view line : split(result.output, '\n')) addLine(trim(line));
  }

  std::string operator[](std::string_view name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? std::string() : found->second;
  }

 private:
  // NAME=VALUE NAME=VALUE; what people have written may hold spaces, but is the last of its line.
  void addLine(std::string_view line) {
    while (!line.empty()) {
      const size_t equals = line.find('=');
      if (equals == std::string_view::npos) return;
      const std::string_view name = line.substr(0, equals);
      const bool isText = name == "JobName" || name == "Comment";
      const size_t end = isText ? line.size() : std::min(line.find(' '), line.size());
      fields_.emplace(name, line.substr(equals + 1, end - equals - 1));
      line = trim(line.substr(end));
    }
  }

  std::map<std::string, std::string, std::less<>> fields_;
};

// A comment is whatever somebody wrote, and so is an argument: only what we have made ourselves is removed.
bool isOwnStaging(const std::string& directory) {
  struct stat status{};
  if (::lstat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
    return false;
  const bool hasName = std::filesystem::path(directory).filename().string().starts_with("job-");
  return hasName && std::filesystem::exists(directory + kCommandFile);
}

}  // namespace

std::string submitBatch(const Conf& conf, const std::string& name, const BatchCommand& command, Staging& staging) {
  std::string words = command.program + '\0';
  for (const std::string& argument : command.arguments) words += argument + '\0';
  writeFile(staging.path() + kCommandFile, words);
  writeFile(staging.path() + kScriptFile, kScript);
  std::vector<std::string> call{"sbatch", "--parsable", "--job-name=" + name,
                                "--comment=" + std::string(kStagingComment) + staging.path(),
                                conf.get(keys::kDriverSupervise) ? "--requeue" : "--no-requeue"};
  for (const std::string& argument : slurmAllocationArguments(conf, SlurmDriver::of(conf))) {
    call.push_back(argument);
  }
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  call.insert(call.end(), {staging.path() + kScriptFile, self, "--run-driver", staging.path()});
  const ToolResult result = runTool(call);
  if (result.exitCode != 0) throw Error(ErrorCode::kJobFailed, "Slurm does not take the job: " + result.errors);
  staging.keep();
  // "id" or "id;cluster"
  return result.output.substr(0, result.output.find(';'));
}

BatchCommand readBatchCommand(const std::string& directory) {
  std::ifstream file(directory + kCommandFile, std::ios::binary);
  BatchCommand command;
  if (!isOwnStaging(directory) || !std::getline(file, command.program, '\0')) {
    throw Error(ErrorCode::kNotFound, directory + " holds no submitted application");
  }
  for (std::string argument; std::getline(file, argument, '\0');) command.arguments.push_back(argument);
  return command;
}

bool willBeginAnew() {
  const char* job = std::getenv("SLURM_JOB_ID");
  const char* beginsBefore = std::getenv("SLURM_RESTART_COUNT");  // not set the first time
  if (job == nullptr) return false;
  try {
    return JobFields(job)["Restarts"] != (beginsBefore == nullptr ? "0" : beginsBefore);
  } catch (const Error& error) {
    logWarn(std::string("nobody can tell whether the job begins anew: ") + error.what());
    return false;
  }
}

std::string describeBatch(const std::string& job) {
  const JobFields fields(job);
  const std::string state = fields["JobState"];
  std::string text = "job " + job + " (" + fields["JobName"] + ") is " + state;
  if (state == "PENDING") return text + ": " + fields["Reason"];
  text += " on " + fields["NodeList"] + ", for " + fields["RunTime"];
  if (state == "RUNNING") return text;
  const std::string exitCode = fields["ExitCode"];  // "code:signal"
  return text + ", exit code " + exitCode.substr(0, exitCode.find(':'));
}

void killBatch(const std::string& job) {
  const JobFields fields(job);
  const ToolResult result = runTool({"scancel", job});
  if (result.exitCode != 0) throw Error(ErrorCode::kNotFound, "cannot end job " + job + ": " + result.errors);
  // A driver takes its staging along; of one that never began, nobody else would.
  const std::string comment = fields["Comment"];
  if (fields["JobState"] != "PENDING" || !comment.starts_with(kStagingComment)) return;
  const std::string directory = comment.substr(kStagingComment.size());
  if (isOwnStaging(directory)) Staging::adopt(directory);
}

}  // namespace ferro::submit
