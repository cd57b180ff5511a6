#include "ferro/submit/submission.h"

#include <cstdio>
#include <variant>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"
#include "ferro/submit/application_process.h"
#include "ferro/submit/documents.h"
#include "ferro/submit/resolved_settings.h"
#include "ferro/submit/settings_report.h"
#include "ferro/submit/slurm_application.h"
#include "ferro/submit/slurm_batch.h"
#include "ferro/submit/staging.h"

namespace ferro::submit {
namespace {

void print(FILE* stream, const std::string& text) { std::fputs(text.c_str(), stream); }

bool isOnSlurm(const Conf& conf) { return std::holds_alternative<SlurmMaster>(masterOf(conf)); }

bool isClusterMode(const Conf& conf) {
  if (conf.get(keys::kSubmitDeployMode) != "cluster") return false;
  if (isOnSlurm(conf)) return true;
  throw Error(ErrorCode::kInvalidArgument, "deploy mode cluster needs a cluster, but the master is " +
                                               conf.get(keys::kMaster) +
                                               "; leave --deploy-mode out, or take --master slurm");
}

// What the application will warn about itself is not repeated here.
void tellBeforeStart(const CommandLine& line, const Conf& conf, const std::string& program) {
  if (!line.verbose) return;
  print(stderr, "application: " + describeCommand(conf, program, line.arguments) + "\n");
  print(stderr, "master: " + conf.get(keys::kMaster) + ", deploy mode: " + conf.get(keys::kSubmitDeployMode) + "\n");
  print(stderr, "settings:\n" + describeSettings(conf));
}

int runHere(const CommandLine& line, const Conf& conf, const std::string& program) {
  ForwardedSignals signals;
  Staging staging(conf.get(keys::kSubmitStagingDir).value_or(conf.get(keys::kLocalDir).front()),
                  StagingOwner::kThisProcess);
  staging.writeSettings(line.settings);
  staging.addFiles(conf, FileTransport::kLink);
  return runApplication({.program = program, .arguments = line.arguments, .variables = staging.variables()}, signals);
}

int run(const CommandLine& line, const Conf& conf) {
  const std::string program = findProgram(line.application);
  const bool inCluster = isClusterMode(conf);
  tellBeforeStart(line, conf, program);
  if (!isOnSlurm(conf)) return runHere(line, conf, program);
  const SlurmSubmission submission{line.settings, conf, program, line.arguments};
  if (!inCluster) return runAgainstSlurm(submission);
  const std::string job = submitToSlurm(submission);
  print(stdout, "submitted as job " + job + "; see ferro-submit --master slurm --status " + job + "\n");
  return 0;
}

void checkHasJobs(const Conf& conf) {
  if (isOnSlurm(conf)) return;
  throw Error(ErrorCode::kInvalidArgument, "--status and --kill ask a cluster, but the master is " +
                                               conf.get(keys::kMaster) + "; add --master slurm");
}

int tellStatus(const Conf& conf, const std::string& job) {
  checkHasJobs(conf);
  print(stdout, describeBatch(job) + "\n");
  return 0;
}

int kill(const Conf& conf, const std::string& job) {
  checkHasJobs(conf);
  killBatch(job);
  print(stdout, "job " + job + " was told to end\n");
  return 0;
}

}  // namespace

int submit(const CommandLine& line) {
  for (const std::string& warning : line.warnings) logWarn(warning);
  if (line.task == Task::kHelp) return print(stdout, helpText()), 0;
  if (line.task == Task::kVersion) return print(stdout, "ferro-submit " FERRO_VERSION "\n"), 0;
  if (line.task == Task::kRunDriver) return runSlurmDriver(line.subject);
  const Conf conf = resolveSettings(line.settings, line.application, line.arguments);
  if (line.task == Task::kExplainConf) return print(stdout, explainKey(conf, line.subject)), 0;
  if (line.task == Task::kStatus) return tellStatus(conf, line.subject);
  if (line.task == Task::kKill) return kill(conf, line.subject);
  return run(line, conf);
}

}  // namespace ferro::submit
