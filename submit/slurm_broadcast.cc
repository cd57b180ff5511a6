#include "ferro/submit/slurm_broadcast.h"

#include <filesystem>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/common/private_files.h"
#include "ferro/scheduler/cluster/node_paths.h"
#include "ferro/submit/tool.h"

namespace ferro::submit {
namespace {

void check(const ToolResult& result, const std::string& what) {
  if (result.exitCode != 0) throw Error(ErrorCode::kJobFailed, what + ": " + result.errors);
}

}  // namespace

SlurmBroadcast::SlurmBroadcast(BroadcastTarget target, const std::string& program, const Staging& staging)
    : target_(std::move(target)),
      path_(target_.directory + "/ferro-" + target_.job + "-" + randomName()),
      program_(path_ + "/" + std::filesystem::path(program).filename().string()) {
  try {
    // Private and new, so that nobody on the nodes can put libraries beside the program.
    runOnNodes("mkdir -m 700 \"$0\"");
    copy(program, program_, true);
    if (const auto files = staging.filesDirectory()) {
      hasFiles_ = true;
      const std::string archive = staging.path() + "/files.tar";
      check(runTool({"tar", "--create", "--dereference", "--file", archive, "--directory", *files, "."}),
            "cannot pack the submitted files");
      copy(archive, path_ + "/submitted.tar", false);
      runOnNodes(
          "mkdir \"$0/submitted\" && tar -xf \"$0/submitted.tar\" -C \"$0/submitted\" && rm \"$0/submitted.tar\"");
    }
  } catch (const Error&) {
    remove();
    throw;
  }
}

SlurmBroadcast::~SlurmBroadcast() { remove(); }

std::vector<std::pair<std::string, std::string>> SlurmBroadcast::variables() const {
  std::vector<std::pair<std::string, std::string>> variables{{kNodeProgramVariable, program_},
                                                             {kNodeLibrariesVariable, program_ + "_libs"}};
  if (hasFiles_) variables.emplace_back(kNodeFilesVariable, path_ + "/submitted");
  return variables;
}

void SlurmBroadcast::copy(const std::string& from, const std::string& to, bool withLibraries) const {
  const std::string libraries = withLibraries ? "--send-libs=yes" : "--send-libs=no";
  check(runTool({"sbcast", "--jobid=" + target_.job, "--preserve", libraries, from, to}),
        "Slurm cannot copy " + from + " to " + to + " on the nodes (ferro.slurm.broadcastDir)");
}

void SlurmBroadcast::runOnNodes(const std::string& command) const {
  const ToolResult nodes = runTool({"squeue", "--noheader", "--jobs=" + target_.job, "--format=%D"});
  check(nodes, "cannot ask for the nodes of Slurm's job " + target_.job);
  check(runTool({"srun", "--jobid=" + target_.job, "--overlap", "--nodes=" + nodes.output, "--ntasks=" + nodes.output,
                 "--ntasks-per-node=1", "--cpus-per-task=1", "--input=none", "sh", "-c", command, path_}),
        "a command on the nodes of Slurm's job " + target_.job + " failed");
}

void SlurmBroadcast::remove() const {
  try {
    runOnNodes("rm -rf \"$0\"");
  } catch (const Error& error) {
    // An allocation that has ended takes its nodes along.
    logWarn("copies may be left on nodes, as " + path_ + ": " + error.what());
  }
}

}  // namespace ferro::submit
