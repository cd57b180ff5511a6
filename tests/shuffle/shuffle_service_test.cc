// The shuffle service as a process of its own: what it serves, whom it refuses, and what it removes when.
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/net/secret.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/service/service_link.h"
#include "ferro/shuffle/service/service_registration.h"
#include "ferro/shuffle/service/service_settings.h"
#include "ferro_test.h"
#include "service_fixture.h"
#include "shuffle_cluster.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int kShuffle = 3;
constexpr int kReducers = 2;
constexpr int kMaps = 4;

struct ServiceCase {
  explicit ServiceCase(const std::string& driverGrace = "60s", std::shared_ptr<const FileKey> fileKey = nullptr)
      : root(fs::canonical(fs::temp_directory_path()).string(), "ferro-service-test-"),
        service(root.path(), driverGrace),
        key(std::move(fileKey)),
        reader("reader", driver, {}, quickFetchOptions(), key) {
    for (int map = 0; map < kMaps; ++map) outputs.emplace_back(900 + static_cast<uint64_t>(map), kReducers, 6, 3000);
    driver.registerShuffle(kShuffle, kMaps);
  }

  // By two executors, which are gone afterwards.
  void writeAll(const std::string& applicationId = "app") {
    for (const int executor : {0, 1}) {
      ServedExecutor writer(service, root.path(), applicationId, "executor-" + std::to_string(executor), key);
      place = writer.place;
      for (int map = executor; map < kMaps; map += 2) {
        const auto at = static_cast<size_t>(map);
        const MapStatus status = writer.write(driver, kShuffle, map, kReducers, outputs[at], 70 + map);
        CHECK(status.atService);
        CHECK(status.place == writer.place);
      }
    }
  }

  void expectRead() {
    for (int reducer = 0; reducer < kReducers; ++reducer) {
      CHECK(sameBatches(reader.read(kShuffle, reducer, kMaps), expectedFor(outputs, reducer)));
    }
  }

  std::string folder(const std::string& applicationId = "app") const {
    return root.path() + "/ferro-app-" + applicationId;
  }

  std::string fileOf(int map, const std::string& ending) const {
    return folder() + "/executor-" + std::to_string(map % 2) + "/shuffle_3_" + std::to_string(map) + "_" +
           std::to_string(70 + map) + ending;
  }

  ErrorCode refusal(const ShuffleServiceAccess& access, const RegisterExecutor& registration) {
    try {
      registerWithShuffleService(reader.loop, access, registration, "127.0.0.1", 10s);
    } catch (const Error& error) {
      return error.code();
    }
    FAIL("the service should refuse");
    return ErrorCode::kInternal;
  }

  TempDir root;
  ServiceProcess service;
  MapOutputTracker driver;
  const std::shared_ptr<const FileKey> key;  // that the service does not know
  TestExecutor reader;
  std::vector<TestOutput> outputs;
  ExecutorPlace place;
};

// The places that a registration told of.
class ServicePlaces {
 public:
  ServiceRegistration::OnChange hear() {
    return [this](const std::optional<ExecutorPlace>& place) {
      std::lock_guard lock(mutex_);
      places_.push_back(place);
      changed_.notify_all();
    };
  }
  std::vector<std::optional<ExecutorPlace>> await(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 20s, [&] { return places_.size() >= count; });
    return places_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<ExecutorPlace>> places_;
};

TEST_CASE("the service serves what is encrypted without its key, and drops what was damaged") {
  ServiceCase test("60s", std::make_shared<const FileKey>(randomBytes(16)));
  test.writeAll();
  test.expectRead();
  {
    std::ifstream file(test.fileOf(0, ".data"), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    // As every message begins.
    CHECK(content.find(std::string("\xFF\xFF\xFF\xFF", 4)) == std::string::npos);
  }
  // Who has another key gets nothing out of it.
  MapOutputTracker& driver = test.driver;
  TestExecutor stranger("stranger", driver, {}, quickFetchOptions(), std::make_shared<const FileKey>(randomBytes(16)));
  CHECK_THROWS_AS(stranger.read(kShuffle, 0, kMaps), FetchFailed);
}

TEST_CASE("outputs are read from the service when their executors are gone") {
  ServiceCase test;
  test.writeAll();
  test.expectRead();
  CHECK(test.reader.parts.readBack.remoteSegmentsRead == kMaps * kReducers);
  CHECK(test.driver.unregisterOutputsOf("executor-0").empty());
  CHECK(test.driver.isComplete(kShuffle));
}

TEST_CASE("an executor reads its own outputs from its files, not from the service") {
  ServiceCase test;
  ServedExecutor writer(test.service, test.root.path(), "app", "executor-0");
  for (int map = 0; map < kMaps; ++map) {
    writer.write(test.driver, kShuffle, map, kReducers, test.outputs[static_cast<size_t>(map)], 5);
  }
  CHECK(writer.parts.shuffles.bytesInMemory() == 0);
  CHECK(sameBatches(writer.parts.read(kShuffle, 1, kMaps), expectedFor(test.outputs, 1)));
  writer.parts.shuffles.removeShuffle(kShuffle);
  CHECK(fs::is_empty(test.folder() + "/executor-0"));
}

TEST_CASE("who does not know the service's secret cannot register") {
  ServiceCase test;
  const ApplicationDirs dirs({test.root.path()}, "app", "executor-0");
  ShuffleServiceAccess access = test.service.access();
  access.secret = "guessed";
  CHECK(test.refusal(access, registrationOf("app", "executor-0", dirs.dirs().directories())) ==
        ErrorCode::kPermissionDenied);
}

TEST_CASE("who does not know the application's secret cannot read, nor join the application") {
  ServiceCase test;
  test.writeAll();
  NetOptions other = testNetOptions();
  other.secret = "another application's secret";
  try {
    test.reader.loop.connect(test.place.address(), other, nullptr, 10s);
    FAIL("the service should refuse");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kPermissionDenied);
  }
  const ApplicationDirs dirs({test.root.path()}, "app", "executor-5");
  RegisterExecutor intruder = registrationOf("app", "executor-5", dirs.dirs().directories());
  intruder.secret = other.secret;
  CHECK(test.refusal(test.service.access(), intruder) == ErrorCode::kPermissionDenied);
  test.expectRead();
}

