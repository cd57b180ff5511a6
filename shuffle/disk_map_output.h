// A map output that lies on disk as one data file and one index file, which go when the last holder of the object goes,
// unless they were left to the shuffle service.
// Shared by the store and readers; any thread may call it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/shuffle/map_output_index.h"
#include "ferro/shuffle/shuffle_options.h"

namespace ferro {

class FileKey;
class LocalDirs;
class SegmentWriter;

class DiskMapOutput {
 public:
  // Calls `writeSegment` for each reducer in turn, to append what that reducer gets. A directory that fills up or fails
  // is left for the next one: `writeSegment` may be called from the start again. Readable, whole, when this returns.
  static std::shared_ptr<const DiskMapOutput> write(
      const LocalDirs& localDirs, const ShuffleOptions& options, arrow::MemoryPool* pool, const std::string& name,
      int numReducers, const std::function<void(int reducer, SegmentWriter& writer)>& writeSegment);

  // Takes over the files at `dataPath` and beside it; with a key, the data are encrypted under it.
  DiskMapOutput(std::string dataPath, int64_t dataBytes, std::shared_ptr<const FileKey> key = nullptr);
  ~DiskMapOutput();
  DiskMapOutput(const DiskMapOutput&) = delete;
  DiskMapOutput& operator=(const DiskMapOutput&) = delete;

  // The files stay when the object goes.
  void leaveFiles() const { leavesFiles_ = true; }

  int64_t dataBytes() const { return dataBytes_; }
  const std::string& dataPath() const { return dataPath_; }
  const std::string& indexPath() const { return indexPath_; }

  // From the index file, which is read and verified; a short index is kept. Throws what MapOutputIndex::read throws.
  std::shared_ptr<const MapOutputIndex> index() const;
  IndexedSegment segment(int reducer) const;
  // Null when the reducer gets nothing from this map.
  std::unique_ptr<BatchSource> open(int reducer, std::shared_ptr<arrow::Schema> schema, arrow::MemoryPool* pool) const;

 private:
  const std::string dataPath_;
  const std::string indexPath_;
  const int64_t dataBytes_;
  const std::shared_ptr<const FileKey> key_;
  mutable std::atomic<bool> leavesFiles_{false};
  mutable std::atomic<bool> isLong_{false};  // its index has too many reducers to be kept
  mutable std::mutex mutex_;
  // Null until first asked for, and where there are many reducers: the indexes of thousands of maps for thousands of
  // reducers would take more memory than anything else here.
  mutable std::shared_ptr<const MapOutputIndex> index_;
};

}  // namespace ferro
