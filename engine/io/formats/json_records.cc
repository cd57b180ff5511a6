#include "ferro/engine/io/formats/json_records.h"

namespace ferro {

JsonRecords::JsonRecords(TaskContext& context, const FileSplit& split, const JsonOptions& options)
    : split_(split), options_(options) {
  if (options.multiLine) {
    whole_ = std::make_unique<WholeText>(context, split.location);
    if (whole_->text().starts_with("\xEF\xBB\xBF")) position_ = 3;
  } else {
    lines_.emplace(context, split, options.lineSeparator);
  }
}

bool JsonRecords::next() { return lines_ ? nextLine() : nextValue(); }

bool JsonRecords::nextLine() {
  while (lines_->next(text_)) {
    offset_ = lines_->lineOffset();
    error_ = tape_.parse(text_, options_.syntax);
    if (!error_ && options_.mode == ReadMode::kFailFast) {
      if (const auto bad = firstBadUtf8(text_)) error_ = JsonError{*bad, "has a byte that is not UTF-8"};
    }
    // Lines of nothing but spaces are no records.
    if (error_ || !tape_.empty()) return true;
  }
  return false;
}

bool JsonRecords::nextValue() {
  const std::string_view all = whole_->text();
  if (position_ >= all.size()) return false;
  const size_t begin = position_;
  offset_ = static_cast<int64_t>(begin);
  error_ = tape_.parseNext(all, position_, options_.syntax);
  // Nobody can tell where the next record begins behind a malformed one.
  if (error_) {
    error_->offset -= begin;
    position_ = all.size();
  }
  text_ = all.substr(begin, position_ - begin);
  return error_ || !tape_.empty();
}

std::string JsonRecords::place() const {
  return describeLine(split_.location, offset_ + static_cast<int64_t>(error_ ? error_->offset : 0));
}

}  // namespace ferro
