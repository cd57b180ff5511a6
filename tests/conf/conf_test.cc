#include "ferro/conf/conf.h"

#include "ferro/common/error.h"
#include "ferro/conf/keys.h"
#include "ferro_test.h"

using namespace ferro;
using namespace std::chrono_literals;

namespace {

// The message of the kInvalidConf that setting this gives.
std::string errorOf(std::string_view key, std::string_view value) {
  try {
    Conf().set(key, value);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidConf);
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  FAIL("no error for " << key << "=" << value);
  return "";
}

}  // namespace

TEST_CASE("a value that is set is read with the type of its key") {
  Conf conf;
  conf.set("ferro.default.parallelism", "8")
      .set("ferro.driver.memory", "512m")
      .set("ferro.locality.wait", "100ms")
      .set("ferro.speculation", "TRUE")
      .set("ferro.memory.fraction", "0.75")
      .set("ferro.local.dir", "/a, /b,/c")
      .set("ferro.scheduler.mode", "fair");
  CHECK(conf.get(keys::kDefaultParallelism) == 8);
  CHECK(conf.get(keys::kDriverMemory) == MemoryLimit(ByteSize::mebibytes(512)));
  CHECK(conf.get(keys::kLocalityWait) == 100ms);
  CHECK(conf.get(keys::kSpeculation));
  CHECK(conf.get(keys::kMemoryFraction) == 0.75);
  CHECK(conf.get(keys::kLocalDir) == std::vector<std::string>{"/a", "/b", "/c"});
  CHECK(conf.get(keys::kSchedulerMode) == "FAIR");
}

