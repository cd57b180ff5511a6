// saveAsTextFile's work on one partition: each row becomes a line of a part file. Belongs to one task.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ferro/common/owned.h"
#include "ferro/engine/io/output_committer.h"
#include "ferro/engine/io/text_format.h"
#include "ferro/engine/iterator.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

class CompressedPart;
class PartFile;

// A part file of lines, compressed when its name ends in .gz, .zst or .bz2.
class TextPart {
 public:
  TextPart(TaskContext& context, const OutputTask& output);
  TextPart(TaskContext& context, std::unique_ptr<PartFile> file, std::string lineEnd);
  ~TextPart();

  // Append a line's text to this, then call endLine().
  std::string& line() { return buffer_; }
  void endLine() {
    buffer_.append(lineEnd_);
    ++rows_;
    if (buffer_.size() >= kBufferBytes) flush();
  }
  // A line that is no row, such as a header.
  void endHeader() { buffer_.append(lineEnd_); }
  // In the file so far, after compression.
  int64_t bytesWritten() const;
  WrittenPart finish();

 private:
  static constexpr size_t kBufferBytes = 256 << 10;

  void flush();

  TaskContext& context_;
  std::string lineEnd_;
  std::string buffer_;
  int64_t rows_ = 0;
  Owned<CompressedPart> file_;
};

// The suffix of parts for a compression that a user names: "" (none), gz or gzip, zst or zstd, bz2 or bzip2.
std::string compressionSuffix(std::string_view compression);

template <class T>
WrittenPart writeTextPart(TaskContext& context, const OutputTask& output, Rows<T>& rows) {
  TextPart part(context, output);
  while (const T* row = rows.next()) {
    appendText(part.line(), *row);
    part.endLine();
  }
  return part.finish();
}

// The same as an action on rows with a trailing argument.
struct WriteTextPart {
  template <class T>
  WrittenPart operator()(Rows<T>& rows, const OutputTask& output) const {
    return writeTextPart(*TaskContext::get(), output, rows);
  }
};

}  // namespace ferro
