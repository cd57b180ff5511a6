// Applications that run on a Slurm cluster without their caller: one batch job holds driver and executors. For the main
// thread.
#pragma once

#include <string>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/submit/staging.h"

namespace ferro::submit {

struct BatchCommand {
  std::string program;
  std::vector<std::string> arguments;
};

// Hands the application over to Slurm and returns the job's id. The staging has its settings and files, and is kept.
std::string submitBatch(const Conf& conf, const std::string& name, const BatchCommand& command, Staging& staging);

// What the batch job does, on its first node: the command that submitBatch() put there. Error kNotFound for a directory
// that it did not make.
BatchCommand readBatchCommand(const std::string& directory);

// Whether the job that this process runs in was put back into the queue, to begin anew on other nodes. Not, after a
// warning, when Slurm does not answer.
bool willBeginAnew();

// How a job is doing, in a line. Error kNotFound for one that Slurm does not know (any more).
std::string describeBatch(const std::string& job);
void killBatch(const std::string& job);

}  // namespace ferro::submit
