#include <array>
#include <cmath>
#include <utility>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/base64.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/json_text.h"
#include "ferro/engine/io/write/line_write.h"

namespace ferro {
namespace {

using arrow::Type;

constexpr std::array<std::string_view, 10> kJsonOptions = {
    "timeZone",         "dateFormat",  "timestampFormat", "timestampNTZFormat", "lineSep",
    "ignoreNullFields", "compression", "codec",           "encoding",           "charset"};
struct JsonSettings : LineSettings {
  explicit JsonSettings(const std::map<std::string, std::string>& given)
      : JsonSettings(FormatOptions("json", given, kJsonOptions)) {}
  explicit JsonSettings(const FormatOptions& options)
      : LineSettings(options), ignoreNulls(options.flag("ignoreNullFields", true)), formats(valueFormatsOf(options)) {}

  bool ignoreNulls;
  ValueFormats formats;
};

bool canWrite(const arrow::DataType& type) {
  if (type.id() == Type::NA || hasPlainText(type)) return true;
  if (type.id() == Type::MAP) {
    const auto& map = static_cast<const arrow::MapType&>(type);
    const bool isKey = map.key_type()->id() == Type::NA || hasPlainText(*map.key_type());
    return isKey && canWrite(*map.item_type());
  }
  if (type.num_fields() == 0) return false;
  for (const auto& field : type.fields()) {
    if (!canWrite(*field->type())) return false;
  }
  return true;
}

class JsonFile final : public LineFile {
 public:
  using Settings = JsonSettings;
  static constexpr const char* kExtension = ".json";

  static void checkSchema(const arrow::Schema& schema) {
    for (const auto& field : schema.fields()) {
      if (!canWrite(*field->type())) throwUnsupportedType("JSON", *field);
    }
  }

  JsonFile(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>& schema,
           const JsonSettings& settings)
      : LineFile(context, std::move(file), settings), settings_(settings), schema_(schema) {}

  void add(const std::shared_ptr<arrow::RecordBatch>& batch) override {
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      part_.line().push_back('{');
      bool first = true;
      for (int i = 0; i < batch->num_columns(); ++i) appendMember(*schema_->field(i), *batch->column(i), row, first);
      part_.line().push_back('}');
      part_.endLine();
    }
  }

 private:
  void appendMember(const arrow::Field& field, const arrow::Array& column, int64_t row, bool& first) {
    if (settings_.ignoreNulls && column.IsNull(row)) return;
    std::string& line = part_.line();
    if (!first) line.push_back(',');
    first = false;
    appendJsonText(field.name(), line);
    line.push_back(':');
    append(column, row);
  }

  void append(const arrow::Array& column, int64_t row) {
    std::string& line = part_.line();
    if (column.IsNull(row)) return void(line.append("null"));
    switch (column.type_id()) {
      case Type::STRING: appendJsonText(static_cast<const arrow::StringArray&>(column).GetView(row), line); break;
      case Type::BINARY: {
        const std::string_view bytes = static_cast<const arrow::BinaryArray&>(column).GetView(row);
        line.append("\"").append(arrow::util::base64_encode(bytes)).append("\"");
        break;
      }
      case Type::DATE32:
      case Type::TIMESTAMP:
        value_.clear();
        appendValue(column, row, settings_.formats, value_);
        appendJsonText(value_, line);
        break;
      case Type::FLOAT: appendReal(column, row, static_cast<const arrow::FloatArray&>(column).Value(row)); break;
      case Type::DOUBLE: appendReal(column, row, static_cast<const arrow::DoubleArray&>(column).Value(row)); break;
      case Type::LIST: appendList(static_cast<const arrow::ListArray&>(column), row); break;
      case Type::MAP: appendMap(static_cast<const arrow::MapArray&>(column), row); break;
      case Type::STRUCT: appendStruct(static_cast<const arrow::StructArray&>(column), row); break;
      default: appendValue(column, row, settings_.formats, line); break;
    }
  }

  // What is no number in JSON is written as text.
  void appendReal(const arrow::Array& column, int64_t row, double value) {
    std::string& line = part_.line();
    if (!std::isfinite(value)) line.push_back('"');
    appendValue(column, row, settings_.formats, line);
    if (!std::isfinite(value)) line.push_back('"');
  }

  void appendList(const arrow::ListArray& list, int64_t row) {
    std::string& line = part_.line();
    line.push_back('[');
    for (int64_t i = list.value_offset(row); i < list.value_offset(row + 1); ++i) {
      if (i > list.value_offset(row)) line.push_back(',');
      append(*list.values(), i);
    }
    line.push_back(']');
  }

  void appendMap(const arrow::MapArray& map, int64_t row) {
    std::string& line = part_.line();
    line.push_back('{');
    for (int64_t i = map.value_offset(row); i < map.value_offset(row + 1); ++i) {
      if (i > map.value_offset(row)) line.push_back(',');
      value_.clear();
      appendCastValue(*map.keys(), i, *settings_.formats.zone, value_);
      appendJsonText(value_, line);
      line.push_back(':');
      append(*map.items(), i);
    }
    line.push_back('}');
  }

  void appendStruct(const arrow::StructArray& rows, int64_t row) {
    part_.line().push_back('{');
    bool first = true;
    const auto& fields = rows.type()->fields();
    for (size_t i = 0; i < fields.size(); ++i) {
      appendMember(*fields[i], *rows.field(static_cast<int>(i)), row, first);
    }
    part_.line().push_back('}');
  }

  const JsonSettings& settings_;
  std::shared_ptr<arrow::Schema> schema_;
  std::string value_;
};

}  // namespace

std::unique_ptr<const WriteFormat> makeJsonWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const LineWriteFormat<JsonFile>>(options);
}

}  // namespace ferro
