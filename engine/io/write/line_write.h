// What the formats share whose files are lines: text, CSV and JSON. For their .cc files; a file belongs to one task.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/text_sink.h"
#include "ferro/engine/io/write/value_text.h"
#include "ferro/engine/io/write/write_format.h"

namespace ferro {

// The options lineSep and compression, which is also called codec.
struct LineSettings {
  explicit LineSettings(const FormatOptions& options);

  std::string lineEnd;
  std::string suffix;  // of names of compressed files
};

// How values are written, from the options of dates and timestamps. Error kInvalidArgument also for an encoding other
// than UTF-8.
ValueFormats valueFormatsOf(const FormatOptions& options);

class LineFile : public RowFile {
 public:
  LineFile(TaskContext& context, std::unique_ptr<PartFile> file, const LineSettings& settings)
      : part_(context, std::move(file), settings.lineEnd) {}

  int64_t bytes() const override { return part_.bytesWritten(); }
  WrittenPart finish() override { return part_.finish(); }

 protected:
  TextPart part_;
};

// File is a LineFile with its Settings, which are LineSettings, a kExtension and checkSchema().
template <class File>
class LineWriteFormat final : public WriteFormat {
 public:
  explicit LineWriteFormat(const std::map<std::string, std::string>& options) : settings_(options) {}

  std::string extension() const override { return File::kExtension + settings_.suffix; }
  void checkSchema(const arrow::Schema& schema) const override { File::checkSchema(schema); }
  std::unique_ptr<RowFile> open(TaskContext& context, std::unique_ptr<PartFile> file,
                                const std::shared_ptr<arrow::Schema>& schema, int64_t) const override {
    return std::make_unique<File>(context, std::move(file), schema, settings_);
  }

 private:
  typename File::Settings settings_;
};

}  // namespace ferro
