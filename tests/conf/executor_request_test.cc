#include "ferro/conf/executor_request.h"

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro_test.h"

using namespace ferro;

TEST_CASE("local-cluster says itself how many executors there are and how large") {
  Conf conf;
  conf.setMaster("local-cluster[3,2,512m]").set("ferro.executor.instances", 7);
  const ExecutorRequest request = executorRequestOf(conf);
  CHECK(request.executors == 3);
  CHECK(request.coresOfOne == 2);
  CHECK(request.memoryOfOne == 512 << 20);
}

TEST_CASE("a cluster is asked for two executors of one core and a gibibyte unless told otherwise") {
  Conf conf;
  conf.setMaster("slurm");
  CHECK(executorRequestOf(conf).executors == 2);
  CHECK(executorRequestOf(conf).memoryOfOne == 1 << 30);
  conf.set("ferro.executor.cores", 2).set("ferro.executor.instances", 5);
  CHECK(executorRequestOf(conf).executors == 5);
  CHECK(executorRequestOf(conf).memoryOfOne == int64_t{2} << 30);
  conf.set("ferro.executor.memory", "300m");
  CHECK(executorRequestOf(conf).memoryOfOne == 300 << 20);
}

TEST_CASE("the most cores give the number of executors, or bound it") {
  Conf conf;
  conf.setMaster("slurm").set("ferro.executor.cores", 2).set("ferro.cores.max", 9);
  CHECK(executorRequestOf(conf).executors == 4);
  conf.set("ferro.executor.instances", 3);
  CHECK(executorRequestOf(conf).executors == 3);
  conf.set("ferro.executor.instances", 30);
  CHECK(executorRequestOf(conf).executors == 4);
  conf.set("ferro.cores.max", 1);
  CHECK_THROWS_WITH(executorRequestOf(conf), Catch::Contains("none could ever start"));
}
