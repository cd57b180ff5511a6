#include "ferro/submit/settings_report.h"

#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::submit;

TEST_CASE("settings are told with where they came from, secrets hidden") {
  Conf conf;
  conf.setIfMissing("spark.executor.memory", "2g", "ferro-submit --executor-memory");
  conf.setIfMissing("ferro.authenticate.secret", "hunter2", "p.conf line 3");
  CHECK(describeSettings(conf) ==
        "  ferro.authenticate.secret=*********(redacted)  (from p.conf line 3)\n"
        "  ferro.executor.memory=2g  (from ferro-submit --executor-memory)\n");
}

TEST_CASE("without settings that is said") { CHECK(describeSettings(Conf()).find("defaults") != std::string::npos); }

TEST_CASE("arguments of the application that look like secrets are hidden") {
  CHECK(describeCommand(Conf(), "app", {"in", "--token=abc", "out"}) == "app in *********(redacted) out");
  CHECK(describeCommand(Conf(), "app", {"--password", "hunter2", "-v", "out"}) ==
        "app *********(redacted) *********(redacted) -v out");
}

TEST_CASE("a key is explained with its meaning, its default and its value now") {
  Conf conf;
  const std::string unset = explainKey(conf, "spark.task.cpus");
  CHECK(unset.find("ferro.task.cpus\n  Slots that one task takes.") == 0);
  CHECK(unset.find("default: 1\n  now:     the default\n") != std::string::npos);
  conf.setIfMissing("ferro.task.cpus", "3", "a.conf line 1");
  CHECK(explainKey(conf, "ferro.task.cpus").find("now:     3  (from a.conf line 1)\n") != std::string::npos);
}

TEST_CASE("a key is found without its beginning where no other ends so") {
  CHECK(explainKey(Conf(), "shuffle.partitions").find("ferro.sql.shuffle.partitions\n") == 0);
  CHECK(explainKey(Conf(), "app.name").find("ferro.app.name\n") == 0);
  CHECK_THROWS_WITH(explainKey(Conf(), "memory"), Catch::Contains("is not a known setting"));
}

TEST_CASE("an explanation hides the value of a secret") {
  Conf conf;
  conf.setIfMissing("ferro.authenticate.secret", "hunter2", "a.conf line 1");
  const std::string text = explainKey(conf, "ferro.authenticate.secret");
  CHECK(text.find("hunter2") == std::string::npos);
  CHECK(text.find("(redacted)  (from a.conf line 1)") != std::string::npos);
}

TEST_CASE("an unknown key is answered with the nearest known one") {
  CHECK_THROWS_WITH(explainKey(Conf(), "ferro.task.cpu"), Catch::Contains("the nearest known is ferro.task.cpus"));
}
