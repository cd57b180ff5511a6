#include <array>
#include <utility>

#include <arrow/array/array_binary.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/text_sink.h"
#include "ferro/engine/io/write/write_format.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 3> kOptions = {"lineSep", "compression", "codec"};

class TextFile final : public RowFile {
 public:
  TextFile(TaskContext& context, std::unique_ptr<PartFile> file, const std::string& lineEnd)
      : part_(context, std::move(file), lineEnd) {}

  // Null is written as an empty line.
  void add(const std::shared_ptr<arrow::RecordBatch>& batch) override {
    const auto& lines = static_cast<const arrow::StringArray&>(*batch->column(0));
    for (int64_t row = 0; row < lines.length(); ++row) {
      if (!lines.IsNull(row)) part_.line().append(lines.GetView(row));
      part_.endLine();
    }
  }
  int64_t bytes() const override { return part_.bytesWritten(); }
  WrittenPart finish() override { return part_.finish(); }

 private:
  TextPart part_;
};

class TextWriteFormat final : public WriteFormat {
 public:
  explicit TextWriteFormat(const std::map<std::string, std::string>& given) {
    const FormatOptions options("text", given, kOptions);
    lineEnd_ = options.text("lineSep", "\n");
    suffix_ = compressionSuffix(lowerCase(options.text("compression", options.text("codec", ""))));
  }

  std::string extension() const override { return ".txt" + suffix_; }
  void checkSchema(const arrow::Schema& schema) const override {
    if (schema.num_fields() != 1) {
      throw Error(ErrorCode::kInvalidArgument, "format text takes one column, and the table has " +
                                                   std::to_string(schema.num_fields()) +
                                                   " besides those of partitionBy; select one");
    }
    if (schema.field(0)->type()->id() != arrow::Type::STRING) throwUnsupportedType("Text", *schema.field(0));
  }
  std::unique_ptr<RowFile> open(TaskContext& context, std::unique_ptr<PartFile> file,
                                const std::shared_ptr<arrow::Schema>&, int64_t) const override {
    return std::make_unique<TextFile>(context, std::move(file), lineEnd_);
  }

 private:
  std::string lineEnd_;
  std::string suffix_;
};

}  // namespace

std::unique_ptr<const WriteFormat> makeTextWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const TextWriteFormat>(options);
}

}  // namespace ferro
