#include "ferro/engine/io/formats/split_lines.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <arrow/util/utf8.h>

namespace ferro {
namespace {

LineRange rangeOf(const FileSplit& split) {
  if (split.wholeFile()) return {};
  return {split.offset, split.offset + split.length};
}

// How many bytes of valid UTF-8 are at the front: 1 to 4, or 0.
size_t characterLength(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  return arrow::util::ValidateUTF8(text.substr(0, length)) ? length : 0;
}

}  // namespace

// Lines that end with a text of the user's choice.
class SplitLines::SeparatedReader {
 public:
  SeparatedReader(TaskContext& context, std::unique_ptr<ByteInput> input, std::string separator)
      : context_(context), input_(std::move(input)), separator_(std::move(separator)) {}

  bool next(std::string_view& line) {
    size_t searched = begin_;
    while (true) {
      const size_t found = std::string_view(buffer_).substr(0, end_).find(separator_, searched);
      if (found != std::string_view::npos) {
        line = std::string_view(buffer_).substr(begin_, found - begin_);
        begin_ = found + separator_.size();
        return true;
      }
      searched = std::max(begin_, end_ - std::min(end_, separator_.size() - 1));
      const size_t moved = begin_;
      if (!refill()) {
        if (begin_ == end_) return false;
        line = std::string_view(buffer_).substr(begin_, end_ - begin_);
        begin_ = end_;
        return true;
      }
      searched -= moved;
    }
  }

  int64_t offset() const { return dropped_ + static_cast<int64_t>(begin_); }
  const ByteInput& input() const { return *input_; }

 private:
  bool refill() {
    context_.throwIfCancelled();
    std::move(buffer_.begin() + static_cast<long>(begin_), buffer_.begin() + static_cast<long>(end_), buffer_.begin());
    dropped_ += static_cast<int64_t>(begin_);
    end_ -= std::exchange(begin_, 0);
    if (end_ == buffer_.size()) buffer_.resize(std::max<size_t>(256 << 10, 2 * buffer_.size()));
    const size_t bytes = input_->read(buffer_.data() + end_, buffer_.size() - end_);
    end_ += bytes;
    return bytes > 0;
  }

  TaskContext& context_;
  std::unique_ptr<ByteInput> input_;
  std::string separator_;
  std::string buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  int64_t dropped_ = 0;
};

SplitLines::SplitLines(TaskContext& context, const FileSplit& split, const std::optional<std::string>& separator)
    : context_(context), compressed_(isCompressed(split.location)) {
  auto input = split.wholeFile() ? openInput(split.location) : openPlainInput(split.location, split.offset);
  if (separator) {
    separated_ = std::make_unique<SeparatedReader>(context, std::move(input), *separator);
    return;
  }
  lines_ = std::make_unique<LineReader>(context, std::move(input), "input file " + split.location, rangeOf(split));
  if (split.offset == 0) lines_->skipByteOrderMark();
}

SplitLines::~SplitLines() { count(); }

bool SplitLines::next(std::string_view& line) {
  lineOffset_ = lines_ ? lines_->offset() : separated_->offset();
  if (lines_ ? lines_->next(line) : separated_->next(line)) return true;
  count();
  return false;
}

void SplitLines::count() {
  const int64_t bytes =
      lines_ && !compressed_ ? lines_->bytesTaken() : (lines_ ? lines_->input() : separated_->input()).fileBytesRead();
  context_.metrics().inputBytes += bytes - std::exchange(counted_, bytes);
}

WholeText::WholeText(TaskContext& context, const std::string& location)
    : claim_(context, "the whole text of " + location) {
  const auto input = openInput(location);
  while (true) {
    context.throwIfCancelled();
    if (size_ == text_.size()) {
      const size_t larger = std::max<size_t>(64 << 10, 2 * text_.size());
      claim_.grow(static_cast<int64_t>(larger) - claim_.held());
      text_.resize(larger);
    }
    const size_t bytes = input->read(text_.data() + size_, text_.size() - size_);
    if (bytes == 0) break;
    size_ += bytes;
  }
  context.metrics().inputBytes += input->fileBytesRead();
}

std::string describeLine(const std::string& location, int64_t offset) {
  const auto input = openInput(location);
  std::vector<char> buffer(256 << 10);
  int64_t line = 1;
  int64_t seen = 0;
  while (seen < offset) {
    const auto wanted = std::min<int64_t>(static_cast<int64_t>(buffer.size()), offset - seen);
    const size_t bytes = input->read(buffer.data(), static_cast<size_t>(wanted));
    if (bytes == 0) break;
    line += std::count(buffer.begin(), buffer.begin() + static_cast<long>(bytes), '\n');
    seen += static_cast<int64_t>(bytes);
  }
  return "line " + std::to_string(line) + " of " + location + " (byte " + std::to_string(offset) + ")";
}

std::optional<size_t> firstBadUtf8(std::string_view text) {
  arrow::util::InitializeUTF8();
  if (arrow::util::ValidateUTF8(text)) return std::nullopt;
  size_t position = 0;
  while (position < text.size()) {
    const size_t length = characterLength(text.substr(position));
    if (length == 0) return position;
    position += length;
  }
  return std::nullopt;
}

std::string_view asUtf8(std::string_view text, std::string& scratch) {
  auto bad = firstBadUtf8(text);
  if (!bad) return text;
  scratch.clear();
  while (bad) {
    scratch.append(text.substr(0, *bad)).append("\xEF\xBF\xBD");
    text.remove_prefix(*bad + 1);
    bad = firstBadUtf8(text);
  }
  scratch.append(text);
  return scratch;
}

}  // namespace ferro
