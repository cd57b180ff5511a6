#include "ferro/engine/io/text_source.h"

#include <algorithm>
#include <optional>
#include <string>

#include "ferro/engine/io/line_reader.h"

namespace ferro {
namespace {

LineRange rangeOf(const TextSplit& split) {
  if (split.wholeFile) return {};
  return {split.offset, split.offset + split.length};
}

class Lines final : public Iterator<std::string_view> {
 public:
  Lines(TaskContext& context, const TextSplit& split)
      : metrics_(context.metrics()),
        compressed_(split.wholeFile),
        reader_(context, split.wholeFile ? openInput(split.path) : openPlainInput(split.path, split.offset),
                "input file " + split.path, rangeOf(split)) {
    if (split.offset == 0) reader_.skipByteOrderMark();
  }
  ~Lines() override { count(); }

  const std::string_view* next() override {
    if (!reader_.next(line_)) {
      count();
      return nullptr;
    }
    ++rows_;
    return &line_;
  }

 private:
  void count() {
    metrics_.inputRows += std::exchange(rows_, 0);
    const int64_t bytes = compressed_ ? reader_.input().fileBytesRead() : reader_.bytesTaken();
    metrics_.inputBytes += bytes - std::exchange(bytes_, bytes);
  }

  TaskMetrics& metrics_;
  bool compressed_;
  LineReader reader_;
  std::string_view line_;
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
};

class WholeFiles final : public Iterator<std::pair<std::string_view, std::string_view>> {
 public:
  WholeFiles(TaskContext& context, const std::vector<std::string>& paths) : context_(context), paths_(paths) {}

  const std::pair<std::string_view, std::string_view>* next() override {
    if (file_ == paths_.size()) return nullptr;
    const std::string& path = paths_[file_++];
    row_ = {path, readAll(path)};
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
  const std::vector<std::string>& paths_;
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
