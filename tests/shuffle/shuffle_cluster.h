// Executors that reach each other over loopback, in one process: each has its own store, network thread and server. A
// test can stand between a server and what its executor answers, to play a bad network.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ferro/net/connection_pool.h"
#include "ferro/net/message_router.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/server.h"
#include "ferro/shuffle/cached_map_output_locator.h"
#include "ferro/shuffle/lost_executors.h"
#include "ferro/shuffle/map_output_tracker.h"
#include "ferro/shuffle/shuffle_network.h"
#include "shuffle_fixture.h"

namespace ferro {

// Gives what comes to the test first, which may take the message or leave it to the executor.
class Interceptor final : public MessageHandler {
 public:
  // True: the message was dealt with. Called on the network's thread.
  using Hook = std::function<bool(const ConnectionPtr& from, Message& message, Responder& responder)>;

  explicit Interceptor(MessageHandler& next) : next_(next) {}
  void set(Hook hook);
  void onMessage(const ConnectionPtr& from, Message message, Responder responder) override;
  void onClosed(const ConnectionPtr& connection, const std::string& reason) override;

 private:
  MessageHandler& next_;
  std::mutex mutex_;
  Hook hook_;
};

// With the secret of the tests' application.
NetOptions testNetOptions();

// Retries at once, and a deadline that a test can wait for.
ShuffleFetchOptions quickFetchOptions();

struct TestExecutor {
  TestExecutor(const std::string& id, MapOutputTracker& tracker, const ShuffleOptions& options,
               const ShuffleFetchOptions& fetchOptions, std::shared_ptr<const FileKey> key = nullptr);

  // Tells the driver, too.
  MapStatus write(int shuffleId, int mapId, int numReducers, const TestOutput& output, int64_t attempt = 0);
  // As a task that the driver starts now.
  Batches read(int shuffleId, int reducer, int numMaps, std::function<bool()> isCancelled = {});
  ShuffleNetwork network();

  MapOutputTracker& driver;
  ShuffleFixture parts;
  MessageRouter router;
  Interceptor interceptor;
  NetLoop loop;
  std::unique_ptr<Server> server;
  ConnectionPool peers;
  CachedMapOutputLocator locator;
  ExecutorPlace place;
  ShuffleFetchOptions fetchOptions;
  LostExecutors lost;
};

struct ShuffleCluster {
  explicit ShuffleCluster(int numExecutors, const ShuffleOptions& options = {},
                          const ShuffleFetchOptions& fetchOptions = quickFetchOptions(),
                          const std::shared_ptr<const FileKey>& key = nullptr);

  // Map m is written by executor m modulo their number.
  void write(int shuffleId, int numReducers, const std::vector<TestOutput>& outputs);
  TestExecutor& at(int executor) { return *executors[static_cast<size_t>(executor)]; }

  MapOutputTracker driver;
  std::vector<std::unique_ptr<TestExecutor>> executors;
};

// What a reader of all these outputs must give.
Batches expectedFor(const std::vector<TestOutput>& outputs, int reducer);

}  // namespace ferro
