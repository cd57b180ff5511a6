#include "ferro/submit/command_line.h"

#include "ferro/common/error.h"
#include "ferro/submit/flags.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::submit;

namespace {

CommandLine parse(const std::vector<std::string>& arguments) { return parseCommandLine(arguments); }

std::string errorOf(const std::vector<std::string>& arguments) {
  try {
    parse(arguments);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("flags after the application belong to the application") {
  const CommandLine line = parse({"--name", "n", "app", "--name", "other", "--bogus", "-c"});
  CHECK(line.application == "app");
  CHECK(line.arguments == std::vector<std::string>{"--name", "other", "--bogus", "-c"});
  CHECK(line.settings == std::vector<SubmittedSetting>{{"ferro.app.name", "n", "ferro-submit --name"}});
}

TEST_CASE("a value may follow its flag after a space or an equals sign") {
  CHECK(parse({"--executor-memory=2g", "app"}).settings == parse({"--executor-memory", "2g", "app"}).settings);
  CHECK(parse({"--conf=ferro.task.cpus=2", "app"}).settings == parse({"-c", "ferro.task.cpus=2", "app"}).settings);
}

TEST_CASE("flags of their own are stronger than --conf, and of each the last is the strongest") {
  const CommandLine line = parse({"--master", "local[1]", "-c", "spark.master=local[2]", "--master", "local[3]", "-c",
                                  "ferro.master=local[4]", "app"});
  std::vector<std::string> values;
  for (const SubmittedSetting& setting : line.settings) values.push_back(setting.value);
  CHECK(values == std::vector<std::string>{"local[3]", "local[1]", "local[4]", "local[2]"});
}

TEST_CASE("a properties file takes the place of Spark's defaults unless both are wanted") {
  const auto strongest = [](const CommandLine& line) {
    for (const SubmittedSetting& setting : line.settings) {
      if (setting.key == "ferro.submit.loadSparkDefaults") return setting.value;
    }
    return std::string("none");
  };
  CHECK(strongest(parse({"--properties-file", "f", "app"})) == "false");
  CHECK(strongest(parse({"--properties-file", "f", "--load-spark-defaults", "app"})) == "true");
  CHECK(strongest(parse({"--properties-file", "f", "-c", "spark.x=1", "app"})) == "false");
  CHECK(strongest(parse({"app"})) == "none");
}

TEST_CASE("each flag of Spark's with a value sets the key that Spark means") {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"--master", "ferro.master"},
      {"--deploy-mode", "ferro.submit.deployMode"},
      {"--name", "ferro.app.name"},
      {"--num-executors", "ferro.executor.instances"},
      {"--executor-cores", "ferro.executor.cores"},
      {"--total-executor-cores", "ferro.cores.max"},
      {"--executor-memory", "ferro.executor.memory"},
      {"--driver-memory", "ferro.driver.memory"},
      {"--driver-cores", "ferro.driver.cores"},
      {"--files", "ferro.files"},
      {"--archives", "ferro.archives"},
      {"--queue", "ferro.slurm.partition"},
  };
  for (const auto& [flag, key] : expected) {
    INFO(flag);
    CHECK(parse({flag, "7", "app"}).settings == std::vector<SubmittedSetting>{{key, "7", "ferro-submit " + flag}});
  }
  CHECK(parse({"--supervise", "app"}).settings ==
        std::vector<SubmittedSetting>{{"ferro.driver.supervise", "true", "ferro-submit --supervise"}});
}

TEST_CASE("an unknown flag is refused with the nearest that is known") {
  CHECK(errorOf({"--executer-memory", "2g", "app"}) ==
        "--executer-memory is no flag of ferro-submit; did you mean --executor-memory? Flags of the application come "
        "after its name");
  CHECK(errorOf({"--deploymode=client", "app"}).find("did you mean --deploy-mode?") != std::string::npos);
}

TEST_CASE("what is missing or too much is named") {
  CHECK(errorOf({}).find("no application is given") == 0);
  CHECK(errorOf({"--master"}) == "--master needs a value: MASTER");
  CHECK(errorOf({"--verbose=yes", "app"}) == "--verbose takes no value");
  CHECK(errorOf({"--conf", "ferro.task.cpus", "app"}).find("write --conf KEY=VALUE") != std::string::npos);
}

TEST_CASE("a secret is refused among the flags without being repeated") {
  const std::string error = errorOf({"--conf", "spark.authenticate.secret=hunter2", "app"});
  CHECK(error.find("other users of this machine can see") != std::string::npos);
  CHECK(error.find("hunter2") == std::string::npos);
  CHECK(errorOf({"--conf", "spark.authenticate.secret:hunter2", "app"}).find("hunter2") == std::string::npos);
}

TEST_CASE("flags that are about a JVM are taken with their value and warned about") {
  const CommandLine line = parse({"--class", "org.example.Main", "--jars=a.jar", "app", "x"});
  CHECK(line.application == "app");
  CHECK(line.settings.empty());
  REQUIRE(line.warnings.size() == 2);
  CHECK(line.warnings[0].find("--class is ignored") == 0);
}

TEST_CASE("two dashes end the flags") {
  const CommandLine line = parse({"-v", "--", "--app", "x"});
  CHECK(line.verbose);
  CHECK(line.application == "--app");
}

TEST_CASE("help, status, kill and explanations need no application") {
  CHECK(parse({"--help", "--bogus"}).task == Task::kHelp);
  CHECK(parse({"-h"}).task == Task::kHelp);
  CHECK(parse({"--version"}).task == Task::kVersion);
  CHECK(parse({"--status", "12"}).task == Task::kStatus);
  CHECK(parse({"--kill=12"}).subject == "12");
  CHECK(parse({"--explain-conf", "ferro.master"}).subject == "ferro.master");
}
