// What the tests of the shuffle service share: the real process, and executors that leave their outputs with it.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/net/net_loop.h"
#include "ferro/shuffle/application_dirs.h"
#include "ferro/shuffle/map_output_tracker.h"
#include "ferro/shuffle/service/service_client.h"
#include "shuffle_fixture.h"

namespace ferro {

// ferro-shuffle-service with its own local directory, at any free port.
class ServiceProcess {
 public:
  explicit ServiceProcess(const std::string& localDir, const std::string& driverGrace = "60s");
  // Ends it as an administrator would.
  ~ServiceProcess();
  ServiceProcess(const ServiceProcess&) = delete;
  ServiceProcess& operator=(const ServiceProcess&) = delete;

  // What an executor of this host has as settings.
  const Conf& conf() const { return conf_; }
  ShuffleServiceAccess access() const;
  void killAndWait();

 private:
  pid_t process_ = -1;
  Conf conf_;
};

// Runs the program to its end and returns its exit code; what it printed goes to `output`.
int runShuffleService(const std::vector<std::string>& arguments, std::string& output);

// An executor that writes for the service. Files stay when it goes.
struct ServedExecutor {
  ServedExecutor(const ServiceProcess& service, const std::string& localDir, const std::string& applicationId,
                 const std::string& executorId, const std::shared_ptr<const FileKey>& key = nullptr);

  MapStatus write(MapOutputTracker& driver, int shuffleId, int mapId, int numReducers, const TestOutput& output,
                  int64_t attempt);

  ShuffleFixture parts;
  ApplicationDirs dirs;
  NetLoop loop;
  ExecutorPlace place;
};

RegisterExecutor registrationOf(const std::string& applicationId, const std::string& executorId,
                                const std::vector<std::string>& directories);

// Waits until nothing is there, at most 20 seconds.
bool isGoneSoon(const std::string& path);

}  // namespace ferro
