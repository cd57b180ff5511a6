#include "ferro/conf/network_reach.h"

#include <string>

#include "ferro/conf/conf.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

Conf withMaster(const std::string& master) {
  Conf conf;
  conf.setMaster(master);
  return conf;
}

}  // namespace

TEST_CASE("loopback addresses are those that other machines cannot reach") {
  for (const char* host : {"localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"}) CHECK(isLoopback(host));
  for (const char* host : {"0.0.0.0", "::", "10.0.0.1", "node1", "localhost.example.org"})
    CHECK_FALSE(isLoopback(host));
}

TEST_CASE("TLS is on where other machines can reach the driver, unless the settings say otherwise") {
  for (const std::string master : {"local[2]", "local-cluster[2,1,1g]"}) {
    Conf conf = withMaster(master);
    CHECK_FALSE(usesTls(conf, driverBindHost(conf)));
    conf.set("ferro.ssl.rpc.enabled", true);
    CHECK(usesTls(conf, driverBindHost(conf)));
  }
  for (const std::string master : {"slurm", "mpi", "external[2,1]"}) {
    Conf conf = withMaster(master);
    CHECK(driverBindHost(conf) == "0.0.0.0");
    CHECK(usesTls(conf, driverBindHost(conf)));
    conf.set("ferro.ssl.rpc.enabled", false);
    CHECK_FALSE(usesTls(conf, driverBindHost(conf)));
  }
  Conf inside = withMaster("external[2,1]").set("ferro.driver.bindAddress", "127.0.0.1");
  CHECK_FALSE(usesTls(inside, driverBindHost(inside)));
  Conf outside = withMaster("local-cluster[2,1,1g]").set("ferro.driver.bindAddress", "10.0.0.1");
  CHECK(usesTls(outside, driverBindHost(outside)));
}

TEST_CASE("connections without a secret are refused off loopback, also with TLS, unless a second key allows them") {
  for (const bool tls : {false, true}) {
    Conf conf = withMaster("external[2,1]").set("ferro.ssl.rpc.enabled", tls);
    CHECK_NOTHROW(checkAuthentication(conf, driverBindHost(conf)));
    conf.set("ferro.authenticate", false);
    CHECK_THROWS_WITH(
        checkAuthentication(conf, driverBindHost(conf)),
        Catch::Contains("ferro.authenticate=false") && Catch::Contains("ferro.authenticate.allowInsecureNetwork"));
    CHECK_NOTHROW(checkAuthentication(conf, "127.0.0.1"));
    conf.set("ferro.authenticate.allowInsecureNetwork", true);
    CHECK_NOTHROW(checkAuthentication(conf, driverBindHost(conf)));
  }
}
