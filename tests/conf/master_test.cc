#include "ferro/conf/master.h"

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro_test.h"

using namespace ferro;

TEST_CASE("local masters say how many threads and how many failures") {
  CHECK(std::get<LocalMaster>(parseMaster("local")) == LocalMaster{1, std::nullopt});
  CHECK(std::get<LocalMaster>(parseMaster("local[4]")) == LocalMaster{4, std::nullopt});
  CHECK(std::get<LocalMaster>(parseMaster("local[*]")) == LocalMaster{std::nullopt, std::nullopt});
  CHECK(std::get<LocalMaster>(parseMaster("local[4,3]")) == LocalMaster{4, 3});
  CHECK(std::get<LocalMaster>(parseMaster("local[ * , 3 ]")) == LocalMaster{std::nullopt, 3});
}

TEST_CASE("a star stands for at least one thread") {
  CHECK(std::get<LocalMaster>(parseMaster("local[*]")).numThreads() >= 1);
  CHECK(std::get<LocalMaster>(parseMaster("local[7]")).numThreads() == 7);
}

TEST_CASE("cluster masters are read") {
  CHECK(std::get<LocalClusterMaster>(parseMaster("local-cluster[2,1,512m]")) ==
        LocalClusterMaster{2, 1, ByteSize::mebibytes(512)});
  CHECK(std::get<LocalClusterMaster>(parseMaster("local-cluster[2, 1, 1024]")) ==
        LocalClusterMaster{2, 1, ByteSize::gibibytes(1)});
  CHECK(std::holds_alternative<SlurmMaster>(parseMaster("slurm")));
  CHECK(std::holds_alternative<MpiMaster>(parseMaster("mpi")));
  CHECK(std::get<ExternalMaster>(parseMaster("external[3,2]")) == ExternalMaster{3, 2});
}

TEST_CASE("a master that is not known is an error that says what is allowed") {
  for (const char* text :
       {"", "yarn", "spark://host:7077", "local[", "local[]", "local[0]", "local[-1]", "local[2", "local2", "local[2,]",
        "local[2,0]", "local[1,2,3]", "local[99999999999999999999]", "local-cluster[2,1]", "local-cluster[2,1,0]",
        "local-cluster[*,1,1g]", "Local", "slurm[2]"}) {
    INFO(text);
    CHECK_FALSE(isMaster(text));
    CHECK_THROWS_WITH(parseMaster(text), Catch::Contains("allowed is local, local[N]"));
  }
}

TEST_CASE("in local mode one failure ends a job unless the master or the key asks for more") {
  Conf conf;
  CHECK(taskMaxFailures(conf) == 1);
  CHECK(taskMaxFailures(Conf(conf).setMaster("local[2]")) == 1);
  CHECK(taskMaxFailures(Conf(conf).setMaster("local[2,3]")) == 3);
  CHECK(taskMaxFailures(Conf(conf).set(keys::kTaskMaxFailures, 5)) == 5);
  CHECK(taskMaxFailures(Conf(conf).setMaster("local[2,3]").set(keys::kTaskMaxFailures, 5)) == 3);
  CHECK(taskMaxFailures(Conf(conf).setMaster("local-cluster[2,1,1g]")) == 4);
}
