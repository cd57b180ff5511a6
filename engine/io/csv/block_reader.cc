#include "ferro/engine/io/csv/block_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/decoded_input.h"
#include "ferro/engine/io/csv/structural_scan.h"

namespace ferro {
namespace {

constexpr size_t kBlockBytes = 128 << 10;
// Offsets in a block and its arena have 32 bits.
constexpr size_t kMaxBlockBytes = size_t{1} << 30;
// How far to look for the end of the last record behind the split's end, at first.
constexpr size_t kTailBytes = 16 << 10;

constexpr int64_t kNoEnd = std::numeric_limits<int64_t>::max();

bool isWhole(const FileSplit& split, const CsvOptions& options) {
  return !options.canSplit() || isCompressed(split.location);
}

std::unique_ptr<ByteInput> open(const FileSplit& split, const CsvOptions& options, size_t overlap) {
  if (isWhole(split, options)) return decodedInput(openInput(split.location), options.encoding);
  return openPlainInput(split.location, split.offset - std::min(split.offset, static_cast<int64_t>(overlap)));
}

}  // namespace

BlockReader::BlockReader(TaskContext& context, const FileSplit& split, const CsvOptions& options)
    : context_(context),
      path_(split.location),
      multiLine_(options.multiLine),
      lineEnds_(options.lineSeparator),
      input_(open(split, options, lineEnds_.overlap())),
      atFileStart_(split.offset == 0),
      end_(isWhole(split, options) ? kNoEnd : split.offset + split.length),
      bufferOffset_(split.offset - std::min(split.offset, static_cast<int64_t>(lineEnds_.overlap()))) {
  allocate(kBlockBytes);
  if (split.offset > 0) skipToFirstRecord(split.offset);
}

bool BlockReader::next(CsvBlock& block) {
  context_.throwIfCancelled();
  const bool atFront = std::exchange(atFileStart_, false);
  if (atFront) skipByteOrderMark();
  if (finished_ && consumed_ == filled_) return false;
  size_t size = finished_ ? filled_ - consumed_ : givableBytes();
  while (size == 0) {
    if (inputEnded_ || finished_) return false;
    readMore();
    size = givableBytes();
  }
  const char* text = buffer_.get() + consumed_;
  block = {const_cast<char*>(text),
           static_cast<uint32_t>(size),
           static_cast<uint32_t>(capacity_ + kTextPadding - consumed_),
           offsetOf(consumed_),
           finished_,
           atFront};
  return true;
}

void BlockReader::consume(size_t bytes, bool needsMore) {
  consumed_ += bytes;
  if (consumed_ > filled_) throwInternal("a CSV block was used beyond its end");
  if (needsMore && !finished_) readMore();
}

size_t BlockReader::givableBytes() {
  if (!multiLine_) return givableLines();
  if (inputEnded_) finished_ = true;
  return filled_ - consumed_;
}

size_t BlockReader::givableLines() {
  const std::string_view text(buffer_.get() + consumed_, filled_ - consumed_);
  if (offsetOf(filled_) > end_) {
    const auto limit = static_cast<size_t>(std::max<int64_t>(end_ - offsetOf(consumed_), 0));
    const size_t stop = lineEnds_.firstStartBehind(text, limit, !inputEnded_);
    if (stop != LineEnds::kNone) {
      filled_ = consumed_ + stop;
      finished_ = true;
      return stop;
    }
  }
  if (inputEnded_) {
    finished_ = true;
    return text.size();
  }
  const size_t start = lineEnds_.lastStart(text, true);
  return start == LineEnds::kNone ? 0 : start;
}

void BlockReader::readMore() {
  context_.throwIfCancelled();
  const size_t kept = filled_ - consumed_;
  if (kept >= capacity_ / 2) {
    grow();
  } else {
    std::memmove(buffer_.get(), buffer_.get() + consumed_, kept);
  }
  bufferOffset_ += static_cast<int64_t>(consumed_);
  consumed_ = 0;
  filled_ = kept;
  // Not much of what the reader of the next split reads too; but twice as much each time, for a record that goes on.
  const int64_t ours = end_ - offsetOf(filled_);
  const size_t wanted = ours > 0 ? static_cast<size_t>(ours) + kTailBytes : std::max(kept, kTailBytes);
  const size_t bytes = input_->read(buffer_.get() + filled_, std::min(wanted, capacity_ - filled_));
  filled_ += bytes;
  inputEnded_ = bytes == 0;
  if (inputEnded_ && end_ != kNoEnd && offsetOf(filled_) < end_) {
    throw Error(ErrorCode::kIo,
                "input file " + path_ + " has only " + std::to_string(offsetOf(filled_)) +
                    " bytes now, fewer than when the job began; do not change files that are being read");
  }
}

void BlockReader::grow() {
  const size_t larger = 2 * capacity_;
  if (larger > kMaxBlockBytes) {
    throw Error(ErrorCode::kMalformedData, "input file " + path_ + " has a record of more than " +
                                               std::to_string(kMaxBlockBytes >> 21) + " MB at byte " +
                                               std::to_string(offsetOf(consumed_)) +
                                               "; is a quote left open, or the line separator another?");
  }
  if (!claim_) claim_.emplace(context_, "a long record of " + path_);
  claim_->grow(static_cast<int64_t>(2 * larger));
  const std::unique_ptr<char[]> old = std::move(buffer_);
  const size_t kept = filled_ - consumed_;
  allocate(larger);
  std::memcpy(buffer_.get(), old.get() + consumed_, kept);
  claim_->shrink(claim_->held() - static_cast<int64_t>(2 * larger));
}

void BlockReader::allocate(size_t capacity) {
  capacity_ = capacity;
  const size_t total = 2 * (capacity + kTextPadding) + kArenaExtra;
  buffer_ = std::make_unique_for_overwrite<char[]>(total);
  std::memset(buffer_.get() + capacity, 0, kTextPadding);
}

void BlockReader::skipToFirstRecord(int64_t begin) {
  while (true) {
    readMore();
    const std::string_view text(buffer_.get(), filled_);
    const auto position = static_cast<size_t>(std::max<int64_t>(begin - bufferOffset_, 0));
    const size_t start = lineEnds_.firstStartBehind(text, position, !inputEnded_);
    if (start != LineEnds::kNone) {
      consumed_ = start;
      finished_ = offsetOf(start) > end_;
      if (finished_) filled_ = consumed_;
      return;
    }
    if (inputEnded_ || offsetOf(filled_) > end_ + 1) {
      // The record that covers all of the split belongs to an earlier one.
      consumed_ = filled_;
      finished_ = true;
      return;
    }
    // Keeps what may be the first half of a line end.
    consumed_ = filled_ - std::min<size_t>(filled_, 1 + lineEnds_.overlap());
  }
}

void BlockReader::skipByteOrderMark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  while (filled_ - consumed_ < kMark.size() && !inputEnded_) readMore();
  if (!std::string_view(buffer_.get() + consumed_, filled_ - consumed_).starts_with(kMark)) return;
  consumed_ += kMark.size();
  // The first record is ours, even where the split ends within the mark.
  end_ = std::max(end_, offsetOf(consumed_));
}

}  // namespace ferro
