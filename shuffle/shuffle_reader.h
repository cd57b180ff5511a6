// The batches that a range of maps have for one reducer. From memory they are the very batches the maps appended. Made
// by the ShuffleManager, owned by the reduce task; one thread.
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

class ShuffleReader final : public BatchSource {
 public:
  ShuffleReader(ShuffleContext& context, int shuffleId, int reducer, MapRange maps,
                std::shared_ptr<arrow::Schema> schema, ShuffleMetrics& metrics);

  // Throws FetchFailed.
  std::shared_ptr<arrow::RecordBatch> next() override;

 private:
  void openMap(int mapId);
  std::shared_ptr<arrow::RecordBatch> nextInMap();
  void openFile();
  [[noreturn]] void fail(const Error& cause);

  ShuffleContext& context_;
  const int shuffleId_;
  const int reducer_;
  const MapRange maps_;
  const std::shared_ptr<arrow::Schema> schema_;
  ShuffleMetrics& metrics_;

  int nextMap_;
  // Of the map being read: either its batches, without the rest of its output, which may go meanwhile; or its file.
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  size_t nextBatch_ = 0;
  std::shared_ptr<const MapOutput> fileOutput_;
  std::unique_ptr<BatchSource> file_;
};

}  // namespace ferro
