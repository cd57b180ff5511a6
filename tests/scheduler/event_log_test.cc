// The files of event logs: their names, how they are cut, compressed and completed, and what happens where they cannot
// be written.
#include "ferro/scheduler/eventlog/event_log.h"

#include <sys/mount.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/temp_dir.h"
#include "ferro/scheduler/eventlog/event_log_files.h"
#include "ferro_test.h"
#include "recorded_log.h"

using namespace ferro;

namespace {

struct LogFixture {
  EventLogOptions options() const {
    EventLogOptions options;
    options.enabled = true;
    options.directory = "file:" + directory.path() + "/logs";
    return options;
  }
  std::string path(const std::string& name) const { return directory.path() + "/logs/" + name; }
  std::vector<std::string> names(const std::string& inner = "") const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path(inner))) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  TempDir directory{"/tmp"};
  const test::RecordedLog said;
};

std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

// As far as there is something to unpack, for a writer that was killed never ends its frame.
std::string unpacked(const std::string& path) {
  const std::string packed = contentOf(path);
  auto codec = valueOf(arrow::util::Codec::Create(arrow::Compression::ZSTD), path);
  auto decompressor = valueOf(codec->MakeDecompressor(), path);
  std::vector<uint8_t> content(1 << 16);
  const auto result = valueOf(
      decompressor->Decompress(static_cast<int64_t>(packed.size()), reinterpret_cast<const uint8_t*>(packed.data()),
                               static_cast<int64_t>(content.size()), content.data()),
      path);
  return {content.begin(), content.begin() + result.bytes_written};
}

const std::string kFirst = "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"1\"}\n";
const std::string kSecond = "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":6}\n";

}  // namespace

TEST_CASE_METHOD(LogFixture, "a log that is not wanted leaves no trace") {
  EventLogOptions unwanted = options();
  unwanted.enabled = false;
  CHECK(EventLog::start(unwanted, "app", "1") == nullptr);
  CHECK(!std::filesystem::exists(path("")));
}

TEST_CASE_METHOD(LogFixture, "a log is in progress until it is closed, then has its name") {
  auto log = EventLog::start(options(), "app", "1");
  REQUIRE(log != nullptr);
  CHECK(names() == std::vector<std::string>{"app.inprogress"});
  log->on(ApplicationEnd{6});
  log->close();
  CHECK(names() == std::vector<std::string>{"app"});
  CHECK(contentOf(path("app")) == kFirst + kSecond);
  log->close();
  log->on(ApplicationEnd{7});
  CHECK(contentOf(path("app")) == kFirst + kSecond);
}

TEST_CASE_METHOD(LogFixture, "a compressed log says so in its name") {
  EventLogOptions packed = options();
  packed.compress = true;
  auto log = EventLog::start(packed, "app", "1");
  REQUIRE(log != nullptr);
  log->on(ApplicationEnd{6});
  log->close();
  CHECK(names() == std::vector<std::string>{"app.zstd"});
  CHECK(unpacked(path("app.zstd")) == kFirst + kSecond);
}

TEST_CASE_METHOD(LogFixture, "what was written to a compressed log can be read though the file never ended") {
  EventLogOptions packed = options();
  packed.compress = true;
  EventLogFiles files(packed, "app");
  files.write("one\n");
  files.write("two\n");
  CHECK(unpacked(path("app.zstd.inprogress")) == "one\ntwo\n");
}

TEST_CASE_METHOD(LogFixture, "a rolling log is cut between lines and never passes its size") {
  EventLogOptions rolling = options();
  rolling.rolling = true;
  rolling.maxFileSize = 10;
  EventLogFiles files(rolling, "app");
  CHECK(names("eventlog_v2_app") == std::vector<std::string>{"appstatus_app.inprogress", "events_1_app"});
  files.write("1\n22\n333\n4444\n55555\n");
  files.write("666666\n");
  files.write("a line that is longer than a file\n7\n");
  files.finish();
  CHECK(names("eventlog_v2_app") == std::vector<std::string>{"appstatus_app", "events_1_app", "events_2_app",
                                                             "events_3_app", "events_4_app", "events_5_app",
                                                             "events_6_app"});
  const auto content = [&](int number) {
    return contentOf(path("eventlog_v2_app/events_" + std::to_string(number) + "_app"));
  };
  CHECK(content(1) == "1\n22\n333\n");
  CHECK(content(2) == "4444\n");
  CHECK(content(3) == "55555\n");
  CHECK(content(4) == "666666\n");
  CHECK(content(5) == "a line that is longer than a file\n");
  CHECK(content(6) == "7\n");
}

