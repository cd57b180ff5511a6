#include <array>
#include <utility>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/text_sink.h"
#include "ferro/engine/io/write/value_text.h"
#include "ferro/engine/io/write/write_format.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 20> kOptions = {"sep",
                                                       "delimiter",
                                                       "quote",
                                                       "escape",
                                                       "header",
                                                       "nullValue",
                                                       "emptyValue",
                                                       "quoteAll",
                                                       "escapeQuotes",
                                                       "charToEscapeQuoteEscaping",
                                                       "dateFormat",
                                                       "timestampFormat",
                                                       "timestampNTZFormat",
                                                       "lineSep",
                                                       "ignoreLeadingWhiteSpace",
                                                       "encoding",
                                                       "charset",
                                                       "compression",
                                                       "codec",
                                                       "ignoreTrailingWhiteSpace"};
constexpr std::array<std::string_view, 2> kEncodings = {"UTF-8", "UTF8"};

struct CsvSettings {
  explicit CsvSettings(const std::map<std::string, std::string>& given) {
    const FormatOptions options("csv", given, kOptions);
    separator = options.text("sep", options.text("delimiter", ","));
    if (separator.empty()) throw Error(ErrorCode::kInvalidArgument, "option 'sep' of format csv is empty");
    quote = options.character("quote", "\"");
    escape = options.character("escape", "\\");
    escapeOfEscape = options.character("charToEscapeQuoteEscaping", escape == quote ? "" : escape);
    header = options.flag("header", false);
    nullValue = options.text("nullValue", "");
    emptyValue = options.text("emptyValue", "\"\"");
    quoteAll = options.flag("quoteAll", false);
    escapeQuotes = options.flag("escapeQuotes", true);
    lineEnd = options.text("lineSep", "\n");
    trimLeft = options.flag("ignoreLeadingWhiteSpace", true);
    trimRight = options.flag("ignoreTrailingWhiteSpace", true);
    suffix = compressionSuffix(lowerCase(options.text("compression", options.text("codec", ""))));
    options.choice("encoding", "UTF-8", kEncodings);
    options.choice("charset", "UTF-8", kEncodings);
    if (const auto pattern = options.text("dateFormat")) formats.date = TimePattern(*pattern);
    if (const auto pattern = options.text("timestampFormat")) formats.timestamp = TimePattern(*pattern);
    if (const auto pattern = options.text("timestampNTZFormat")) formats.timestampWithoutZone = TimePattern(*pattern);
  }

  std::string separator;
  std::string quote;  // empty: nothing is quoted
  std::string escape;
  std::string escapeOfEscape;
  bool header = false;
  std::string nullValue;
  std::string emptyValue;
  bool quoteAll = false;
  bool escapeQuotes = true;
  std::string lineEnd;
  bool trimLeft = true;
  bool trimRight = true;
  std::string suffix;
  ValueFormats formats;
};

class CsvFile final : public RowFile {
 public:
  CsvFile(TaskContext& context, std::unique_ptr<PartFile> file, const arrow::Schema& schema,
          const CsvSettings& settings)
      : settings_(settings), part_(context, std::move(file), settings.lineEnd) {
    if (!settings.header) return;
    for (int i = 0; i < schema.num_fields(); ++i) {
      if (i > 0) part_.line().append(settings.separator);
      appendText(schema.field(i)->name(), i == 0);
    }
    part_.endHeader();
  }

  void add(const std::shared_ptr<arrow::RecordBatch>& batch) override {
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      for (int i = 0; i < batch->num_columns(); ++i) {
        if (i > 0) part_.line().append(settings_.separator);
        appendField(*batch->column(i), row, i == 0);
      }
      part_.endLine();
    }
  }

  int64_t bytes() const override { return part_.bytesWritten(); }
  WrittenPart finish() override { return part_.finish(); }

 private:
  void appendField(const arrow::Array& column, int64_t row, bool first) {
    if (column.IsNull(row)) return void(part_.line().append(settings_.nullValue));
    const arrow::Type::type type = column.type_id();
    if (type == arrow::Type::STRING || type == arrow::Type::BINARY) {
      return appendText(static_cast<const arrow::BinaryArray&>(column).GetView(row), first);
    }
    value_.clear();
    appendValue(column, row, settings_.formats, value_);
    appendText(value_, first);
  }

  void appendText(std::string_view text, bool first) {
    auto isSpace = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    if (settings_.trimLeft) {
      while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    }
    if (settings_.trimRight) {
      while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    }
    std::string& line = part_.line();
    if (text.empty()) return void(line.append(settings_.emptyValue));
    // A line that begins with # would be taken for a comment.
    const bool looksLikeComment = first && text.front() == '#' && !settings_.quote.empty();
    if (!looksLikeComment && !needsQuotes(text)) return void(line.append(text));
    line.append(settings_.quote);
    for (size_t i = 0; i < text.size(); ++i) {
      const std::string_view rest = text.substr(i);
      if (settings_.escapeQuotes && rest.starts_with(settings_.quote)) {
        line.append(settings_.escape);
      } else if (!settings_.escape.empty() && rest.starts_with(settings_.escape)) {
        line.append(settings_.escapeOfEscape);
      }
      line.push_back(text[i]);
    }
    line.append(settings_.quote);
  }

  bool needsQuotes(std::string_view text) const {
    if (settings_.quote.empty()) return false;
    if (settings_.quoteAll || text.find(settings_.separator) != std::string_view::npos) return true;
    if (text.find_first_of("\r\n") != std::string_view::npos) return true;
    if (text.find(settings_.lineEnd) != std::string_view::npos) return true;
    return settings_.escapeQuotes && text.find(settings_.quote) != std::string_view::npos;
  }

  const CsvSettings& settings_;
  TextPart part_;
  std::string value_;
};

class CsvWriteFormat final : public WriteFormat {
 public:
  explicit CsvWriteFormat(const std::map<std::string, std::string>& options) : settings_(options) {}

  std::string extension() const override { return ".csv" + settings_.suffix; }
  void checkSchema(const arrow::Schema& schema) const override {
    for (const auto& field : schema.fields()) {
      if (!hasPlainText(*field->type())) throwUnsupportedType("CSV", *field);
    }
  }
  std::unique_ptr<RowFile> open(TaskContext& context, std::unique_ptr<PartFile> file,
                                const std::shared_ptr<arrow::Schema>& schema, int64_t) const override {
    return std::make_unique<CsvFile>(context, std::move(file), *schema, settings_);
  }

 private:
  CsvSettings settings_;
};

}  // namespace

std::unique_ptr<const WriteFormat> makeCsvWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const CsvWriteFormat>(options);
}

}  // namespace ferro
