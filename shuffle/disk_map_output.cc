#include "ferro/shuffle/disk_map_output.h"

#include <unistd.h>

#include <utility>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/shuffle/segment_reader.h"
#include "ferro/shuffle/segment_writer.h"
#include "ferro/shuffle/usable_directory.h"

namespace ferro {
namespace {

// 4 KB of index for each map.
constexpr int kMaxReducersOfKeptIndex = 256;

std::string indexPathOf(const std::string& dataPath) {
  return dataPath.substr(0, dataPath.size() - std::string_view(".data").size()) + ".index";
}

}  // namespace

DiskMapOutput::DiskMapOutput(std::string dataPath, int64_t dataBytes, std::shared_ptr<const FileKey> key)
    : dataPath_(std::move(dataPath)), indexPath_(indexPathOf(dataPath_)), dataBytes_(dataBytes), key_(std::move(key)) {}

DiskMapOutput::~DiskMapOutput() {
  if (leavesFiles_) return;
  ::unlink(dataPath_.c_str());
  ::unlink(indexPath_.c_str());
}

std::shared_ptr<const DiskMapOutput> DiskMapOutput::write(
    const LocalDirs& localDirs, const ShuffleOptions& options, arrow::MemoryPool* pool, const std::string& name,
    int numReducers, const std::function<void(int reducer, SegmentWriter& writer)>& writeSegment) {
  return inUsableDirectory(localDirs, name + ".data", [&](const std::string& dataPath) {
    SegmentWriter writer(dataPath, options, options.compress ? options.codec : ShuffleCodec::kNone, pool,
                         localDirs.key());
    std::vector<Segment> segments;
    segments.reserve(static_cast<size_t>(numReducers));
    for (int reducer = 0; reducer < numReducers; ++reducer) {
      writeSegment(reducer, writer);
      segments.push_back(writer.endSegment());
    }
    const std::string index = MapOutputIndex(segments, options.checksum).encode();
    OutputFile indexFile(indexPathOf(dataPath), static_cast<int64_t>(index.size()));
    indexFile.write(index.data(), static_cast<int64_t>(index.size()));

    // The index comes last: where it is, the data are whole.
    writer.file().publish();
    auto output = std::make_shared<const DiskMapOutput>(dataPath, writer.file().position(), localDirs.key());
    indexFile.publish();
    return output;
  });
}

std::shared_ptr<const MapOutputIndex> DiskMapOutput::index() const {
  std::lock_guard lock(mutex_);
  if (index_ != nullptr) return index_;
  auto index = std::make_shared<const MapOutputIndex>(MapOutputIndex::read(indexPath_));
  if (index->numReducers() <= kMaxReducersOfKeptIndex) index_ = index;
  isLong_ = index_ == nullptr;
  return index;
}

IndexedSegment DiskMapOutput::segment(int reducer) const {
  if (isLong_) return MapOutputIndex::readSegment(indexPath_, reducer);
  return index()->find(reducer, indexPath_);
}

std::unique_ptr<BatchSource> DiskMapOutput::open(int reducer, std::shared_ptr<arrow::Schema> schema,
                                                 arrow::MemoryPool* pool) const {
  const IndexedSegment indexed = segment(reducer);
  if (indexed.segment.length == 0) return nullptr;
  return std::make_unique<SegmentReader>(dataPath_, indexed.segment, indexed.hasChecksum, std::move(schema), pool,
                                         key_);
}

}  // namespace ferro
