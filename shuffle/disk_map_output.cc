#include "ferro/shuffle/disk_map_output.h"

#include <unistd.h>

#include <utility>

#include <arrow/buffer.h>
#include <arrow/io/file.h>

#include "ferro/common/arrow_check.h"
#include "ferro/shuffle/segment_reader.h"
#include "ferro/shuffle/segment_writer.h"
#include "ferro/shuffle/usable_directory.h"

namespace ferro {
namespace {

std::string indexPathOf(const std::string& dataPath) {
  return dataPath.substr(0, dataPath.size() - std::string_view(".data").size()) + ".index";
}

}  // namespace

DiskMapOutput::DiskMapOutput(std::string dataPath, int64_t dataBytes)
    : dataPath_(std::move(dataPath)), indexPath_(indexPathOf(dataPath_)), dataBytes_(dataBytes) {}

DiskMapOutput::~DiskMapOutput() {
  if (leavesFiles_) return;
  ::unlink(dataPath_.c_str());
  ::unlink(indexPath_.c_str());
}

std::shared_ptr<const DiskMapOutput> DiskMapOutput::write(
    const LocalDirs& localDirs, const ShuffleOptions& options, arrow::MemoryPool* pool, const std::string& name,
    int numReducers, const std::function<void(int reducer, SegmentWriter& writer)>& writeSegment) {
  return inUsableDirectory(localDirs, name + ".data", [&](const std::string& dataPath) {
    SegmentWriter writer(dataPath, options, options.compress ? options.codec : ShuffleCodec::kNone, pool);
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
    auto output = std::make_shared<const DiskMapOutput>(dataPath, writer.file().position());
    indexFile.publish();
    return output;
  });
}

std::shared_ptr<const MapOutputIndex> DiskMapOutput::index() const {
  std::lock_guard lock(mutex_);
  if (index_ == nullptr) {
    const std::shared_ptr<arrow::io::ReadableFile> file =
        valueOf(arrow::io::ReadableFile::Open(indexPath_), indexPath_);
    const std::shared_ptr<arrow::Buffer> bytes = valueOf(file->Read(valueOf(file->GetSize(), indexPath_)), indexPath_);
    index_ = std::make_shared<const MapOutputIndex>(MapOutputIndex::decode(std::string_view(*bytes), indexPath_));
  }
  return index_;
}

std::unique_ptr<BatchSource> DiskMapOutput::open(int reducer, std::shared_ptr<arrow::Schema> schema,
                                                 arrow::MemoryPool* pool) const {
  const auto index = this->index();
  const Segment segment = index->segment(reducer);
  if (segment.length == 0) return nullptr;
  return std::make_unique<SegmentReader>(dataPath_, segment, index->hasChecksums(), std::move(schema), pool);
}

}  // namespace ferro
