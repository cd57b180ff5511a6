#include "ferro/scheduler/cluster/slurm_request.h"

#include <cstdlib>
#include <limits>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/scheduler/cluster/fleet_options.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

Conf onSlurm() {
  Conf conf;
  conf.setMaster("slurm");
  return conf;
}

}  // namespace

TEST_CASE("instances, cores, memory and GPUs become a request of tasks of one size") {
  Conf conf = onSlurm();
  conf.set("ferro.executor.instances", 3).set("ferro.executor.cores", 2).set("ferro.executor.memory", "1g");
  conf.set("ferro.executor.resource.gpu.amount", 1);
  CHECK(slurmAllocationArguments(conf, SlurmDriver{}) == std::vector<std::string>{"--ntasks=3", "--cpus-per-task=2",
                                                                                  "--mem-per-cpu=512M", "--no-kill",
                                                                                  "--gpus-per-task=1"});
}

TEST_CASE("a driver in the allocation takes as many tasks as hold its cores and its memory") {
  Conf conf = onSlurm();
  conf.set("ferro.executor.instances", 3).set("ferro.executor.memory", "1g");
  CHECK(slurmAllocationArguments(conf, SlurmDriver::of(conf)).front() == "--ntasks=4");
  conf.set("ferro.driver.memory", "2500m");
  CHECK(slurmAllocationArguments(conf, SlurmDriver::of(conf)).front() == "--ntasks=6");
}

TEST_CASE("where a request wants to run is said by partition, account, time limit and further options") {
  Conf conf = onSlurm();
  conf.set("ferro.slurm.partition", "long").set("ferro.slurm.account", "us").set("ferro.slurm.timeLimit", "10");
  conf.set("ferro.slurm.options", "--constraint=haswell,--exclusive");
  CHECK(slurmPlaceArguments(conf) == std::vector<std::string>{"--partition=long", "--account=us", "--time=10",
                                                              "--constraint=haswell", "--exclusive"});
}

TEST_CASE("an option of Slurm's may have commas in its value") {
  Conf conf = onSlurm();
  conf.set("ferro.slurm.options", "--nodelist=n1,n2, n3,--exclusive");
  CHECK(slurmPlaceArguments(conf) == std::vector<std::string>{"--nodelist=n1,n2,n3", "--exclusive"});
}

TEST_CASE("what is no option is not taken for a program that Slurm is to run") {
  Conf conf = onSlurm();
  conf.set("ferro.slurm.options", "haswell,--exclusive");
  CHECK_THROWS_WITH(slurmPlaceArguments(conf), Catch::Contains("begins with 'haswell', which is no option"));
}

TEST_CASE("inside an allocation there are never more executors than it was asked for, which its steps would wait for") {
  Conf conf = onSlurm();
  conf.set("ferro.executor.instances", 3).set("ferro.dynamicAllocation.enabled", true);
  CHECK(FleetOptions::fromConf(conf).allocation->maxExecutors == std::numeric_limits<int>::max());
  ::setenv("SLURM_JOB_ID", "1", 1);
  CHECK(FleetOptions::fromConf(conf).allocation->maxExecutors == 3);
  ::unsetenv("SLURM_JOB_ID");
}
