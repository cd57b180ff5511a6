// Reads a split of a CSV file in blocks of about a hundred kilobytes, which stay in a core's own cache while they are
// used. Belongs to one task, and stops when that is cancelled.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/engine/io/byte_input.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/line_ends.h"
#include "ferro/engine/io/formats/file_split.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

// A piece of a file's text, with room behind it for the text of fields that are not written as they read. Both are
// addressed by offsets from `text`, and may be read kTextPadding bytes beyond their ends.
struct CsvBlock {
  char* text = nullptr;
  uint32_t size = 0;
  uint32_t arena = 0;    // where the room begins; as much as the text takes, and kArenaExtra more
  int64_t offset = 0;    // of the text's first byte in the file, as UTF-8
  bool isLast = false;   // no record begins behind it
  bool isFirst = false;  // the file begins here

  std::string_view view() const { return {text, size}; }
};

class BlockReader {
 public:
  // The room behind a block is so much larger than its text.
  static constexpr size_t kArenaExtra = 4096;

  // The split stands for the records that begin in it: behind its offset (at 0 also at it), up to and including its
  // end. What cannot be cut is read to the file's end, whatever its length.
  BlockReader(TaskContext& context, const FileSplit& split, const CsvOptions& options);
  BlockReader(const BlockReader&) = delete;
  BlockReader& operator=(const BlockReader&) = delete;

  // The next block: whole lines, or with multiLine as much as there is. False when all of the split was consumed. What
  // the block points to is valid until the next call.
  bool next(CsvBlock& block);
  // How much of the block's front was used. The rest comes again, with more behind it where it needs that.
  void consume(size_t bytes, bool needsMore);

  const ByteInput& input() const { return *input_; }

 private:
  void skipToFirstRecord(int64_t begin);
  void skipByteOrderMark();
  // How much of the buffer may be given; 0 when more must be read first.
  size_t givableBytes();
  size_t givableLines();
  void readMore();
  void grow();
  void allocate(size_t capacity);
  int64_t offsetOf(size_t position) const { return bufferOffset_ + static_cast<int64_t>(position); }

  TaskContext& context_;
  std::string path_;
  bool multiLine_;
  LineEnds lineEnds_;
  std::unique_ptr<ByteInput> input_;
  bool atFileStart_;
  int64_t end_;  // records that begin behind it are not ours

  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;
  size_t filled_ = 0;
  size_t consumed_ = 0;   // at the buffer's front
  int64_t bufferOffset_;  // of the buffer's first byte in the stream
  bool inputEnded_ = false;
  bool finished_ = false;
  std::optional<MemoryClaim> claim_;  // for a record that is longer than a block
};

}  // namespace ferro
