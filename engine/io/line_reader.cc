#include "ferro/engine/io/line_reader.h"

#include <algorithm>
#include <utility>

#include "ferro/common/error.h"

namespace ferro {
namespace {

// Stays in a core's own cache while its lines are used.
constexpr size_t kBufferBytes = 256 << 10;
// How far to look for the end of the last line behind the range's end, at first.
constexpr size_t kTailBytes = 16 << 10;

// Where wanted is, or end.
const char* find(const char* from, const char* end, char wanted) {
  const void* found = std::memchr(from, wanted, static_cast<size_t>(end - from));
  return found != nullptr ? static_cast<const char*>(found) : end;
}

}  // namespace

LineReader::LineReader(TaskContext& context, std::unique_ptr<ByteInput> input, std::string name, const LineRange& range)
    : context_(context),
      input_(std::move(input)),
      name_(std::move(name)),
      range_(range),
      firstLine_(range.begin),
      buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)),
      capacity_(kBufferBytes),
      bufferOffset_(range.begin),
      position_(buffer_.get()),
      end_(buffer_.get()),
      lastStart_(buffer_.get()) {
  if (range.begin == 0) return;
  skipToFirstLine();
  firstLine_ = offsetOf(position_);
}

bool LineReader::nextWithCare(std::string_view& line) {
  while (position_ <= lastStart_) {
    size_t terminatorBytes = 0;
    if (const char* lineEnd = findLineEnd(terminatorBytes)) return give(line, lineEnd, terminatorBytes);
    if (atStreamEnd_) return position_ < end_ && give(line, end_, 0);
    refill();
  }
  return false;
}

const char* LineReader::findLineEnd(size_t& terminatorBytes) {
  const char* from = position_ + scanned_;
  if (nextLineFeed_ == nullptr || nextLineFeed_ < from) nextLineFeed_ = find(from, end_, '\n');
  const char* found = hasCarriageReturn_ ? find(from, nextLineFeed_, '\r') : nextLineFeed_;
  const bool undecided = found + 1 == end_ && *found == '\r' && !atStreamEnd_;
  if (found == end_ || undecided) {
    scanned_ = static_cast<size_t>(found - position_);
    return nullptr;
  }
  terminatorBytes = found + 1 == nextLineFeed_ && found + 1 != end_ ? 2 : 1;
  return found;
}

void LineReader::skipToFirstLine() {
  while (true) {
    size_t terminatorBytes = 0;
    if (const char* lineEnd = findLineEnd(terminatorBytes)) {
      position_ = lineEnd + terminatorBytes;
      scanned_ = 0;
      return;
    }
    position_ += scanned_;
    scanned_ = 0;
    if (atStreamEnd_ || offsetOf(position_) >= range_.end) {
      // The line that covers all of the range belongs to an earlier one.
      atStreamEnd_ = true;
      end_ = position_;
      nextLineFeed_ = end_;
      return;
    }
    refill();
  }
}

void LineReader::skipByteOrderMark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  while (static_cast<size_t>(end_ - position_) < kMark.size() && !atStreamEnd_) refill();
  if (!std::string_view(position_, static_cast<size_t>(end_ - position_)).starts_with(kMark)) return;
  position_ += kMark.size();
  // The first line is ours, even where the range ends within the mark.
  range_.end = std::max(range_.end, offsetOf(position_));
  lastStart_ = std::max(lastStart_, position_);
}

void LineReader::refill() {
  context_.throwIfCancelled();
  const auto kept = static_cast<size_t>(end_ - position_);
  makeRoom(kept);
  const size_t bytes = input_->read(buffer_.get() + kept, bytesToRead(kept));
  const bool keptCarriageReturn = hasCarriageReturn_ && std::memchr(position_, '\r', kept) != nullptr;
  hasCarriageReturn_ = keptCarriageReturn || (bytes > 0 && std::memchr(end_, '\r', bytes) != nullptr);
  end_ += bytes;
  lastStart_ = range_.end < offsetOf(end_) ? buffer_.get() + std::max<int64_t>(range_.end - bufferOffset_, 0) : end_;
  atStreamEnd_ = bytes == 0;
  if (atStreamEnd_ && range_.end != LineRange::kToTheEnd && offsetOf(end_) < range_.end) {
    throw Error(ErrorCode::kIo,
                name_ + " has only " + std::to_string(offsetOf(end_)) +
                    " bytes now, fewer than when the job began; do not change files that are being read");
  }
}

void LineReader::makeRoom(size_t kept) {
  bufferOffset_ = offsetOf(position_);
  if (kept < capacity_) {
    std::memmove(buffer_.get(), position_, kept);
  } else {
    if (!claim_) claim_.emplace(context_, "a long line of " + name_);
    claim_->grow(static_cast<int64_t>(2 * capacity_));
    auto larger = std::make_unique_for_overwrite<char[]>(2 * capacity_);
    std::memcpy(larger.get(), position_, kept);
    buffer_ = std::move(larger);
    claim_->shrink(claim_->held() - static_cast<int64_t>(2 * capacity_));
    capacity_ *= 2;
  }
  position_ = buffer_.get();
  end_ = position_ + kept;
  nextLineFeed_ = nullptr;
}

// Not much of what the reader of the next range reads too; but twice as much each time, for a line that goes on and on.
size_t LineReader::bytesToRead(size_t kept) const {
  const int64_t ours = range_.end - offsetOf(end_);
  const size_t wanted = ours > 0 ? static_cast<size_t>(ours) : std::max(kept, kTailBytes);
  return std::min(wanted, capacity_ - kept);
}

}  // namespace ferro
