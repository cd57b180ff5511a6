#include "ferro/submit/slurm_allocation.h"

#include <cctype>
#include <csignal>
#include <string_view>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/scheduler/cluster/slurm_request.h"
#include "ferro/submit/tool.h"

namespace ferro::submit {
namespace {

// salloc says it in a sentence only: that it was granted, or that it waits.
std::string jobIn(const std::string& said) {
  constexpr std::string_view kSentence = " job allocation ";
  const size_t found = said.find(kSentence);
  if (found == std::string::npos) return "";
  size_t end = found + kSentence.size();
  while (end < said.size() && std::isdigit(static_cast<unsigned char>(said[end]))) ++end;
  // The number may not have come whole.
  return end == said.size() ? "" : said.substr(found + kSentence.size(), end - found - kSentence.size());
}

void giveBack(const std::string& job) {
  const ToolResult result = runTool({"scancel", job});
  if (result.exitCode != 0) logWarn("cannot give back Slurm's job " + job + ": " + result.errors);
}

}  // namespace

SlurmAllocation::SlurmAllocation(const Conf& conf, const std::string& name, ForwardedSignals& signals) {
  std::vector<std::string> command{"salloc", "--no-shell", "--job-name=" + name};
  for (const std::string& argument : slurmAllocationArguments(conf, SlurmDriver{})) command.push_back(argument);
  // To end salloc would not do: it may die without a word while its request is on its way, which is then granted.
  std::string given;
  const ToolResult result = runTool(command, signals, [&given](const ToolResult& soFar) {
    if (!given.empty()) return;
    given = jobIn(soFar.errors);
    if (!given.empty()) giveBack(given);
  });
  if (signals.received() != 0) {
    const bool wasKilled = result.exitCode == 128 + SIGKILL;
    if (given.empty() && wasKilled)
      logWarn("Slurm did not answer in time; see squeue --me for what it may have granted since");
    return;
  }
  job_ = jobIn(result.errors + "\n");
  if (result.exitCode == 0 && !job_.empty()) return;
  throw Error(ErrorCode::kJobFailed, "Slurm does not grant what the application asks for: " + result.errors);
}

SlurmAllocation::~SlurmAllocation() {
  if (job_.empty()) return;
  try {
    giveBack(job_);
  } catch (const Error& error) {
    logWarn("cannot give back Slurm's job " + job_ + ": " + error.what());
  }
}

}  // namespace ferro::submit
