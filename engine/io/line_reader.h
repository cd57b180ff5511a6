// The lines of a stream of bytes, or those that begin in a range of it. A line ends with LF, CR LF or CR, as in Hadoop;
// the last may lack its end. Belongs to one task, and stops when that is cancelled.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/engine/io/byte_input.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

// Lines that begin after `begin`, or at it if that is 0, up to and including `end`. A stream that ends before `end` is
// an error.
struct LineRange {
  static constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();
  int64_t begin = 0;
  int64_t end = kToTheEnd;
};

class LineReader {
 public:
  // The input starts at the range's begin. The name is what errors call it.
  LineReader(TaskContext& context, std::unique_ptr<ByteInput> input, std::string name, const LineRange& range = {});
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // Before the first line: takes away what some editors put in front of a UTF-8 file.
  void skipByteOrderMark();

  const ByteInput& input() const { return *input_; }
  // Where in the stream the next line begins.
  int64_t offset() const { return offsetOf(position_); }
  // Bytes of the lines so far, with their ends.
  int64_t bytesTaken() const { return offsetOf(position_) - firstLine_; }

  // The next line without its end, valid until the next call; false at the end.
  bool next(std::string_view& line) {
    if (!hasCarriageReturn_ && position_ <= lastStart_) {
      const auto length = static_cast<size_t>(end_ - position_);
      if (const void* found = std::memchr(position_, '\n', length)) {
        return give(line, static_cast<const char*>(found), 1);
      }
      scanned_ = length;
    }
    return nextWithCare(line);
  }

 private:
  bool give(std::string_view& line, const char* lineEnd, size_t terminatorBytes) {
    line = {position_, static_cast<size_t>(lineEnd - position_)};
    position_ = lineEnd + terminatorBytes;
    scanned_ = 0;
    return true;
  }

  bool nextWithCare(std::string_view& line);
  // The first line end in the buffer, or null; null too when the buffer ends between what may be a CR and its LF.
  const char* findLineEnd(size_t& terminatorBytes);
  void skipToFirstLine();
  // Drops what lies before position_ and reads more behind what is left.
  void refill();
  void makeRoom(size_t kept);
  size_t bytesToRead(size_t kept) const;
  int64_t offsetOf(const char* place) const { return bufferOffset_ + (place - buffer_.get()); }

  TaskContext& context_;
  std::unique_ptr<ByteInput> input_;
  std::string name_;
  LineRange range_;
  int64_t firstLine_;

  std::unique_ptr<char[]> buffer_;
  size_t capacity_;
  int64_t bufferOffset_;                // of the buffer's first byte in the stream
  const char* position_;                // where the next line begins
  const char* end_;                     // of what was read
  const char* lastStart_;               // a line that begins behind it is not ours
  size_t scanned_ = 0;                  // bytes behind position_ that are known to hold no line end
  bool hasCarriageReturn_ = false;      // in the buffer: then LF alone does not tell where lines end
  const char* nextLineFeed_ = nullptr;  // the first LF from some earlier position on, or end_; null when not known
  bool atStreamEnd_ = false;
  std::optional<MemoryClaim> claim_;  // for a line that is longer than the first buffer
};

}  // namespace ferro