TEST_CASE_METHOD(LogFixture, "a rolling log may be compressed, each file by itself") {
  EventLogOptions both = options();
  both.rolling = true;
  both.compress = true;
  both.maxFileSize = 8;
  EventLogFiles files(both, "app");
  files.write("one\ntwo\nthree\n");
  files.finish();
  CHECK(unpacked(path("eventlog_v2_app/events_1_app.zstd")) == "one\ntwo\n");
  CHECK(unpacked(path("eventlog_v2_app/events_2_app.zstd")) == "three\n");
}

TEST_CASE_METHOD(LogFixture, "a directory that cannot be made is one warning, and there is no log") {
  std::ofstream(directory.path() + "/logs") << "a file where the directory should be";
  CHECK(EventLog::start(options(), "app", "1") == nullptr);
  REQUIRE(said.lines().size() == 1);
  CHECK_THAT(said.lines()[0], Catch::StartsWith("WARN the application runs without an event log: ") &&
                                  Catch::Contains(directory.path() + "/logs") &&
                                  Catch::EndsWith("see ferro.eventLog.dir"));
}

TEST_CASE_METHOD(LogFixture, "a directory of another file system is one warning that says what to do") {
  EventLogOptions remote = options();
  remote.directory = "hdfs://namenode:8021/logs";
  CHECK(EventLog::start(remote, "app", "1") == nullptr);
  REQUIRE(said.lines().size() == 1);
  CHECK_THAT(said.lines()[0], Catch::Contains("hdfs://namenode:8021/logs is not on a file system of this machine"));
}

TEST_CASE_METHOD(LogFixture, "a log of the same application is not overwritten") {
  EventLog::start(options(), "app", "1");
  EventLogFiles(options(), "app2").finish();
  std::filesystem::rename(path("app"), path("app2.inprogress"));
  CHECK(EventLog::start(options(), "app2", "1") == nullptr);
  REQUIRE(said.lines().size() == 1);
  CHECK_THAT(said.lines()[0], Catch::Contains(path("app2.inprogress")));
}

TEST_CASE_METHOD(LogFixture, "a full disk ends the log with one warning; what is there is whole lines") {
  EventLogOptions small = options();
  const std::string disk = directory.path() + "/disk";
  std::filesystem::create_directory(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    WARN("skipped: a small file system cannot be mounted here (are you root?)");
    return;
  }
  small.directory = disk;
  auto eventLog = EventLog::start(small, "app", "1");
  REQUIRE(eventLog != nullptr);
  for (int i = 0; i < 3000; ++i) eventLog->on(ApplicationEnd{i});
  eventLog->close();
  const std::string content = contentOf(disk + "/app.inprogress");
  umount2(disk.c_str(), MNT_DETACH);
  REQUIRE(said.lines().size() == 1);
  CHECK_THAT(said.lines()[0], Catch::StartsWith("WARN the event log ends here, the application goes on: ") &&
                                  Catch::Contains(disk + "/app.inprogress"));
  CHECK((content.empty() || content.back() == '\n'));
}

TEST_CASE_METHOD(LogFixture, "events that do not fit into the queue are counted and told of") {
  EventLogOptions narrow = options();
  narrow.maxQueuedBytes = 0;
  auto eventLog = EventLog::start(narrow, "app", "1");
  REQUIRE(eventLog != nullptr);
  for (int i = 0; i < 1000; ++i) eventLog->on(ApplicationEnd{i});
  eventLog->close();
  const std::string content = contentOf(path("app"));
  const auto written = std::count(content.begin(), content.end(), '\n') - 1;
  REQUIRE(said.lines().size() == 2);
  CHECK_THAT(said.lines()[0], Catch::Contains("leaves events out"));
  CHECK_THAT(said.lines()[1], Catch::StartsWith("WARN " + std::to_string(1000 - written) + " events are missing"));
}