TEST_CASE("directories that are not the executor's own below its application's folder are refused") {
  ServiceCase test;
  const ApplicationDirs own({test.root.path()}, "app", "executor-0");
  const ApplicationDirs others({test.root.path()}, "other", "executor-0");
  const TempDir elsewhere(test.root.path());
  fs::create_directory_symlink(elsewhere.path(), test.folder() + "/linked");
  fs::create_directory_symlink(test.folder("other"), test.root.path() + "/ferro-app-alias");
  fs::create_directory(test.root.path() + "/ferro-app-open");
  fs::permissions(test.root.path() + "/ferro-app-open", fs::perms::all);
  fs::create_directory(test.root.path() + "/ferro-app-open/executor-0");

  const std::string good = own.dirs().directories().front();
  const std::vector<RegisterExecutor> tricks = {
      registrationOf("app", "executor-0", {"/etc"}),
      registrationOf("app", "executor-0", {test.folder()}),
      registrationOf("app", "executor-0", {others.dirs().directories().front()}),
      registrationOf("app", "executor-0", {good, "/etc"}),
      registrationOf("app", "executor-0", {test.folder() + "/../ferro-app-other/executor-0"}),
      registrationOf("app", "executor-0", {"ferro-app-app/executor-0"}),
      registrationOf("app", "linked", {test.folder() + "/linked"}),
      registrationOf("app", "missing", {test.folder() + "/missing"}),
      registrationOf("alias", "executor-0", {test.folder("alias") + "/executor-0"}),
      registrationOf("open", "executor-0", {test.folder("open") + "/executor-0"}),
      registrationOf("app", "..", {test.folder() + "/.."}),
      registrationOf("app", "a/../executor-0", {test.folder() + "/a/../executor-0"}),
      registrationOf("../app", "executor-0", {good}),
      registrationOf("", "executor-0", {good})};
  for (size_t i = 0; i < tricks.size(); ++i) {
    CAPTURE(i);
    CHECK(test.refusal(test.service.access(), tricks[i]) == ErrorCode::kPermissionDenied);
  }
  test.writeAll();
  test.expectRead();
}

