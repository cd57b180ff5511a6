#include "ferro/engine/io/formats/text_files.h"

#include <array>
#include <optional>
#include <utility>

#include <arrow/array/builder_binary.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/formats/file_relation.h"
#include "ferro/engine/io/formats/split_lines.h"
#include "ferro/engine/task_resources.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 2> kTextOptions = {"wholetext", "lineSep"};
// A batch of long lines ends before it has all its rows.
constexpr int64_t kTextBatchBytes = 4 << 20;

// Rows of text on their way into batches; none is made of it when nobody wants the column.
class TextBatches {
 public:
  TextBatches(TaskContext& context, const ReadRequest& request)
      : schema_(request.wanted), builder_(uncountedPool(context)) {}

  bool full() const { return rows_ >= kBatchRows || builder_.value_data_length() >= kTextBatchBytes; }

  void add(std::string_view value) {
    ++rows_;
    if (schema_->num_fields() > 0) check(builder_.Append(asUtf8(value, scratch_)), "cannot keep lines of text");
  }

  std::shared_ptr<arrow::RecordBatch> finish() {
    if (rows_ == 0) return nullptr;
    arrow::ArrayVector columns;
    if (schema_->num_fields() > 0) columns.push_back(valueOf(builder_.Finish(), "cannot keep lines of text"));
    return arrow::RecordBatch::Make(schema_, std::exchange(rows_, 0), std::move(columns));
  }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  arrow::StringBuilder builder_;
  std::string scratch_;
  int64_t rows_ = 0;
};

class LineBatches final : public BatchSource {
 public:
  LineBatches(TaskContext& context, const FileSplit& split, const ReadRequest& request,
              const std::optional<std::string>& separator)
      : lines_(context, split, separator), batches_(context, request) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    std::string_view line;
    while (!ended_ && !batches_.full()) {
      ended_ = !lines_.next(line);
      if (!ended_) batches_.add(line);
    }
    return batches_.finish();
  }

 private:
  SplitLines lines_;
  TextBatches batches_;
  bool ended_ = false;
};

class WholeFileBatch final : public BatchSource {
 public:
  WholeFileBatch(TaskContext& context, const FileSplit& split, const ReadRequest& request)
      : context_(context), location_(split.location), batches_(context, request) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    if (std::exchange(ended_, true)) return nullptr;
    batches_.add(WholeText(context_, location_).text());
    return batches_.finish();
  }

 private:
  TaskContext& context_;
  std::string location_;
  TextBatches batches_;
  bool ended_ = false;
};

class TextFormat final : public FileFormat {
 public:
  explicit TextFormat(const std::map<std::string, std::string>& given) {
    const FormatOptions options("text", given, kTextOptions);
    wholeText_ = options.flag("wholetext", false);
    separator_ = options.text("lineSep");
    if (separator_ && separator_->empty()) {
      throw Error(ErrorCode::kInvalidArgument, "option 'lineSep' of format text is empty; it takes the end of a line");
    }
  }

  bool splitsFiles() const { return !wholeText_ && !separator_; }

  std::unique_ptr<BatchSource> open(TaskContext& context, const FileSplit& split,
                                    const ReadRequest& request) const override {
    if (wholeText_) return std::make_unique<WholeFileBatch>(context, split, request);
    return std::make_unique<LineBatches>(context, split, request, separator_);
  }

 private:
  bool wholeText_ = false;
  std::optional<std::string> separator_;
};

}  // namespace

std::unique_ptr<const FileFormat> makeTextFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const TextFormat>(options);
}

RelationPtr makeTextRelation(const SessionPtr&, const std::vector<std::string>& paths,
                             const std::map<std::string, std::string>& given,
                             std::shared_ptr<arrow::Schema> userSchema) {
  const FormatOptions options("text", given, kTextOptions);
  const TextFormat format(given);
  FileIndex index = indexFiles(paths, options, userSchema.get());
  auto schema = arrow::schema({arrow::field("value", arrow::utf8())});
  if (userSchema) {
    schema = withoutPartitionColumns(*userSchema, index);
    if (schema->num_fields() != 1 || schema->field(0)->type()->id() != arrow::Type::STRING) {
      throw Error(ErrorCode::kInvalidArgument, "format text has one column of type string; the schema given has " +
                                                   std::to_string(schema->num_fields()) + " columns");
    }
  }
  FileSource source{"text", options.all(), std::move(index), std::move(schema),
                    format.splitsFiles() ? splitUnlessCompressed : neverSplit};
  return std::make_shared<const FileRelation>(std::move(source), userSchema.get());
}

}  // namespace ferro
