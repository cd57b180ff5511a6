#include "shuffle_cluster.h"

#include <utility>

namespace ferro {

NetOptions testNetOptions() {
  NetOptions options;
  options.secret = "the secret of the shuffle's tests";
  return options;
}

void Interceptor::set(Hook hook) {
  std::lock_guard lock(mutex_);
  hook_ = std::move(hook);
}

void Interceptor::onMessage(const ConnectionPtr& from, Message message, Responder responder) {
  Hook hook;
  {
    std::lock_guard lock(mutex_);
    hook = hook_;
  }
  if (hook && hook(from, message, responder)) return;
  next_.onMessage(from, std::move(message), std::move(responder));
}

void Interceptor::onClosed(const ConnectionPtr& connection, const std::string& reason) {
  next_.onClosed(connection, reason);
}

ShuffleFetchOptions quickFetchOptions() {
  ShuffleFetchOptions options;
  options.retryWait = std::chrono::milliseconds(1);
  options.requestDeadline = std::chrono::seconds(30);
  return options;
}

TestExecutor::TestExecutor(const std::string& id, MapOutputTracker& tracker, const ShuffleOptions& options,
                           const ShuffleFetchOptions& fetch, std::shared_ptr<const FileKey> key)
    : driver(tracker),
      parts(256 * kMegabyte, options, std::move(key)),
      interceptor(router),
      peers(loop, testNetOptions(), std::chrono::seconds(5)),
      locator([this](int shuffleId) { return *driver.locations(shuffleId); }),
      fetchOptions(fetch) {
  parts.shuffles.serve(router);
  server = std::make_unique<Server>(loop, testNetOptions(), HostPort{"127.0.0.1", 0}, interceptor);
  place = {id, server->address().host, server->address().port};
  parts.shuffles.connect(network());
}

ShuffleNetwork TestExecutor::network() { return {&peers, &locator, place, fetchOptions, &lost}; }

MapStatus TestExecutor::write(int shuffleId, int mapId, int numReducers, const TestOutput& output, int64_t attempt) {
  MapStatus status = parts.write(shuffleId, mapId, numReducers, output, attempt);
  status.place = place;
  driver.registerMapOutput(shuffleId, status);
  return status;
}

Batches TestExecutor::read(int shuffleId, int reducer, int numMaps, std::function<bool()> isCancelled) {
  const auto reader = parts.shuffles.openReader(shuffleId, reducer, testSchema(), numMaps, parts.readBack,
                                                ReaderTask{driver.epoch(), std::move(isCancelled)});
  return drain(*reader);
}

ShuffleCluster::ShuffleCluster(int numExecutors, const ShuffleOptions& options, const ShuffleFetchOptions& fetchOptions,
                               const std::shared_ptr<const FileKey>& key) {
  for (int i = 0; i < numExecutors; ++i) {
    executors.push_back(
        std::make_unique<TestExecutor>("executor-" + std::to_string(i), driver, options, fetchOptions, key));
  }
}

void ShuffleCluster::write(int shuffleId, int numReducers, const std::vector<TestOutput>& outputs) {
  driver.registerShuffle(shuffleId, static_cast<int>(outputs.size()));
  for (size_t map = 0; map < outputs.size(); ++map) {
    executors[map % executors.size()]->write(shuffleId, static_cast<int>(map), numReducers, outputs[map],
                                             static_cast<int64_t>(map) + 100);
  }
}

Batches expectedFor(const std::vector<TestOutput>& outputs, int reducer) {
  Batches expected;
  for (const TestOutput& output : outputs) {
    const Batches ofMap = output.forReducer(reducer);
    expected.insert(expected.end(), ofMap.begin(), ofMap.end());
  }
  return expected;
}

}  // namespace ferro
