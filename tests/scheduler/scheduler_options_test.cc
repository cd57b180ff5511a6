#include "ferro/scheduler/scheduler_options.h"

#include <filesystem>
#include <fstream>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/conf/conf.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

SchedulerOptions of(const std::string& master) { return SchedulerOptions::fromConf(Conf().setMaster(master)); }

}  // namespace

TEST_CASE("in local mode the first failure ends a job, unless somebody asks for more") {
  CHECK(of("local[2]").maxFailures == 1);
  CHECK(of("local[2,5]").maxFailures == 5);
  CHECK(SchedulerOptions::fromConf(Conf().setMaster("local[2]").set("ferro.task.maxFailures", 3)).maxFailures == 3);
}

TEST_CASE("the scheduler's settings are read, its pools from the allocation file") {
  TempDir directory(std::filesystem::temp_directory_path());
  const std::string path = directory.path() + "/pools.xml";
  std::ofstream(path) << "<allocations><pool name=\"a\"><weight>7</weight></pool></allocations>";
  Conf conf;
  conf.setMaster("local[2]")
      .set("ferro.scheduler.mode", "FAIR")
      .set("ferro.scheduler.allocation.file", path)
      .set("ferro.task.cpus", 2)
      .set("ferro.stage.maxConsecutiveAttempts", 9)
      .set("ferro.local.serialize", true)
      .set("ferro.ui.showConsoleProgress", false);
  const auto options = SchedulerOptions::fromConf(conf);
  CHECK(options.mode == SchedulingMode::kFair);
  CHECK(options.pools == std::vector<PoolSettings>{{"a", SchedulingMode::kFifo, 7, 0}});
  CHECK(options.taskCpus == 2);
  CHECK(options.maxConsecutiveAttempts == 9);
  CHECK(options.serialize);
  CHECK(!options.showProgress);
}
