// Runs an application on a Slurm cluster: with its driver here, or as one batch job. For the main thread.
#pragma once

#include <string>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/conf/submitted_settings.h"

namespace ferro::submit {

struct SlurmSubmission {
  const std::vector<SubmittedSetting>& flags;
  const Conf& conf;  // what they and all else come to
  const std::string& program;
  const std::vector<std::string>& arguments;
};

// The driver here, its executors on the cluster: in the allocation that we run in, or else in one of our own. Where
// their number follows the work, the application asks for each of them. The exit code.
int runAgainstSlurm(const SlurmSubmission& submission);

// Hands it over and returns the job's id.
std::string submitToSlurm(const SlurmSubmission& submission);

// What the batch job does on its first node, with the directory that submitToSlurm() left. The exit code.
int runSlurmDriver(const std::string& directory);

}  // namespace ferro::submit
