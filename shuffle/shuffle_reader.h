// The batches that a range of maps have for one reducer. From this executor's memory they are the very batches the maps
// appended; from its files and from other executors they are decoded. Made by the ShuffleManager, owned by the reduce
// task; one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro/shuffle/shuffle_store.h"

namespace ferro {

class MapOutputLocations;
class ShuffleFetcher;

class ShuffleReader final : public BatchSource {
 public:
  ShuffleReader(ShuffleContext& context, int shuffleId, int reducer, MapRange maps,
                std::shared_ptr<arrow::Schema> schema, ShuffleMetrics& metrics, ReaderTask task);
  ~ShuffleReader() override;

  // Throws FetchFailed.
  std::shared_ptr<arrow::RecordBatch> next() override;

 private:
  std::shared_ptr<arrow::RecordBatch> nextBatch();
  void locate();
  bool isRemote(int mapId) const;
  void openMap(int mapId);
  void openRemote(int mapId);
  void openLocal(int mapId);
  std::shared_ptr<arrow::RecordBatch> nextInMap();
  void openFile();
  void endOfMap();
  [[noreturn]] void fail(const Error& cause);

  ShuffleContext& context_;
  const int shuffleId_;
  const int reducer_;
  const MapRange maps_;
  const std::shared_ptr<arrow::Schema> schema_;
  ShuffleMetrics& metrics_;
  const ReaderTask task_;

  // Null in local mode, and until the first batch is asked for.
  std::shared_ptr<const MapOutputLocations> locations_;
  std::vector<int64_t> sizes_;               // by map
  std::unique_ptr<ShuffleFetcher> fetcher_;  // of the maps that are remote, in their order

  int nextMap_;
  // Of the map being read: either its batches, without the rest of its output, which may go meanwhile; or its segment,
  // from its file or, without fileOutput_, from the fetcher.
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  size_t nextBatch_ = 0;
  std::shared_ptr<const MapOutput> fileOutput_;
  std::unique_ptr<BatchSource> segment_;
};

}  // namespace ferro
