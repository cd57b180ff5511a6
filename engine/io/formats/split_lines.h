// The lines of a piece of a text file, whichever way lines are separated, with the byte at which each begins. Belongs
// to one task.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/engine/io/formats/file_split.h"
#include "ferro/engine/io/line_reader.h"

namespace ferro {

class SplitLines {
 public:
  // Without a separator, lines end with LF, CR LF or CR. With one, the piece must be a whole file.
  SplitLines(TaskContext& context, const FileSplit& split, const std::optional<std::string>& separator);
  ~SplitLines();

  // Valid until the next call; false at the end, when the bytes were counted among the task's input.
  bool next(std::string_view& line);
  // Of the line that next() gave, in the decompressed file.
  int64_t lineOffset() const { return lineOffset_; }

 private:
  class SeparatedReader;
  void count();

  TaskContext& context_;
  bool compressed_;
  std::unique_ptr<LineReader> lines_;
  std::unique_ptr<SeparatedReader> separated_;
  int64_t lineOffset_ = 0;
  int64_t counted_ = 0;
};

// All bytes of a file, decompressed, as one text: for formats that need all of it.
class WholeText {
 public:
  WholeText(TaskContext& context, const std::string& location);
  std::string_view text() const { return std::string_view(text_).substr(0, size_); }

 private:
  MemoryClaim claim_;
  std::string text_;
  size_t size_ = 0;
};

// "line 12 of /data/x.txt (byte 345)": reads the file up to the byte to count its lines, so only for errors.
std::string describeLine(const std::string& location, int64_t offset);

// The text itself when it is UTF-8; else a copy in scratch with U+FFFD for each byte that is not.
std::string_view asUtf8(std::string_view text, std::string& scratch);
// Where the first byte is that is not UTF-8; nothing when all is.
std::optional<size_t> firstBadUtf8(std::string_view text);

}  // namespace ferro
