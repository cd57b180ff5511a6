// Where executors reach their driver: listens, checks who comes, answers what they ask, and passes on what they report.
// Owned by the cluster runtime; its handlers run on the net loop's thread and never block.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "ferro/blockmanager/block_directory_service.h"
#include "ferro/conf/conf.h"
#include "ferro/net/message_router.h"
#include "ferro/net/server.h"
#include "ferro/scheduler/barrier_coordinator.h"
#include "ferro/scheduler/cluster/executor_fleet.h"
#include "ferro/shuffle/map_output_tracker.h"

namespace ferro {

class FileKey;

class DriverEndpoint {
 public:
  struct Parts {
    const Conf& conf;
    std::string applicationId;
    std::shared_ptr<const FileKey> fileKey;  // null: temporary files are not encrypted
    MapOutputTracker& outputs;
    BarrierCoordinator& barriers;
    BlockLocations& blocks;
    std::function<void(MessageRouter& router)> addServices;  // what else executors may ask the driver
    BlockDirectoryService::OnUpdate onBlockUpdated;
    std::function<void(const HostPort& service)> onShuffleService;  // one that serves outputs of this application
  };

  DriverEndpoint(NetLoop& loop, const NetOptions& options, const HostPort& bind, const Parts& parts);
  ~DriverEndpoint();

  const HostPort& address() const { return server_->address(); }
  // From then on executors may come; the fleet outlives the endpoint's stop().
  void serve(ExecutorFleet& fleet);
  void stop();

 private:
  void addHandlers();
  void welcome(const ConnectionPtr& from, const cluster::Hello& hello, Responder& responder);

  const Parts parts_;
  BlockDirectoryService blocks_;
  MessageRouter router_;
  std::atomic<ExecutorFleet*> fleet_{nullptr};
  std::unique_ptr<Server> server_;

  // The loop's thread only.
  std::map<Connection*, std::string> executors_;
  int nextGuest_ = 0;
};

}  // namespace ferro
