#include "ferro/conf/conf_sources.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/conf/keys.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

// The arguments of a main function.
class Arguments {
 public:
  explicit Arguments(std::vector<std::string> texts)
      : texts_(std::move(texts)), argc_(static_cast<int>(texts_.size())) {
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }

  Conf load(const Conf& fromCode, const ConfEnvironment& environment) {
    return loadConf(fromCode, argc_, pointers_.data(), environment);
  }

  std::vector<std::string> left() const { return {pointers_.begin(), pointers_.begin() + argc_}; }
  bool endsWithNull() const { return pointers_[static_cast<size_t>(argc_)] == nullptr; }

 private:
  std::vector<std::string> texts_;
  int argc_;
  std::vector<char*> pointers_;
};

// A directory of settings that goes away with the test.
class SettingsDirectory {
 public:
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name)) << content;
    return path(name);
  }
  std::string path(const std::string& name) const { return directory_.path() + "/" + name; }
  ConfEnvironment environment() const { return {.confDirectory = directory_.path(), .propertiesFile = ""}; }

 private:
  TempDir directory_{std::filesystem::temp_directory_path().string()};
};

Conf load(std::vector<std::string> arguments, const ConfEnvironment& environment) {
  arguments.insert(arguments.begin(), "program");
  return Arguments(std::move(arguments)).load(Conf(), environment);
}

}  // namespace

TEST_CASE("settings are taken out of the arguments and the rest stays in order") {
  SettingsDirectory directory;
  Arguments arguments({"wordcount", "--verbose", "--ferro.task.cpus=2", "in", "--spark.master=local[3]", "-x", "out"});
  Conf conf = arguments.load(Conf(), directory.environment());
  CHECK(conf.get(keys::kTaskCpus) == 2);
  CHECK(conf.get(keys::kMaster) == "local[3]");
  CHECK(arguments.left() == std::vector<std::string>{"wordcount", "--verbose", "in", "-x", "out"});
  CHECK(arguments.endsWithNull());
}

TEST_CASE("two dashes end the settings among the arguments") {
  SettingsDirectory directory;
  Arguments arguments({"program", "--ferro.task.cpus=2", "--", "--ferro.task.cpus=x", "--ferro.mine"});
  CHECK(arguments.load(Conf(), directory.environment()).get(keys::kTaskCpus) == 2);
  CHECK(arguments.left() == std::vector<std::string>{"program", "--", "--ferro.task.cpus=x", "--ferro.mine"});
}

TEST_CASE("arguments that only look like settings are the program's own") {
  SettingsDirectory directory;
  std::vector<std::string> own = {"--ferro.not-the-first-argument=1",
                                  "ferro.task.cpus=2",
                                  "-ferro.task.cpus=2",
                                  "--ferro",
                                  "--ferrous.x=1",
                                  "--key=ferro.task.cpus"};
  Arguments arguments(own);
  CHECK(arguments.load(Conf(), directory.environment()).settings().empty());
  CHECK(arguments.left() == own);
}

TEST_CASE("a program without arguments loads") {
  SettingsDirectory directory;
  Arguments arguments({});
  CHECK(arguments.load(Conf(), directory.environment()).settings().empty());
  CHECK(arguments.left().empty());
}

TEST_CASE("of two arguments with one key the last counts, whatever the spelling") {
  SettingsDirectory directory;
  CHECK(load({"--ferro.task.cpus=2", "--spark.task.cpus=3"}, directory.environment()).get(keys::kTaskCpus) == 3);
}

TEST_CASE("a value may be empty or hold equals signs") {
  SettingsDirectory directory;
  CHECK(load({"--ferro.app.name=a=b"}, directory.environment()).get(keys::kAppName) == "a=b");
  CHECK(load({"--ferro.app.name="}, directory.environment()).get(keys::kAppName) == "");
}

TEST_CASE("a bad argument is an error that leaves the arguments as they were") {
  SettingsDirectory directory;
  Arguments arguments({"program", "--ferro.task.cpus=2", "--ferro.task.cpu=3"});
  CHECK_THROWS_WITH(arguments.load(Conf(), directory.environment()),
                    Catch::Contains("ferro.task.cpu=3 (from the command line)") &&
                        Catch::Contains("nearest known is ferro.task.cpus"));
  CHECK(arguments.left().size() == 3);
  CHECK_THROWS_WITH(load({"--ferro.task.cpus"}, directory.environment()),
                    Catch::Contains("write --ferro.task.cpus=VALUE"));
}

