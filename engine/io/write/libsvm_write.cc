#include <utility>

#include <arrow/array/array_nested.h>
#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/text_format.h"
#include "ferro/engine/io/text_sink.h"
#include "ferro/engine/io/write/write_format.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

class LibsvmFile final : public RowFile {
 public:
  LibsvmFile(TaskContext& context, std::unique_ptr<PartFile> file) : part_(context, std::move(file), "\n") {}

  void add(const std::shared_ptr<arrow::RecordBatch>& batch) override {
    const auto& labels = static_cast<const arrow::DoubleArray&>(*batch->column(0));
    const auto& vectors = static_cast<const arrow::StructArray&>(*batch->column(1));
    const auto kinds = vectors.field(0);
    const auto indexLists = vectors.field(2);
    const auto valueLists = vectors.field(3);
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      if (labels.IsNull(row) || vectors.IsNull(row)) {
        throw Error(ErrorCode::kInvalidArgument, "format libsvm cannot hold a null label or vector; drop such rows");
      }
      const bool dense = static_cast<const arrow::Int8Array&>(*kinds).Value(row) == 1;
      detail::appendReal(part_.line(), labels.Value(row));
      appendVector(dense ? nullptr : &static_cast<const arrow::ListArray&>(*indexLists),
                   static_cast<const arrow::ListArray&>(*valueLists), row);
      part_.endLine();
    }
  }
  int64_t bytes() const override { return part_.bytesWritten(); }
  WrittenPart finish() override { return part_.finish(); }

 private:
  // Without indices the vector is dense.
  void appendVector(const arrow::ListArray* indices, const arrow::ListArray& values, int64_t row) {
    const auto& numbers = static_cast<const arrow::DoubleArray&>(*values.values());
    for (int64_t i = 0; i < values.value_length(row); ++i) {
      int64_t index = i;
      if (indices != nullptr) {
        index = static_cast<const arrow::Int32Array&>(*indices->values()).Value(indices->value_offset(row) + i);
      }
      part_.line().push_back(' ');
      detail::appendSigned(part_.line(), index + 1);
      part_.line().push_back(':');
      detail::appendReal(part_.line(), numbers.Value(values.value_offset(row) + i));
    }
  }

  TextPart part_;
};

class LibsvmWriteFormat final : public WriteFormat {
 public:
  explicit LibsvmWriteFormat(const std::map<std::string, std::string>& given) { FormatOptions("libsvm", given, {}); }

  std::string extension() const override { return ".libsvm"; }
  void checkSchema(const arrow::Schema& schema) const override {
    if (schema.num_fields() == 2 && schema.field(0)->type()->id() == arrow::Type::DOUBLE &&
        isVector(*schema.field(1)->type())) {
      return;
    }
    throw Error(ErrorCode::kInvalidArgument,
                "format libsvm takes a label of type double and a vector of features, in this order; select these two");
  }
  std::unique_ptr<RowFile> open(TaskContext& context, std::unique_ptr<PartFile> file,
                                const std::shared_ptr<arrow::Schema>&, int64_t) const override {
    return std::make_unique<LibsvmFile>(context, std::move(file));
  }
};

}  // namespace

std::unique_ptr<const WriteFormat> makeLibsvmWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const LibsvmWriteFormat>(options);
}

}  // namespace ferro
