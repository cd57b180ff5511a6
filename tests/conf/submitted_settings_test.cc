#include "ferro/conf/submitted_settings.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/conf/conf_sources.h"
#include "ferro/conf/keys.h"
#include "ferro_test.h"

using namespace ferro;

TEST_CASE("submitted settings come back as they were, whatever is in them") {
  const TempDir directory(std::filesystem::temp_directory_path().string());
  const std::string path = directory.path() + "/settings";
  const std::vector<SubmittedSetting> settings = {{"ferro.app.name", " a=b\\\n# \xff", "ferro-submit --name"},
                                                  {"ferro.master", "", "ferro-submit --master"}};
  writeSubmittedSettings(path, settings);
  CHECK(readSubmittedSettings(path) == settings);
  writeSubmittedSettings(directory.path() + "/none", {});
  CHECK(readSubmittedSettings(directory.path() + "/none").empty());
}

TEST_CASE("the file of submitted settings is for its owner alone, and new") {
  const TempDir directory(std::filesystem::temp_directory_path().string());
  const std::string path = directory.path() + "/settings";
  writeSubmittedSettings(path, {{"a", "b", "c"}});
  struct stat status{};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK_THROWS_AS(writeSubmittedSettings(path, {}), Error);
}

TEST_CASE("a file that is gone or not ours is refused with its path") {
  const TempDir directory(std::filesystem::temp_directory_path().string());
  const std::string path = directory.path() + "/settings";
  CHECK_THROWS_WITH(readSubmittedSettings(path), Catch::Contains(path));
  std::ofstream(path) << "ferro.master=local";
  CHECK_THROWS_WITH(readSubmittedSettings(path), Catch::Contains("is not a file of settings"));
}

TEST_CASE("submitted settings are weaker than arguments and stronger than the properties file") {
  const TempDir directory(std::filesystem::temp_directory_path().string());
  const std::string properties = directory.path() + "/properties";
  std::ofstream(properties) << "ferro.task.cpus 2\nferro.task.maxFailures 2\n";
  ConfEnvironment environment{.confDirectory = directory.path(), .propertiesFile = properties};
  environment.submitted = {{"spark.task.cpus", "3", "ferro-submit --conf"}, {"ferro.task.cpus", "4", "weaker"}};
  std::string program = "program";
  std::string argument = "--ferro.default.parallelism=5";
  environment.submitted.push_back({"ferro.default.parallelism", "6", "ferro-submit --conf"});
  char* argv[] = {program.data(), argument.data(), nullptr};
  int argc = 2;
  const Conf conf = loadConf(Conf(), argc, argv, environment);
  CHECK(conf.get(keys::kTaskCpus) == 3);
  CHECK(conf.get(keys::kTaskMaxFailures) == 2);
  CHECK(conf.get(keys::kDefaultParallelism) == 5);
}