TEST_CASE("a secret is refused among arguments and accepted in a file") {
  SettingsDirectory directory;
  CHECK_THROWS_WITH(load({"--spark.authenticate.secret=hunter2"}, directory.environment()),
                    Catch::Contains("ferro.authenticate.secret.file") && !Catch::Contains("hunter2"));
  directory.write("ferro-defaults.conf", "ferro.authenticate.secret hunter2\n");
  Conf conf = load({}, directory.environment());
  CHECK(conf.get(keys::kAuthenticateSecret) == "hunter2");
  for (const std::string& warning : conf.warnings()) CHECK_THAT(warning, !Catch::Contains("hunter2"));
}

TEST_CASE("code beats arguments, these the properties file, this Ferro's defaults, these Spark's") {
  SettingsDirectory directory;
  std::string five = "ferro.app.name spark\nspark.task.cpus 5\nspark.task.maxFailures 5\nspark.local.dir /5\n";
  directory.write("spark-defaults.conf", five + "spark.stage.maxConsecutiveAttempts 5\n");
  directory.write("ferro-defaults.conf", "ferro.task.cpus=4\nferro.task.maxFailures=4\nferro.local.dir=/4\n");
  std::string properties = directory.write("my.conf", "ferro.task.cpus 3\nferro.task.maxFailures 3\n");
  Conf code;
  code.setAppName("code");
  Arguments arguments(
      {"p", "--ferro.properties.file=" + properties, "--ferro.task.cpus=2", "--ferro.app.name=arguments"});
  Conf conf = arguments.load(code, directory.environment());
  CHECK(conf.get(keys::kAppName) == "code");
  CHECK(conf.get(keys::kTaskCpus) == 2);
  CHECK(conf.get(keys::kTaskMaxFailures) == 3);
  CHECK(conf.get(keys::kLocalDir) == std::vector<std::string>{"/4"});
  CHECK(conf.get(keys::kStageMaxConsecutiveAttempts) == 5);
  CHECK(conf.get(keys::kMemoryFraction) == 0.6);
}

TEST_CASE("Spark's defaults are left out on request, Ferro's are not") {
  SettingsDirectory directory;
  directory.write("spark-defaults.conf", "spark.task.cpus 5\n");
  directory.write("ferro-defaults.conf", "ferro.task.maxFailures 6\n");
  const Conf conf = load({"--ferro.submit.loadSparkDefaults=false"}, directory.environment());
  CHECK(conf.get(keys::kTaskCpus) == 1);
  CHECK(conf.get(keys::kTaskMaxFailures) == 6);
}

TEST_CASE("each setting says which file and line it came from") {
  SettingsDirectory directory;
  std::string path = directory.write("ferro-defaults.conf", "# mine\n\nferro.task.cpus 2\nferro.task.cpus 4\n");
  Conf conf = load({"--ferro.task.maxFailures=7"}, directory.environment());
  REQUIRE(conf.settings().size() == 2);
  CHECK(conf.settings()[0].text == "4");
  CHECK(conf.settings()[0].source == path + " line 4");
  CHECK(conf.settings()[1].source == "the command line");
}

TEST_CASE("an error in a file names the file and the line; a value that a stronger source replaces is not looked at") {
  SettingsDirectory directory;
  std::string path = directory.write("ferro-defaults.conf", "ferro.app.name x\nferro.driver.memory lots\n");
  CHECK_THROWS_WITH(load({}, directory.environment()),
                    Catch::StartsWith("ferro.driver.memory=lots (from " + path + " line 2) is not allowed"));
  const Conf conf = load({"--ferro.driver.memory=1g"}, directory.environment());
  CHECK(conf.get(keys::kDriverMemory) == MemoryLimit(ByteSize::gibibytes(1)));
  CHECK(conf.warnings().empty());
  directory.write("ferro-defaults.conf", "ferro.driver.memori 1g\n");
  CHECK_THROWS_WITH(load({"--ferro.driver.memory=1g"}, directory.environment()),
                    Catch::Contains("nearest known is ferro.driver.memory"));
}

TEST_CASE("a spark-defaults.conf of a cluster that only Spark runs on says what is used instead") {
  for (const std::string master :
       {"yarn", "yarn-client", "mesos://host:5050", "spark://host:7077", "k8s://https://h"}) {
    SettingsDirectory directory;
    const std::string path = directory.write(
        "spark-defaults.conf", "spark.master " + master + "\nspark.submit.deployMode cluster\nspark.task.cpus 2\n");
    const Conf conf = load({}, directory.environment());
    CHECK(conf.get(keys::kMaster) == "local[*]");
    CHECK(conf.get(keys::kSubmitDeployMode) == "client");
    CHECK(conf.get(keys::kTaskCpus) == 2);
    REQUIRE(conf.warnings().size() == 1);
    CHECK_THAT(conf.warnings()[0], Catch::StartsWith("spark.master=" + master + " (from " + path + " line 1)") &&
                                       Catch::EndsWith("ferro.master=local[*] is used instead"));
    CHECK(load({"--ferro.master=local[2]"}, directory.environment()).warnings().empty());
    // Who asks for it here, asks for something that there is not.
    CHECK_THROWS_WITH(load({"--spark.master=" + master}, directory.environment()), Catch::Contains("must be local"));
    directory.write("ferro-defaults.conf", "ferro.master " + master + "\n");
    CHECK_THROWS_WITH(load({}, directory.environment()), Catch::Contains("ferro-defaults.conf line 1"));
  }
}

