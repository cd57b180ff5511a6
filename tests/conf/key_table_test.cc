#include "ferro/conf/key_table.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

// Counts the declarations in keys_*.h as they stand in the source.
size_t countDeclarations() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FERRO_SOURCE_DIR "/conf")) {
    if (!entry.path().filename().string().starts_with("keys_")) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) count += line.starts_with("inline constexpr ConfKey<");
  }
  return count;
}

}  // namespace

TEST_CASE("every key that is declared is in the table") {
  size_t listed = 0;
  for (const KeyTheme& theme : keyTable().themes()) listed += theme.keys.size();
  CHECK(listed == countDeclarations());
}

TEST_CASE("every default is a value that its key allows") {
  for (const KeyTheme& theme : keyTable().themes()) {
    for (const ConfKeyBase* key : theme.keys) {
      INFO(key->name);
      if (!key->isOptional) CHECK(isAllowed(*key, key->defaultText));
      for (const ConfSubstitute& substitute : key->substitutes) CHECK(isAllowed(*key, substitute.taken));
    }
  }
}

TEST_CASE("every key is described by a sentence") {
  for (const KeyTheme& theme : keyTable().themes()) {
    for (const ConfKeyBase* key : theme.keys) {
      INFO(key->name);
      CHECK(key->meaning.ends_with('.'));
      CHECK(key->meaning.find('\n') == std::string_view::npos);
    }
  }
}

TEST_CASE("a key is found by Ferro's name and by Spark's") {
  CHECK(keyTable().find("ferro.task.cpus")->name == "ferro.task.cpus");
  CHECK(keyTable().find("spark.task.cpus")->name == "ferro.task.cpus");
  CHECK(keyTable().find("spark.sql.shuffle.partitions")->name == "ferro.sql.shuffle.partitions");
  CHECK(keyTable().find("task.cpus") == nullptr);
  CHECK(keyTable().find("") == nullptr);
}

TEST_CASE("the nearest key is named for a misspelled one") {
  CHECK(keyTable().nearest("ferro.default.paralelism") == "ferro.default.parallelism");
  CHECK(keyTable().nearest("ferro.task.maxfailures") == "ferro.task.maxFailures");
  CHECK(keyTable().nearest("ferro.shuffle.partitions") == "ferro.sql.shuffle.partitions");
}

TEST_CASE("the defaults are Spark's, but for those that say why not") {
  using namespace std::chrono_literals;
  Conf conf;
  CHECK(!conf.get(keys::kSqlShufflePartitions));
  CHECK(conf.get(keys::kTaskMaxFailures) == 4);
  CHECK(conf.get(keys::kStageMaxConsecutiveAttempts) == 4);
  CHECK(conf.get(keys::kMemoryFraction) == 0.6);
  CHECK(conf.get(keys::kMemoryStorageFraction) == 0.5);
  CHECK(conf.get(keys::kReducerMaxSizeInFlight) == ByteSize::mebibytes(48));
  CHECK(conf.get(keys::kShuffleFileBuffer) == ByteSize::kibibytes(32));
  CHECK(conf.get(keys::kDriverMaxResultSize) == ByteSize::gibibytes(1));
  CHECK(conf.get(keys::kLocalityWait) == 3s);
  CHECK(conf.get(keys::kNetworkTimeout) == 120s);
  CHECK(conf.get(keys::kSpeculationMultiplier) == 3.0);
  CHECK(conf.get(keys::kSpeculationQuantile) == 0.9);
  CHECK(conf.get(keys::kSchedulerMode) == "FIFO");
  CHECK(conf.get(keys::kLocalDir) == std::vector<std::string>{"/tmp"});
  CHECK(conf.get(keys::kMaster) == "local[*]");
  CHECK_FALSE(conf.get(keys::kSpeculation));
  CHECK(conf.get(keys::kDriverMemory).isAutomatic());
  CHECK(4 * conf.get(keys::kExecutorHeartbeatInterval) < 15s);
}

TEST_CASE("a key with no default of its own reads as nothing") {
  CHECK(Conf().get(keys::kDefaultParallelism) == std::nullopt);
  CHECK(Conf().get(keys::kCheckpointDir) == std::nullopt);
  CHECK(Conf().get(keys::kAppName) == std::nullopt);
}
