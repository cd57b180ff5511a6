// The JSON records of a piece of a file, one by one, and where each stands. Belongs to one task.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/engine/io/formats/json_options.h"
#include "ferro/engine/io/formats/split_lines.h"

namespace ferro {

class JsonRecords {
 public:
  JsonRecords(TaskContext& context, const FileSplit& split, const JsonOptions& options);

  // Moves to the next record; false at the end. A record is a value on the tape, or text that could not be parsed.
  bool next();
  const JsonTape& tape() const { return tape_; }
  std::string_view text() const { return text_; }
  // Why the record is malformed, if it is.
  const std::optional<JsonError>& error() const { return error_; }
  // "line 3 of /data/x.json (byte 20)"
  std::string place() const;

 private:
  bool nextLine();
  bool nextFile();

  const FileSplit& split_;
  const JsonOptions& options_;
  std::optional<SplitLines> lines_;
  std::unique_ptr<WholeText> whole_;
  bool ended_ = false;  // of a whole file, whose first value is its one record
  int64_t offset_ = 0;
  std::string_view text_;
  JsonTape tape_;
  std::optional<JsonError> error_;
};

}  // namespace ferro
