// An executor's door to shuffle data: writers for its map tasks, readers for its reduce tasks. One for each executor;
// any thread may call it. It must outlive the writers and readers it makes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/shuffle/shuffle_metrics.h"
#include "ferro/shuffle/shuffle_options.h"
#include "ferro/shuffle/shuffle_writer.h"

namespace ferro {

class LocalDirs;
class MemoryArbiter;
class MessageRouter;
class ShuffleFetchService;
class StoreSegmentSource;
struct ExecutorPlace;
struct ShuffleNetwork;

// The map outputs first ... end-1.
struct MapRange {
  int first = 0;
  int end = 0;
};

// The task that a reader reads for.
struct ReaderTask {
  int64_t epoch = 0;                       // the driver's when it started the task: it knows of no older losses
  std::function<bool()> isCancelled = {};  // empty: never
};

class ShuffleManager {
 public:
  ShuffleManager(const ShuffleOptions& options, MemoryArbiter& memory, const LocalDirs& localDirs);
  ~ShuffleManager();
  ShuffleManager(const ShuffleManager&) = delete;
  ShuffleManager& operator=(const ShuffleManager&) = delete;

  // Serves this executor's outputs to its peers, once connect() said which executor this is. Before the router gets its
  // first message; the manager outlives the server.
  void serve(MessageRouter& router);
  // From now on outputs may lie at other executors, and a reader asks the locator where. Before the first task; without
  // it everything is local.
  void connect(const ShuffleNetwork& network);

  // From now on every output is written to these directories, which outlive the executor, and is served at this place.
  // Before the first task.
  void useService(const LocalDirs& outputDirs, const ExecutorPlace& servicePlace);

  // The schema must hold no dictionary-encoded column. `taskAttempt` is unique among the attempts of a map.
  std::unique_ptr<ShuffleWriter> openWriter(int shuffleId, int mapId, int numReducers,
                                            std::shared_ptr<arrow::Schema> schema, ShuffleMetrics& metrics,
                                            int64_t taskAttempt = 0);

  // The batches of one reducer in the order of the maps, wherever they lie. next() throws FetchFailed when an output is
  // missing, damaged or out of reach; a damaged output is dropped, so that the rerun of its map can take its place.
  std::unique_ptr<BatchSource> openReader(int shuffleId, int reducer, std::shared_ptr<arrow::Schema> schema,
                                          int numMaps, ShuffleMetrics& metrics, ReaderTask task = {});
  std::unique_ptr<BatchSource> openReader(int shuffleId, int reducer, std::shared_ptr<arrow::Schema> schema,
                                          MapRange maps, ShuffleMetrics& metrics, ReaderTask task = {});

  // A commit never replaces an output that is there. Before a map is rerun for another reason than a FetchFailed (a
  // stage whose rows may differ the second time), its output must be removed.
  void removeMapOutput(int shuffleId, int mapId);
  // Removes all outputs of the shuffle, in memory and on disk. Readers that hold batches keep those.
  void removeShuffle(int shuffleId);

  int64_t bytesInMemory() const;
  int64_t bytesOnDisk() const;

 private:
  std::unique_ptr<ShuffleContext> context_;
  std::unique_ptr<StoreSegmentSource> source_;
  std::unique_ptr<ShuffleFetchService> fetchService_;
};

}  // namespace ferro