TEST_CASE("a damaged or missing file at the service loses that map alone") {
  ServiceCase test;
  test.writeAll();
  {
    std::fstream file(test.fileOf(1, ".data"), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file.put('\x55');
    file.put('\x55');
  }
  try {
    test.reader.read(kShuffle, 0, kMaps);
    FAIL("the damage should be noticed");
  } catch (const FetchFailed& failure) {
    CHECK(failure.mapId == 1);
    CHECK(failure.attempt == 71);
    CHECK(failure.executorId == "executor-1");
    CHECK(failure.atService);
    CHECK_FALSE(failure.unreachable);
  }
  CHECK(isGoneSoon(test.fileOf(1, ".data")));
  CHECK(fs::exists(test.fileOf(3, ".data")));
}

TEST_CASE("a service that is gone makes all its outputs out of reach") {
  ServiceCase test;
  test.writeAll();
  test.service.killAndWait();
  try {
    test.reader.read(kShuffle, 0, kMaps);
    FAIL("nobody is there");
  } catch (const FetchFailed& failure) {
    CHECK(failure.atService);
    CHECK(failure.unreachable);
    CHECK(test.driver.unregisterOutputsOfHost(failure.host) == std::vector<int>{kShuffle});
  }
  CHECK(test.driver.missingMaps(kShuffle).size() == kMaps);
}

TEST_CASE("a service that was killed serves the same outputs at the same port when it is started again") {
  ServiceCase test;
  test.writeAll();
  test.service.killAndWait();
  const ServiceProcess again(test.root.path());
  test.expectRead();
  CHECK(test.reader.parts.readBack.remoteSegmentsRead == kMaps * kReducers);
  NetLoop loop;
  ShuffleServiceLink link(loop, testNetOptions());
  link.attach(test.place.address());
  const auto limit = std::chrono::steady_clock::now() + 20s;
  while (fs::exists(test.folder()) && std::chrono::steady_clock::now() < limit) link.endApplication(1s);
  CHECK(!fs::exists(test.folder()));
}

TEST_CASE("an executor whose service is killed serves its outputs itself, and registers again with the next one") {
  ServiceCase test;
  const ApplicationDirs dirs({test.root.path()}, "app", "executor-0");
  ServicePlaces heard;
  std::optional<ServiceProcess> next;
  Conf conf = test.service.conf();
  std::mutex mutex;
  const auto access = [&] {
    std::lock_guard lock(mutex);
    return ShuffleServiceAccess{shuffleServiceAddress(conf), testNetOptions(), readShuffleServiceSecret(conf)};
  };
  ServiceRegistration registration(test.reader.loop, access,
                                   registrationOf("app", "executor-0", dirs.dirs().directories()), "127.0.0.1",
                                   heard.hear());
  const auto first = registration.awaitFirstTry(20s);
  REQUIRE(first);
  test.service.killAndWait();
  REQUIRE(heard.await(2).size() == 2);
  CHECK(!heard.await(2)[1]);
  next.emplace(test.root.path());
  {
    std::lock_guard lock(mutex);
    conf = next->conf();
  }
  const auto places = heard.await(3);
  REQUIRE(places.size() == 3);
  CHECK(places[2] == first);
}

TEST_CASE("files are removed when the driver says that a shuffle or the application ended") {
  ServiceCase test;
  test.writeAll();
  {
    ServedExecutor writer(test.service, test.root.path(), "app", "executor-0");
    test.driver.registerShuffle(4, 1);
    writer.write(test.driver, 4, 0, kReducers, test.outputs[0], 1);
  }
  ShuffleServiceLink link(test.reader.loop, testNetOptions());
  link.attach(test.place.address());
  const auto limit = std::chrono::steady_clock::now() + 20s;
  while (fs::exists(test.fileOf(0, ".data")) && std::chrono::steady_clock::now() < limit) link.removeShuffle(kShuffle);
  CHECK(isGoneSoon(test.fileOf(3, ".index")));
  CHECK(fs::exists(test.folder() + "/executor-0/shuffle_4_0_1.data"));
  link.endApplication(20s);
  CHECK_FALSE(fs::exists(test.folder()));
}

TEST_CASE("files stay while the driver is there and go some time after it vanished") {
  ServiceCase test("300ms");
  auto link = std::make_unique<ShuffleServiceLink>(test.reader.loop, testNetOptions());
  {
    ServedExecutor writer(test.service, test.root.path(), "app", "executor-0");
    link->attach(writer.place.address());
  }
  // An application whose driver never comes is removed after the same time; this one is still there then.
  {
    ServedExecutor writer(test.service, test.root.path(), "orphan", "executor-0");
  }
  CHECK(isGoneSoon(test.folder("orphan")));
  CHECK(fs::exists(test.folder()));
  link.reset();
  CHECK(isGoneSoon(test.folder()));
}

TEST_CASE("a start removes what nobody uses any more and keeps what somebody does") {
  const TempDir root(fs::canonical(fs::temp_directory_path()).string(), "ferro-service-test-");
  {
    const ApplicationDirs dirs({root.path()}, "stale", "executor-0");
  }
  const ApplicationDirs used({root.path()}, "used", "executor-0");
  fs::create_directory(root.path() + "/somebody-elses");
  const ServiceProcess service(root.path());
  CHECK_FALSE(fs::exists(root.path() + "/ferro-app-stale"));
  CHECK(fs::exists(root.path() + "/ferro-app-used/executor-0"));
  CHECK(fs::exists(root.path() + "/somebody-elses"));
}

TEST_CASE("the program explains itself and takes no secret as an argument") {
  std::string help;
  CHECK(runShuffleService({"--help"}, help) == 0);
  CHECK(help.find("--properties-file") != std::string::npos);
  std::string refusal;
  CHECK(runShuffleService({"--conf", "ferro.authenticate.secret=abc"}, refusal) == 1);
  CHECK(refusal.find("abc") == std::string::npos);
  CHECK(refusal.find("use a file") != std::string::npos);
  std::string unknown;
  CHECK(runShuffleService({"--what"}, unknown) == 1);
}

}  // namespace
}  // namespace ferro
