#include "ferro/blockmanager/spill_file.h"

#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>
#include <arrow/util/compression.h>

#include "ferro/blockmanager/checksum_input.h"
#include "ferro/blockmanager/checksum_output.h"
#include "ferro/blockmanager/local_dirs.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {

// The batches lie in one file, or in several when a root filled up on the way. Each file is an Arrow IPC stream.
class SpillFile::Impl {
 public:
  struct Part {
    std::string path;
    std::vector<Frame> frames;
  };

  Impl(const LocalDirs& dirs, std::shared_ptr<arrow::Schema> schema, arrow::Compression::type codec)
      : schema_(std::move(schema)), roots_(dirs.candidatesFor(dirs.uniqueName("spill"))), key_(dirs.key()) {
    options_.use_threads = false;
    if (codec != arrow::Compression::UNCOMPRESSED) {
      options_.codec = valueOf(arrow::util::Codec::Create(codec), "making a codec for spill files");
    }
  }

  ~Impl() {
    for (const Part& part : parts_) unlink(part.path.c_str());
  }

  void write(const arrow::RecordBatch& batch) {
    do {
      if (output_ == nullptr) openPart(batch);
    } while (!tryWrite(batch));
    rows_ += batch.num_rows();
  }

  void finishWriting() {
    if (output_ == nullptr) return;
    const arrow::Status status = output_->Close();
    if (output_->diskWasFull()) throwDiskFull(output_->path(), output_->position());
    check(status, "closing spill file " + output_->path());
    writer_.reset();
    output_.reset();
  }

  const std::vector<Part>& parts() const { return parts_; }
  const std::shared_ptr<const FileKey>& key() const { return key_; }
  int64_t rows() const { return rows_; }
  int64_t bytes() const { return bytes_; }

 private:
  // In the first root not tried yet that takes a file.
  void openPart(const arrow::RecordBatch& batch) {
    const int64_t bytesNeeded = arrow::util::TotalBufferSize(batch);
    while (output_ == nullptr) {
      if (nextRoot_ == roots_.size()) throwDiskFull(roots_[nextRoot_ - 1], bytesNeeded);
      const std::string path = roots_[nextRoot_++];
      try {
        output_ = std::make_shared<ChecksumOutput>(path, key_);
      } catch (const Error&) {
        // Full or broken: the next root may do. The last one's error is told.
        if (nextRoot_ == roots_.size()) throw;
        continue;
      }
      parts_.push_back(Part{path, {}});
    }
    writer_ =
        valueOf(arrow::ipc::MakeStreamWriter(output_, schema_, options_), "opening spill file " + output_->path());
  }

  // False when the disk was full: the file is as it was before, and closed.
  bool tryWrite(const arrow::RecordBatch& batch) {
    const int64_t start = output_->position();
    arrow::Status status = writer_->WriteRecordBatch(batch);
    if (status.ok()) status = output_->endFrame();
    if (status.ok()) status = output_->Flush();
    if (!status.ok() && output_->diskWasFull()) {
      output_->truncate(start);
      finishWriting();
      return false;
    }
    check(status, "writing spill file " + output_->path());
    parts_.back().frames.push_back(Frame{start, output_->position() - start, output_->takeChecksum()});
    bytes_ += output_->position() - start;
    return true;
  }

  const std::shared_ptr<arrow::Schema> schema_;
  const std::vector<std::string> roots_;
  const std::shared_ptr<const FileKey> key_;
  arrow::ipc::IpcWriteOptions options_ = arrow::ipc::IpcWriteOptions::Defaults();
  size_t nextRoot_ = 0;
  std::vector<Part> parts_;
  std::shared_ptr<ChecksumOutput> output_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
};

class SpillFile::Source : public BatchSource {
 public:
  Source(std::shared_ptr<const Impl> file, arrow::MemoryPool* pool) : file_(std::move(file)), pool_(pool) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (true) {
      if (reader_ == nullptr && !openNextPart()) return nullptr;
      std::shared_ptr<arrow::RecordBatch> batch;
      check(reader_->ReadNext(&batch), "reading spilled rows back");
      if (batch != nullptr) return batch;
      reader_.reset();
    }
  }

 private:
  bool openNextPart() {
    while (nextPart_ < file_->parts().size()) {
      const auto& part = file_->parts()[nextPart_++];
      if (part.frames.empty()) continue;
      auto options = arrow::ipc::IpcReadOptions::Defaults();
      options.memory_pool = pool_;
      options.use_threads = false;
      auto input = std::make_shared<ChecksumInput>(part.path, part.frames, pool_, file_->key());
      reader_ =
          valueOf(arrow::ipc::RecordBatchStreamReader::Open(std::move(input), options), "reading spilled rows back");
      return true;
    }
    return false;
  }

  const std::shared_ptr<const Impl> file_;
  arrow::MemoryPool* const pool_;
  size_t nextPart_ = 0;
  std::shared_ptr<arrow::ipc::RecordBatchStreamReader> reader_;
};

SpillFile::SpillFile(const LocalDirs& dirs, std::shared_ptr<arrow::Schema> schema, arrow::Compression::type codec)
    : impl_(std::make_shared<Impl>(dirs, std::move(schema), codec)) {}
SpillFile::~SpillFile() = default;
SpillFile::SpillFile(SpillFile&&) noexcept = default;
SpillFile& SpillFile::operator=(SpillFile&&) noexcept = default;

void SpillFile::write(const arrow::RecordBatch& batch) { impl_->write(batch); }
void SpillFile::finishWriting() { impl_->finishWriting(); }
int64_t SpillFile::rows() const { return impl_->rows(); }
int64_t SpillFile::bytes() const { return impl_->bytes(); }

std::unique_ptr<BatchSource> SpillFile::read(arrow::MemoryPool* pool) const {
  if (pool == nullptr) pool = arrow::default_memory_pool();
  return std::make_unique<Source>(impl_, pool);
}

}  // namespace ferro
