#include <array>
#include <utility>

#include <arrow/array/array_binary.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/write/line_write.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 3> kTextOptions = {"lineSep", "compression", "codec"};

struct TextSettings : LineSettings {
  explicit TextSettings(const std::map<std::string, std::string>& given)
      : LineSettings(FormatOptions("text", given, kTextOptions)) {}
};

class TextFile final : public LineFile {
 public:
  using Settings = TextSettings;
  static constexpr const char* kExtension = ".txt";

  static void checkSchema(const arrow::Schema& schema) {
    if (schema.num_fields() != 1) {
      throw Error(ErrorCode::kInvalidArgument, "format text takes one column, and the table has " +
                                                   std::to_string(schema.num_fields()) +
                                                   " besides those of partitionBy; select one");
    }
    if (schema.field(0)->type()->id() != arrow::Type::STRING) throwUnsupportedType("Text", *schema.field(0));
  }

  TextFile(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>&,
           const TextSettings& settings)
      : LineFile(context, std::move(file), settings) {}

  // Null is written as an empty line.
  void add(const std::shared_ptr<arrow::RecordBatch>& batch) override {
    const auto& lines = static_cast<const arrow::StringArray&>(*batch->column(0));
    for (int64_t row = 0; row < lines.length(); ++row) {
      if (!lines.IsNull(row)) part_.line().append(lines.GetView(row));
      part_.endLine();
    }
  }
};

}  // namespace

std::unique_ptr<const WriteFormat> makeTextWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const LineWriteFormat<TextFile>>(options);
}

}  // namespace ferro
