#include "ferro/engine/io/text_source.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>

#include "ferro/common/error.h"
#include "ferro/engine/io/file_version.h"
#include "ferro/engine/io/line_reader.h"
#include "ferro/scheduler/input_place.h"

namespace ferro {
namespace {

LineRange rangeOf(const TextSplit& split) {
  if (split.wholeFile) return {};
  return {split.offset, split.offset + split.length};
}

class Lines final : public Iterator<std::string_view> {
 public:
  Lines(TaskContext& context, const TextSplit& split)
      : context_(context),
        split_(*checked(&split)),
        metrics_(context.metrics()),
        compressed_(split.wholeFile),
        reader_(context, split.wholeFile ? openInput(split.path) : openPlainInput(split.path, split.offset),
                "input file " + split.path, rangeOf(split)) {
    if (split.offset == 0) reader_.skipByteOrderMark();
  }
  ~Lines() override {
    // What the record's function threw passes through here.
    if (std::uncaught_exceptions() > exceptionsBefore_ && rowNumber_ > 0) notePlace();
    count();
  }

  const std::string_view* next() override {
    if (!readLine()) {
      count();
      rowNumber_ = 0;
      requireUnchanged(split_.path, split_.version);
      return nullptr;
    }
    ++rows_;
    ++rowNumber_;
    return &line_;
  }

 private:
  static const TextSplit* checked(const TextSplit* split) {
    requireUnchanged(split->path, split->version);
    return split;
  }

  bool readLine() {
    try {
      return reader_.next(line_);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kCancelled) requireUnchanged(split_.path, split_.version);
      throw;
    }
  }

  // Counts the lines before the split again: that takes time, but only now.
  void notePlace() const {
    try {
      int64_t line = rowNumber_;
      if (!split_.wholeFile && split_.offset > 0) {
        LineReader before(context_, openPlainInput(split_.path, 0), "input file " + split_.path, {0, split_.offset});
        for (std::string_view ignored; before.next(ignored);) ++line;
      }
      noteInputPlace("line " + std::to_string(line) + " of " + split_.path);
    } catch (const std::exception&) {
      noteInputPlace(split_.path);  // the file is gone, or the task was cancelled
    }
  }

  void count() {
    metrics_.inputRows += std::exchange(rows_, 0);
    const int64_t bytes = compressed_ ? reader_.input().fileBytesRead() : reader_.bytesTaken();
    metrics_.inputBytes += bytes - std::exchange(bytes_, bytes);
  }

  TaskContext& context_;
  const TextSplit& split_;
  TaskMetrics& metrics_;
  bool compressed_;
  LineReader reader_;
  std::string_view line_;
  int64_t rows_ = 0;       // not counted yet
  int64_t rowNumber_ = 0;  // of the row at hand; 0 when there is none
  int64_t bytes_ = 0;
  int exceptionsBefore_ = std::uncaught_exceptions();
};

class WholeFiles final : public Iterator<std::pair<std::string_view, std::string_view>> {
 public:
  WholeFiles(TaskContext& context, const std::vector<InputFile>& files) : context_(context), files_(files) {}

  const std::pair<std::string_view, std::string_view>* next() override {
    if (file_ == files_.size()) return nullptr;
    const InputFile& file = files_[file_++];
    requireUnchanged(file.path, file.version);
    row_ = {file.path, readAll(file.path)};
    requireUnchanged(file.path, file.version);
    return &row_;
  }

 private:
  static constexpr size_t kFirstBytes = 64 << 10;

  std::string_view readAll(const std::string& path) {
    const auto input = openInput(path);
    text_ = std::string();
    claim_.emplace(context_, "the whole text of " + path);
    size_t size = 0;
    while (true) {
      context_.throwIfCancelled();
      if (size == text_.size()) grow();
      const size_t bytes = input->read(text_.data() + size, text_.size() - size);
      if (bytes == 0) break;
      size += bytes;
    }
    ++context_.metrics().inputRows;
    context_.metrics().inputBytes += input->fileBytesRead();
    return std::string_view(text_).substr(0, size);
  }

  void grow() {
    const size_t size = std::max(kFirstBytes, 2 * text_.size());
    claim_->grow(static_cast<int64_t>(size));
    text_.resize(size);
    claim_->shrink(claim_->held() - static_cast<int64_t>(size));
  }

  TaskContext& context_;
  const std::vector<InputFile>& files_;
  size_t file_ = 0;
  std::optional<MemoryClaim> claim_;
  std::string text_;
  std::pair<std::string_view, std::string_view> row_;
};

}  // namespace

std::unique_ptr<UntypedIterator> TextSource::open(TaskContext& context, int partition, PartitionInputs&) const {
  return std::make_unique<Lines>(context, argument<0>()[static_cast<size_t>(partition)]);
}

std::unique_ptr<UntypedIterator> WholeTextSource::open(TaskContext& context, int partition, PartitionInputs&) const {
  return std::make_unique<WholeFiles>(context, argument<0>()[static_cast<size_t>(partition)]);
}

}  // namespace ferro
