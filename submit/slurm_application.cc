#include "ferro/submit/slurm_application.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/shared_directory.h"
#include "ferro/scheduler/cluster/slurm_request.h"
#include "ferro/submit/application_process.h"
#include "ferro/submit/resolved_settings.h"
#include "ferro/submit/slurm_allocation.h"
#include "ferro/submit/slurm_batch.h"
#include "ferro/submit/slurm_broadcast.h"
#include "ferro/submit/staging.h"

namespace ferro::submit {
namespace {

std::string nameOf(const SlurmSubmission& submission) {
  return submission.conf.get(keys::kAppName).value_or(std::filesystem::path(submission.program).filename().string());
}

Staging stage(const SlurmSubmission& submission, const std::vector<SubmittedSetting>& settings) {
  Staging staging(sharedDirectory(submission.conf), StagingOwner::kJob);
  staging.writeSettings(settings);
  staging.addFiles(submission.conf, FileTransport::kCopy);
  return staging;
}

// Copies for the nodes of a job, where the settings ask for them.
std::unique_ptr<SlurmBroadcast> broadcastIfWanted(const Conf& conf, const std::string& job, const Staging& staging,
                                                  ApplicationCommand& command) {
  const auto directory = conf.get(keys::kSlurmBroadcastDir);
  if (!directory) return nullptr;
  if (job.empty()) {
    throw Error(
        ErrorCode::kInvalidConf,
        "ferro.slurm.broadcastDir copies to the nodes of an allocation, but with dynamic allocation each executor "
        "is a job of its own; leave one of them out, or run inside an allocation");
  }
  auto broadcast = std::make_unique<SlurmBroadcast>(BroadcastTarget{job, *directory}, command.program, staging);
  for (auto& variable : broadcast->variables()) command.variables.push_back(std::move(variable));
  return broadcast;
}

std::string jobOfThisProcess() {
  const char* job = std::getenv("SLURM_JOB_ID");
  return job == nullptr ? "" : job;
}

// Half of its machine's memory, the default elsewhere, may be more than what the job was given.
std::vector<SubmittedSetting> settingsOfBatch(const SlurmSubmission& submission) {
  std::vector<SubmittedSetting> settings = submission.flags;
  if (submission.conf.get(keys::kDriverMemory).isAutomatic()) {
    const std::string memory = std::to_string(SlurmDriver::of(submission.conf).memory) + "b";
    settings.insert(settings.begin(), {std::string(keys::kDriverMemory.name), memory, "what Slurm was asked for"});
  }
  return settings;
}

}  // namespace

int runAgainstSlurm(const SlurmSubmission& submission) {
  const Conf& conf = submission.conf;
  ForwardedSignals signals;
  const Staging staging = stage(submission, submission.flags);
  ApplicationCommand command{
      .program = submission.program, .arguments = submission.arguments, .variables = staging.variables()};
  std::optional<SlurmAllocation> allocation;
  if (!isInSlurmAllocation() && !conf.get(keys::kDynamicAllocationEnabled)) {
    allocation.emplace(conf, nameOf(submission), signals);
    if (signals.received() != 0) return 128 + signals.received();
    command.variables.emplace_back("SLURM_JOB_ID", allocation->job());
  }
  const std::string job = allocation ? allocation->job() : jobOfThisProcess();
  const auto broadcast = broadcastIfWanted(conf, job, staging, command);
  return runApplication(command, signals);
}

std::string submitToSlurm(const SlurmSubmission& submission) {
  Staging staging = stage(submission, settingsOfBatch(submission));
  return submitBatch(submission.conf, nameOf(submission), {submission.program, submission.arguments}, staging);
}

// The staging goes with the driver, but not when the job begins anew elsewhere.
int runSlurmDriver(const std::string& directory) {
  ForwardedSignals signals;
  const BatchCommand batch = readBatchCommand(directory);
  Staging staging = Staging::adopt(directory);
  const Conf conf = resolveSettings(readSubmittedSettings(directory + "/settings"), batch.program, batch.arguments);
  ApplicationCommand command{.program = batch.program,
                             .arguments = batch.arguments,
                             .variables = staging.variables(),
                             .supervise = conf.get(keys::kDriverSupervise)};
  const auto broadcast = broadcastIfWanted(conf, jobOfThisProcess(), staging, command);
  const int exitCode = runApplication(command, signals);
  if (signals.received() != 0 && willBeginAnew()) staging.keep();
  return exitCode;
}

}  // namespace ferro::submit
