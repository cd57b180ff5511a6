// Reading map outputs of other executors gives what reading them at home gives.
#include <arrow/record_batch.h>

#include "ferro/shuffle/shuffle_fetcher.h"
#include "ferro_test.h"
#include "shuffle_cluster.h"

namespace ferro {
namespace {

constexpr int kRemoteShuffle = 2;
constexpr int kRemoteReducers = 4;

std::vector<TestOutput> someOutputs(uint64_t seed, int numMaps, int numBatches, int64_t mostRows,
                                    int numReducers = kRemoteReducers) {
  std::vector<TestOutput> outputs;
  for (int map = 0; map < numMaps; ++map) {
    outputs.emplace_back(seed + static_cast<uint64_t>(map), numReducers, numBatches, mostRows);
  }
  return outputs;
}

void expectAllRead(ShuffleCluster& cluster, const std::vector<TestOutput>& outputs) {
  for (auto& executor : cluster.executors) {
    for (int reducer = 0; reducer < kRemoteReducers; ++reducer) {
      CAPTURE(executor->place.executorId, reducer);
      CHECK(sameBatches(executor->read(kRemoteShuffle, reducer, static_cast<int>(outputs.size())),
                        expectedFor(outputs, reducer)));
    }
  }
}

TEST_CASE("every executor reads what all wrote, from memory and from disk, compressed or not") {
  for (const ShuffleCodec codec : {ShuffleCodec::kNone, ShuffleCodec::kLz4, ShuffleCodec::kZstd}) {
    for (const bool checksum : {true, false}) {
      CAPTURE(static_cast<int>(codec), checksum);
      ShuffleOptions options;
      options.codec = codec;
      options.checksum = checksum;
      ShuffleCluster cluster(3, options);
      const auto outputs = someOutputs(20, 10, 12, 200);
      cluster.write(kRemoteShuffle, kRemoteReducers, outputs);
      expectAllRead(cluster, outputs);
      cluster.at(1).parts.moveToDisk();
      expectAllRead(cluster, outputs);
      cluster.at(0).parts.moveToDisk();
      cluster.at(2).parts.moveToDisk();
      expectAllRead(cluster, outputs);
    }
  }
}

TEST_CASE("own outputs are read without a copy, and only those of others are counted as remote") {
  ShuffleCluster cluster(2);
  const auto outputs = someOutputs(30, 2, 8, 50, 1);
  cluster.write(kRemoteShuffle, 1, outputs);
  TestExecutor& reader = cluster.at(0);
  const Batches batches = reader.read(kRemoteShuffle, 0, 2);
  const Batches own = outputs[0].forReducer(0);
  REQUIRE(batches.size() >= own.size());
  for (size_t i = 0; i < own.size(); ++i) CHECK(batches[i] == own[i]);
  CHECK(reader.parts.readBack.segmentsRead == 2);
  CHECK(reader.parts.readBack.remoteSegmentsRead == 1);
  CHECK(reader.parts.readBack.remoteBytesRead > 0);
  CHECK(reader.parts.readBack.bytesRead > reader.parts.readBack.remoteBytesRead);
  CHECK(reader.parts.readBack.recordsRead == outputs[0].rows() + outputs[1].rows());
}

TEST_CASE("a thousand maps are asked for in few requests") {
  ShuffleCluster cluster(2);
  const auto outputs = someOutputs(40, 1000, 3, 4, 2);
  cluster.write(kRemoteShuffle, 2, outputs);
  cluster.at(1).parts.moveToDisk();
  std::atomic<int> requests{0};
  cluster.at(1).interceptor.set([&](const ConnectionPtr&, Message&, Responder&) {
    ++requests;
    return false;
  });
  CHECK(sameBatches(cluster.at(0).read(kRemoteShuffle, 1, 1000), expectedFor(outputs, 1)));
  CHECK(requests <= 4);
}

TEST_CASE("segments larger than the window come alone") {
  ShuffleFetchOptions small = quickFetchOptions();
  small.maxBytesInFlight = 1 << 16;
  ShuffleCluster cluster(2, {}, small);
  std::vector<TestOutput> outputs = someOutputs(50, 6, 4, 6000, 1);
  cluster.write(kRemoteShuffle, 1, outputs);
  CHECK(sameBatches(cluster.at(0).read(kRemoteShuffle, 0, 6), expectedFor(outputs, 0)));
  cluster.at(1).parts.moveToDisk();
  CHECK(sameBatches(cluster.at(0).read(kRemoteShuffle, 0, 6), expectedFor(outputs, 0)));
}

TEST_CASE("a large segment comes whole from a file") {
  ShuffleOptions options;
  options.codec = ShuffleCodec::kNone;
  ShuffleCluster cluster(2, options);
  const auto outputs = someOutputs(55, 2, 80, 20'000, 1);
  cluster.write(kRemoteShuffle, 1, outputs);
  cluster.at(1).parts.moveToDisk();
  CHECK(sameBatches(cluster.at(0).read(kRemoteShuffle, 0, 2), expectedFor(outputs, 0)));
  CHECK(cluster.at(0).parts.readBack.remoteBytesRead > 8 * kMegabyte);
}

TEST_CASE("a reader of some maps asks for no others") {
  ShuffleCluster cluster(2);
  const auto outputs = someOutputs(60, 8, 6, 20);
  cluster.write(kRemoteShuffle, kRemoteReducers, outputs);
  ShuffleMetrics metrics;
  const auto reader =
      cluster.at(0).parts.shuffles.openReader(kRemoteShuffle, 1, testSchema(), MapRange{3, 6}, metrics, ReaderTask{});
  const std::vector<TestOutput> wanted(outputs.begin() + 3, outputs.begin() + 6);
  CHECK(sameBatches(drain(*reader), expectedFor(wanted, 1)));
  CHECK(metrics.remoteSegmentsRead <= 2);
}

TEST_CASE("a reader that is dropped half way leaves the others alone") {
  ShuffleCluster cluster(3);
  const auto outputs = someOutputs(70, 30, 6, 400);
  cluster.write(kRemoteShuffle, kRemoteReducers, outputs);
  for (int i = 0; i < 5; ++i) {
    ShuffleMetrics metrics;
    const auto reader = cluster.at(0).parts.shuffles.openReader(kRemoteShuffle, 0, testSchema(), 30, metrics);
    reader->next();
  }
  expectAllRead(cluster, outputs);
}

// The outputs of executor 1 as a fetcher of executor 0 wants them.
std::vector<RemoteOutput> remoteOutputs(ShuffleCluster& cluster, int numMaps, int reducer) {
  std::vector<RemoteOutput> remote;
  for (int map = 1; map < numMaps; map += 2) {
    const MapStatus status = *cluster.driver.mapStatus(kRemoteShuffle, map);
    remote.push_back({map, status.attempt, {status.place, false}, status.sizes[static_cast<size_t>(reducer)]});
  }
  return remote;
}

TEST_CASE("never more than the window is asked for and not consumed") {
  ShuffleFetchOptions small = quickFetchOptions();
  small.maxBytesInFlight = 100 << 10;
  ShuffleCluster cluster(2, {}, small);
  const auto outputs = someOutputs(80, 200, 4, 200, 1);
  cluster.write(kRemoteShuffle, 1, outputs);
  const auto remote = remoteOutputs(cluster, 200, 0);
  int64_t total = 0;
  for (const RemoteOutput& output : remote) total += output.size;
  REQUIRE(total > 5 * small.maxBytesInFlight);

  ShuffleMetrics metrics;
  ShuffleFetcher fetcher(cluster.at(0).network(), cluster.at(0).parts.memory, {kRemoteShuffle, 0, {}}, remote, metrics);
  for (size_t i = 0; i < remote.size(); ++i) {
    fetcher.take();
    CHECK(fetcher.bytesInFlight() <= small.maxBytesInFlight);
    fetcher.release();
  }
  CHECK(fetcher.bytesInFlight() == 0);
  CHECK(fetcher.peakBytesInFlight() <= small.maxBytesInFlight);
  CHECK(fetcher.peakBytesInFlight() > small.maxBytesInFlight / 2);
}

TEST_CASE("when memory is short a fetcher asks for less and still gets all") {
  ShuffleCluster cluster(2);
  const auto outputs = someOutputs(90, 100, 4, 2000, 1);
  cluster.write(kRemoteShuffle, 1, outputs);
  const auto remote = remoteOutputs(cluster, 100, 0);
  MemoryArbiter tight(kMegabyte, 0.5);
  ShuffleMetrics metrics;
  ShuffleFetcher fetcher(cluster.at(0).network(), tight, {kRemoteShuffle, 0, {}}, remote, metrics);
  for (size_t i = 0; i < remote.size(); ++i) {
    fetcher.take();
    fetcher.release();
  }
  CHECK(metrics.remoteSegmentsRead == static_cast<int64_t>(remote.size()));
  CHECK(fetcher.peakBytesInFlight() <= 2 * kMegabyte);
  CHECK(tight.used() == 0);
}

}  // namespace
}  // namespace ferro
