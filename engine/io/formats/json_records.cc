#include "ferro/engine/io/formats/json_records.h"

#include <utility>

namespace ferro {

JsonRecords::JsonRecords(TaskContext& context, const FileSplit& split, const JsonOptions& options)
    : split_(split), options_(options) {
  if (options.multiLine) {
    whole_ = std::make_unique<WholeText>(context, split.location);
  } else {
    lines_.emplace(context, split, options.lineSeparator);
  }
}

bool JsonRecords::next() { return lines_ ? nextLine() : nextFile(); }

bool JsonRecords::nextLine() {
  while (lines_->next(text_)) {
    offset_ = lines_->lineOffset();
    // What follows the first value of a line is not read, as in Spark.
    size_t position = 0;
    error_ = tape_.parseNext(text_, position, options_.syntax);
    if (!error_ && options_.mode == ReadMode::kFailFast) {
      if (const auto bad = firstBadUtf8(text_)) error_ = JsonError{*bad, "has a byte that is not UTF-8"};
    }
    // Lines of nothing but spaces are no records.
    if (error_ || !tape_.empty()) return true;
  }
  return false;
}

bool JsonRecords::nextFile() {
  if (std::exchange(ended_, true)) return false;
  text_ = whole_->text();
  size_t position = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  error_ = tape_.parseNext(text_, position, options_.syntax);
  return error_ || !tape_.empty();
}

std::string JsonRecords::place() const {
  return describeLine(split_.location, offset_ + static_cast<int64_t>(error_ ? error_->offset : 0));
}

}  // namespace ferro