TEST_CASE("a spark-defaults.conf works as it is") {
  SettingsDirectory directory;
  directory.write("spark-defaults.conf",
                  "# Example:\n"
                  "spark.master                     local[2]\n"
                  "spark.eventLog.enabled           true\n"
                  "spark.eventLog.dir               hdfs://namenode:8021/directory\n"
                  "spark.serializer                 org.apache.spark.serializer.KryoSerializer\n"
                  "spark.driver.memory              5g\n"
                  "spark.io.compression.codec       snappy\n"
                  "spark.executor.extraJavaOptions  -XX:+PrintGCDetails -Dkey=value -Dnumbers=\"one two three\"\n"
                  "hive.metastore.uris              thrift://host:9083\n");
  Conf conf = load({}, directory.environment());
  CHECK(conf.get(keys::kMaster) == "local[2]");
  CHECK(conf.get(keys::kDriverMemory) == MemoryLimit(ByteSize::gibibytes(5)));
  std::vector<std::string> warnings = conf.warnings();
  REQUIRE(warnings.size() == 3);
  CHECK(conf.get(keys::kEventLogEnabled));
  CHECK_THAT(warnings[0], Catch::Contains("snappy"));
  CHECK_THAT(warnings[1], Catch::Contains("Kryo"));
  CHECK_THAT(warnings[2], Catch::Contains("hive.metastore.uris") && Catch::Contains("spark.executor.extraJavaOptions"));
}

TEST_CASE("missing defaults are no error, a missing properties file is") {
  SettingsDirectory directory;
  CHECK(load({}, {.confDirectory = directory.path("nowhere"), .propertiesFile = ""}).settings().empty());
  ConfEnvironment environment{.confDirectory = directory.path("nowhere"),
                              .propertiesFile = directory.path("gone.conf")};
  CHECK_THROWS_WITH(load({}, environment), Catch::Contains("gone.conf does not exist"));
  CHECK_THROWS_WITH(load({"--ferro.properties.file=" + directory.path("lost.conf")}, directory.environment()),
                    Catch::Contains("lost.conf does not exist"));
}

TEST_CASE("the properties file may be named by the environment, and the key is stronger") {
  SettingsDirectory directory;
  ConfEnvironment environment = directory.environment();
  environment.propertiesFile = directory.write("one.conf", "ferro.task.cpus 1\n");
  std::string two = directory.write("two.conf", "ferro.task.cpus 2\n");
  CHECK(load({}, environment).get(keys::kTaskCpus) == 1);
  CHECK(load({"--ferro.properties.file=" + two}, environment).get(keys::kTaskCpus) == 2);
}

TEST_CASE("a properties file cannot name another") {
  SettingsDirectory directory;
  directory.write("ferro-defaults.conf", "spark.properties.file other.conf\n");
  CHECK_THROWS_WITH(load({}, directory.environment()), Catch::Contains("line 1) is not allowed"));
}

TEST_CASE("a settings file that cannot be read is an error that says why") {
  SettingsDirectory directory;
  std::filesystem::create_directory(directory.path("ferro-defaults.conf"));
  CHECK_THROWS_WITH(load({}, directory.environment()), Catch::Contains("ferro-defaults.conf: Is a directory"));
}

TEST_CASE("the process's environment names the directory and the file") {
  setenv("FERRO_CONF_DIR", "/etc/ferro", 1);
  setenv("FERRO_PROPERTIES_FILE", "/etc/ferro/my.conf", 1);
  CHECK(ConfEnvironment::ofThisProcess().confDirectory == "/etc/ferro");
  CHECK(ConfEnvironment::ofThisProcess().propertiesFile == "/etc/ferro/my.conf");
  unsetenv("FERRO_CONF_DIR");
  setenv("FERRO_PROPERTIES_FILE", "", 1);
  CHECK(ConfEnvironment::ofThisProcess().confDirectory == "conf");
  CHECK(ConfEnvironment::ofThisProcess().propertiesFile.empty());
  unsetenv("FERRO_PROPERTIES_FILE");
}