TEST_CASE("code may set numbers, booleans, sizes and durations as they are") {
  Conf conf;
  conf.set(keys::kTaskCpus, 2)
      .set(keys::kDefaultParallelism, size_t{7})
      .set(keys::kMemoryFraction, 0.3)
      .set(keys::kShuffleCompress, false)
      .set(keys::kDriverMemory, ByteSize(70'000))
      .set(keys::kNetworkTimeout, 1500ms)
      .set(keys::kAppName, "a name");
  CHECK(conf.get(keys::kTaskCpus) == 2);
  CHECK(conf.get(keys::kDefaultParallelism) == 7);
  CHECK(conf.get(keys::kMemoryFraction) == 0.3);
  CHECK_FALSE(conf.get(keys::kShuffleCompress));
  CHECK(conf.get(keys::kDriverMemory) == MemoryLimit(ByteSize(70'000)));
  CHECK(conf.get(keys::kNetworkTimeout) == 1500ms);
  CHECK(conf.get(keys::kAppName) == "a name");
}

TEST_CASE("a number without a unit counts what it counts in Spark") {
  Conf conf;
  conf.set("spark.network.timeout", 60).set("spark.locality.wait", 60).set("spark.shuffle.file.buffer", 64);
  conf.set("spark.executor.memory", 1024).set("spark.driver.maxResultSize", 1024);
  CHECK(conf.get(keys::kNetworkTimeout) == 60s);
  CHECK(conf.get(keys::kLocalityWait) == 60ms);
  CHECK(conf.get(keys::kShuffleFileBuffer) == ByteSize::kibibytes(64));
  CHECK(conf.get(keys::kExecutorMemory) == MemoryLimit(ByteSize::gibibytes(1)));
  CHECK(conf.get(keys::kDriverMaxResultSize) == ByteSize(1024));
}

TEST_CASE("Spark's spelling of a key is the same setting") {
  Conf conf;
  conf.set("spark.task.cpus", 2);
  CHECK(conf.get(keys::kTaskCpus) == 2);
  CHECK(conf.isSet(keys::kTaskCpus));
  CHECK(conf.contains("ferro.task.cpus"));
  CHECK(conf.contains("spark.task.cpus"));
  conf.set("ferro.task.cpus", 3);
  CHECK(conf.getText("spark.task.cpus") == "3");
  CHECK(conf.settings().size() == 1);
}

TEST_CASE("only what somebody set counts as set") {
  Conf conf;
  CHECK_FALSE(conf.isSet(keys::kTaskCpus));
  CHECK(conf.getText("ferro.task.cpus") == "1");
  CHECK(conf.getText("ferro.checkpoint.dir") == std::nullopt);
  CHECK(conf.getText("ferro.no.such.key") == std::nullopt);
  CHECK_FALSE(conf.contains("ferro.no.such.key"));
  conf.set(keys::kTaskCpus, 1);
  CHECK(conf.isSet(keys::kTaskCpus));
}

TEST_CASE("a setting remembers the line of code that made it") {
  Conf conf;
  int line = __LINE__ + 1;
  conf.setAppName("count");
  REQUIRE(conf.settings().size() == 1);
  CHECK(conf.settings()[0].key == "ferro.app.name");
  CHECK(conf.settings()[0].source == "program code, conf_test.cc line " + std::to_string(line));
}

TEST_CASE("copies of a Conf are independent") {
  Conf original;
  original.setMaster("local[2]");
  Conf copy = original;
  copy.setMaster("local[3]");
  CHECK(original.get(keys::kMaster) == "local[2]");
  CHECK(copy.get(keys::kMaster) == "local[3]");
}

TEST_CASE("an unknown key is an error that names the key, the value, the place and the nearest key") {
  std::string message = errorOf("ferro.default.paralelism", "8");
  CHECK_THAT(message, Catch::Contains("ferro.default.paralelism=8"));
  CHECK_THAT(message, Catch::Contains("program code, conf_test.cc line"));
  CHECK_THAT(message, Catch::Contains("nearest known is ferro.default.parallelism"));
}

TEST_CASE("suggestions are related to what was written, or there are none") {
  CHECK_THAT(errorOf("memory", "2g"), Catch::Contains("did you mean ferro.driver.memory, ferro.executor.memory or"));
  CHECK_THAT(errorOf("ferro.executors", "2"), !Catch::Contains("ferro.files"));
  CHECK_THAT(errorOf("ferro.quux.of.nothing", "2"), Catch::EndsWith("docs/configuration.md lists all"));
  CHECK_THAT(errorOf("ferro.Driver.Memroy", "2g"), Catch::EndsWith("the nearest known is ferro.driver.memory"));
}

TEST_CASE("a misspelled key of Spark's asks what was meant; one that means nothing here is only listed") {
  Conf conf;
  conf.set("spark.executor.memroy", "2g").set("spark.executor.extraJavaOptions", "-Xss4m").set("spark.task.cpu", 2);
  const std::vector<std::string> warnings = conf.warnings();
  REQUIRE(warnings.size() == 3);
  CHECK_THAT(warnings[0], Catch::StartsWith("spark.executor.memroy (from program code") &&
                              Catch::EndsWith("did you mean spark.executor.memory?"));
  CHECK_THAT(warnings[1], Catch::EndsWith("did you mean spark.task.cpus?"));
  CHECK_THAT(warnings[2],
             Catch::Contains("no effect in Ferro: spark.executor.extraJavaOptions") && !Catch::Contains("memroy"));
}

TEST_CASE("a memory below 64 MiB is asked about, because a number alone counts mebibytes") {
  const auto warningsOf = [](std::string_view key, std::string_view value) {
    Conf conf;
    conf.set(key, value);
    return conf.warnings();
  };
  REQUIRE(warningsOf("ferro.driver.memory", "2").size() == 1);
  CHECK_THAT(warningsOf("ferro.driver.memory", "2")[0], Catch::StartsWith("ferro.driver.memory=2 (from program code") &&
                                                            Catch::Contains("only 2m") && Catch::Contains("2g"));
  CHECK(warningsOf("ferro.executor.memory", "63m").size() == 1);
  CHECK(warningsOf("ferro.master", "local-cluster[2,1,4]").size() == 1);
  CHECK(warningsOf("ferro.executor.memory", "64m").empty());
  CHECK(warningsOf("ferro.driver.memory", "auto").empty());
  CHECK(warningsOf("ferro.master", "local-cluster[2,1,1g]").empty());
}

TEST_CASE("the value of a secret stays hidden when its key is misspelled") {
  const std::string message = errorOf("ferro.authenticate.secre", "hunter2");
  CHECK_THAT(message, Catch::Contains("nearest known is ferro.authenticate.secret") && !Catch::Contains("hunter2"));
  CHECK_THAT(errorOf("authenticate.secre", "hunter2"), !Catch::Contains("hunter2"));
}

TEST_CASE("a key without its prefix is an error that names the whole one") {
  CHECK_THAT(errorOf("default.parallelism", "8"), Catch::Contains("nearest known is ferro.default.parallelism"));
  CHECK_THAT(errorOf("", "8"), Catch::Contains("keys begin with ferro. or spark."));
}

TEST_CASE("a value that is not allowed is an error that says what is") {
  CHECK_THAT(errorOf("ferro.task.cpus", "many"), Catch::Contains("ferro.task.cpus=many (from program code") &&
                                                     Catch::EndsWith("must be a whole number from 1 to 4096"));
  CHECK_THAT(errorOf("ferro.task.cpus", "0"), Catch::Contains("from 1 to 4096"));
  CHECK_THAT(errorOf("ferro.task.cpus", "4097"), Catch::Contains("from 1 to 4096"));
  CHECK_THAT(errorOf("ferro.task.cpus", "1.5"), Catch::Contains("whole number"));
  CHECK_THAT(errorOf("ferro.task.cpus", ""), Catch::Contains("whole number"));
  CHECK_THAT(errorOf("ferro.task.cpus", "99999999999999999999"), Catch::Contains("whole number"));
  CHECK_THAT(errorOf("ferro.speculation", "yes"), Catch::EndsWith("must be true or false"));
  CHECK_THAT(errorOf("ferro.speculation.quantile", "1.1"), Catch::EndsWith("must be a number from 0 to 1"));
  CHECK_THAT(errorOf("ferro.speculation.quantile", "nan"), Catch::Contains("a number from 0 to 1"));
  CHECK_THAT(errorOf("ferro.speculation.multiplier", "inf"), Catch::Contains("a number of at least 1"));
  CHECK_THAT(errorOf("ferro.network.timeout", "soon"), Catch::Contains("3s") && Catch::Contains("counts seconds"));
  CHECK_THAT(errorOf("ferro.shuffle.file.buffer", "1b"),
             Catch::Contains("from 1k to 1g") && Catch::Contains("counts KiB"));
  CHECK_THAT(errorOf("ferro.scheduler.mode", "LIFO"), Catch::EndsWith("must be FIFO or FAIR"));
  CHECK_THAT(errorOf("ferro.io.compression.codec", "gzip"), Catch::EndsWith("must be lz4, zstd or none"));
  CHECK_THAT(errorOf("ferro.master", "yarn"), Catch::Contains("slurm, mpi or external[N,cores]"));
  CHECK_THAT(errorOf("ferro.local.dir", " , "), Catch::Contains("a list separated by commas"));
  CHECK_THAT(errorOf("ferro.redaction.regex", "(secret"), Catch::Contains("a regular expression"));
  CHECK_THAT(errorOf("ferro.driver.memory", "1073741824"), Catch::Contains("a number alone counts MiB"));
}

TEST_CASE("a value that is refused leaves the settings as they were") {
  Conf conf;
  conf.set(keys::kTaskCpus, 2);
  CHECK_THROWS_AS(conf.set(keys::kTaskCpus, 0), Error);
  CHECK(conf.get(keys::kTaskCpus) == 2);
}

TEST_CASE("errors name a key as the user wrote it, stay on one line and hide secrets") {
  CHECK_THAT(errorOf("spark.task.cpus", "x"), Catch::StartsWith("spark.task.cpus=x"));
  CHECK_THAT(errorOf("ferro.task.cpus", "a\nb"), Catch::Contains("a b"));
  CHECK(errorOf("ferro.task.cpus", std::string(5'000'000, 'x')).size() < 1'000);
  CHECK_THAT(errorOf("ferro.my.password", "hunter2"), !Catch::Contains("hunter2"));
}

TEST_CASE("keys of Spark's that mean nothing here are ignored, and one warning lists them") {
  Conf conf;
  conf.set("spark.executor.extraJavaOptions", "-Xss4m").set("spark.jars", "a.jar").set("spark.my.password", "hunter2");
  CHECK(conf.settings().empty());
  REQUIRE(conf.warnings().size() == 1);
  std::string warning = conf.warnings()[0];
  CHECK_THAT(warning, Catch::Contains("spark.executor.extraJavaOptions (from program code, conf_test.cc line"));
  CHECK_THAT(warning, Catch::Contains("spark.jars"));
  CHECK_THAT(warning, !Catch::Contains("hunter2"));
}

TEST_CASE("a key whose thing does not exist yet warns that it has no effect yet") {
  Conf conf;
  conf.set("ferro.ui.port", 4041);
  REQUIRE(conf.warnings().size() == 1);
  CHECK_THAT(conf.warnings()[0], Catch::StartsWith("ferro.ui.port=4041") && Catch::EndsWith("has no effect yet"));
  CHECK(Conf().set(keys::kTaskCpus, 2).warnings().empty());
}

TEST_CASE("the names of Spark's serializers are taken as arrow, and a warning explains it") {
  for (const char* name :
       {"org.apache.spark.serializer.KryoSerializer", "org.apache.spark.serializer.JavaSerializer"}) {
    Conf conf;
    conf.set("spark.serializer", name);
    CHECK(conf.get(keys::kSerializer) == "arrow");
    REQUIRE(conf.warnings().size() == 1);
    CHECK_THAT(conf.warnings()[0], Catch::Contains(name) && Catch::Contains("is taken as arrow"));
  }
  CHECK(Conf().set("ferro.serializer", "arrow").warnings().empty());
}

TEST_CASE("codecs that Ferro lacks are taken as the nearest, and a warning explains it") {
  Conf conf;
  conf.set("spark.io.compression.codec", "snappy");
  CHECK(conf.get(keys::kIoCompressionCodec) == "lz4");
  REQUIRE(conf.warnings().size() == 1);
  CHECK_THAT(conf.warnings()[0], Catch::Contains("snappy is not available"));
  conf.set("spark.io.compression.codec", "org.apache.spark.io.ZStdCompressionCodec");
  CHECK(conf.get(keys::kIoCompressionCodec) == "zstd");
  CHECK(conf.warnings().empty());
}

TEST_CASE("a weaker source does not replace what is set, but is checked") {
  Conf conf;
  conf.set(keys::kTaskCpus, 2);
  conf.setIfMissing("spark.task.cpus", "3", "a file");
  conf.setIfMissing("ferro.task.maxFailures", "5", "a file");
  CHECK(conf.get(keys::kTaskCpus) == 2);
  CHECK(conf.get(keys::kTaskMaxFailures) == 5);
  CHECK_THROWS_WITH(conf.setIfMissing("ferro.task.cpus", "x", "a file"), Catch::Contains("(from a file)"));
}
