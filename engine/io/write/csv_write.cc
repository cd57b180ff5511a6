#include <array>
#include <utility>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/write/line_write.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 21> kCsvOptions = {"sep",
                                                          "timeZone",
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
struct CsvSettings : LineSettings {
  explicit CsvSettings(const std::map<std::string, std::string>& given)
      : CsvSettings(FormatOptions("csv", given, kCsvOptions)) {}
  explicit CsvSettings(const FormatOptions& options) : LineSettings(options), formats(valueFormatsOf(options)) {
    separator = options.text("sep", options.text("delimiter", ","));
    if (separator.empty()) throw Error(ErrorCode::kInvalidArgument, "option 'sep' of format csv is empty");
    quote = options.character("quote", "\"");
    if (quote.empty()) quote = std::string(1, '\0');  // as in Spark, whose files others shall read
    escape = options.character("escape", "\\");
    escapeOfEscape = options.character("charToEscapeQuoteEscaping", escape == quote ? "" : escape);
    header = options.flag("header", false);
    nullValue = options.text("nullValue", "");
    emptyValue = options.text("emptyValue", "\"\"");
    quoteAll = options.flag("quoteAll", false);
    escapeQuotes = options.flag("escapeQuotes", true);
    trimLeft = options.flag("ignoreLeadingWhiteSpace", true);
    trimRight = options.flag("ignoreTrailingWhiteSpace", true);
  }

  std::string separator;
  std::string quote;
  std::string escape;
  std::string escapeOfEscape;
  bool header = false;
  std::string nullValue;
  std::string emptyValue;
  bool quoteAll = false;
  bool escapeQuotes = true;
  bool trimLeft = true;
  bool trimRight = true;
  ValueFormats formats;
};

class CsvFile final : public LineFile {
 public:
  using Settings = CsvSettings;
  static constexpr const char* kExtension = ".csv";

  static void checkSchema(const arrow::Schema& schema) {
    for (const auto& field : schema.fields()) {
      if (!hasPlainText(*field->type())) throwUnsupportedType("CSV", *field);
    }
  }

  CsvFile(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>& schema,
          const CsvSettings& settings)
      : LineFile(context, std::move(file), settings), settings_(settings) {
    if (!settings.header) return;
    for (int i = 0; i < schema->num_fields(); ++i) {
      if (i > 0) part_.line().append(settings.separator);
      appendText(schema->field(i)->name(), i == 0);
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

 private:
  void appendField(const arrow::Array& column, int64_t row, bool first) {
    if (column.IsNull(row)) return appendQuotable(settings_.nullValue, false);
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
    if (!text.empty()) return appendQuotable(text, first);
    // A pair of quotes is one already.
    if (settings_.emptyValue == settings_.quote + settings_.quote) {
      part_.line().append(settings_.emptyValue);
    } else {
      appendQuotable(settings_.emptyValue, false);
    }
  }

  void appendQuotable(std::string_view text, bool first) {
    std::string& line = part_.line();
    // A line that begins with # would be taken for a comment.
    const bool looksLikeComment = first && text.starts_with('#');
    if (!looksLikeComment && !needsQuotes(text)) return void(line.append(text));
    line.append(settings_.quote);
    for (size_t i = 0; i < text.size(); ++i) {
      const std::string_view rest = text.substr(i);
      if (rest.starts_with(settings_.quote)) {
        line.append(settings_.escape);
      } else if (!settings_.escape.empty() && rest.starts_with(settings_.escape)) {
        line.append(settings_.escapeOfEscape);
      }
      line.push_back(text[i]);
    }
    line.append(settings_.quote);
  }

  bool needsQuotes(std::string_view text) const {
    if (settings_.quoteAll || text.find(settings_.separator) != std::string_view::npos) return true;
    if (text.find_first_of("\r\n") != std::string_view::npos) return true;
    if (text.find(settings_.lineEnd) != std::string_view::npos) return true;
    const size_t quote = text.find(settings_.quote);
    return quote == 0 || (settings_.escapeQuotes && quote != std::string_view::npos);
  }

  const CsvSettings& settings_;
  std::string value_;
};

}  // namespace

std::unique_ptr<const WriteFormat> makeCsvWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const LineWriteFormat<CsvFile>>(options);
}

}  // namespace ferro
