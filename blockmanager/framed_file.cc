#include "ferro/blockmanager/framed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>

#include "ferro/blockmanager/checksum_input.h"
#include "ferro/blockmanager/checksum_output.h"
#include "ferro/blockmanager/local_dirs.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

static_assert(std::endian::native == std::endian::little, "the table is little-endian as it lies in memory");
static_assert(std::is_trivially_copyable_v<Frame> && sizeof(Frame) == 24, "frames are written as they lie in memory");

constexpr std::array<char, 8> kMagic = {'F', 'E', 'R', 'R', 'O', 'F', 'R', 'M'};

// At the very end of the file; the table of frames is before it.
struct Trailer {
  uint64_t numFrames = 0;
  uint64_t checksum = 0;  // of the table
  std::array<char, 8> magic = kMagic;
};

[[noreturn]] void throwDamaged(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::kMalformedData, path + " is damaged: " + what);
}

void readAt(int descriptor, const std::string& path, int64_t offset, void* out, size_t bytes) {
  auto* to = static_cast<char*>(out);
  while (bytes > 0) {
    const ssize_t got = pread(descriptor, to, bytes, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(ErrorCode::kIo, "cannot read " + path + ": " + std::strerror(errno));
    if (got == 0) throwDamaged(path, "it ends too early");
    to += got;
    offset += got;
    bytes -= static_cast<size_t>(got);
  }
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) {
      throw Error(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                  "cannot open " + path + ": " + std::strerror(errno));
    }
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  const int number_;
};

std::vector<Frame> readFrames(const std::string& path) {
  const Descriptor file(path);
  struct stat status{};
  if (fstat(file.number(), &status) != 0)
    throw Error(ErrorCode::kIo, "cannot read " + path + ": " + std::strerror(errno));
  Trailer trailer;
  const int64_t trailerAt = status.st_size - static_cast<int64_t>(sizeof(trailer));
  if (trailerAt < 0) throwDamaged(path, "it has only " + std::to_string(status.st_size) + " bytes");
  readAt(file.number(), path, trailerAt, &trailer, sizeof(trailer));
  if (trailer.magic != kMagic || trailer.numFrames > static_cast<uint64_t>(trailerAt) / sizeof(Frame)) {
    throwDamaged(path, "it does not end as it should");
  }
  std::vector<Frame> frames(trailer.numFrames);
  const size_t tableBytes = frames.size() * sizeof(Frame);
  const int64_t tableAt = trailerAt - static_cast<int64_t>(tableBytes);
  readAt(file.number(), path, tableAt, frames.data(), tableBytes);
  if (checksumOf(frames.data(), static_cast<int64_t>(tableBytes)) != trailer.checksum) {
    throwDamaged(path, "the checksum of its table does not match");
  }
  int64_t end = 0;
  for (const Frame& frame : frames) {
    if (frame.offset != end || frame.bytes < 0) throwDamaged(path, "its table does not fit it");
    end += frame.bytes;
  }
  if (end != tableAt) throwDamaged(path, "its table does not fit it");
  return frames;
}

class FramedSource final : public BatchSource {
 public:
  FramedSource(std::string path, arrow::MemoryPool* pool) : path_(std::move(path)) {
    auto frames = readFrames(path_);
    if (frames.empty()) return;
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.memory_pool = pool;
    options.use_threads = false;
    auto input = std::make_shared<ChecksumInput>(path_, std::move(frames), pool);
    reader_ = valueOf(arrow::ipc::RecordBatchStreamReader::Open(std::move(input), options), "reading " + path_);
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    std::shared_ptr<arrow::RecordBatch> batch;
    if (reader_ != nullptr) check(reader_->ReadNext(&batch), "reading " + path_);
    return batch;
  }

 private:
  const std::string path_;
  std::shared_ptr<arrow::ipc::RecordBatchStreamReader> reader_;
};

}  // namespace

struct FramedFileWriter::State {
  explicit State(std::string path) : output(std::make_shared<ChecksumOutput>(std::move(path))) {}

  void check(const arrow::Status& status) const {
    if (output->diskWasFull()) throwDiskFull(output->path(), output->position());
    ferro::check(status, "writing " + output->path());
  }

  std::shared_ptr<ChecksumOutput> output;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer;
  std::vector<Frame> frames;
};

// Nothing is written before the first batch, so that all bytes are in some frame.
FramedFileWriter::FramedFileWriter(std::string path, const std::shared_ptr<arrow::Schema>& schema)
    : state_(std::make_unique<State>(std::move(path))) {
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  options.use_threads = false;
  state_->writer = valueOf(arrow::ipc::MakeStreamWriter(state_->output, schema, options), state_->output->path());
}

FramedFileWriter::~FramedFileWriter() = default;

void FramedFileWriter::write(const arrow::RecordBatch& batch) {
  const int64_t start = state_->output->position();
  state_->check(state_->writer->WriteRecordBatch(batch));
  state_->frames.push_back({start, state_->output->position() - start, state_->output->takeChecksum()});
}

void FramedFileWriter::finish() {
  const auto tableBytes = static_cast<int64_t>(state_->frames.size() * sizeof(Frame));
  const Trailer trailer{state_->frames.size(), checksumOf(state_->frames.data(), tableBytes)};
  state_->check(state_->output->Write(state_->frames.data(), tableBytes));
  state_->check(state_->output->Write(&trailer, sizeof(trailer)));
  state_->check(state_->output->Close());
}

std::unique_ptr<BatchSource> readFramedFile(const std::string& path, arrow::MemoryPool* pool) {
  return std::make_unique<FramedSource>(path, pool);
}

}  // namespace ferro
