#include "ferro/engine/io/formats/libsvm_files.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <arrow/array/builder_nested.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/formats/file_relation.h"
#include "ferro/engine/io/formats/libsvm_line.h"
#include "ferro/engine/io/formats/split_lines.h"
#include "ferro/engine/sink.h"
#include "ferro/engine/task_resources.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 2> kLibsvmOptions = {"numFeatures", "vectorType"};
constexpr std::array<std::string_view, 2> kVectorTypes = {"sparse", "dense"};

[[noreturn]] void throwBadLine(const FileSplit& split, int64_t offset, const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "libsvm: " + describeLine(split.location, offset) + ": " + what);
}

// Vectors on their way into a column of Spark's layout.
class VectorColumn {
 public:
  VectorColumn(arrow::MemoryPool* pool, int64_t size, bool dense)
      : size_(size),
        dense_(dense),
        builder_(valueOf(arrow::MakeBuilder(vectorType(), pool), "cannot build vectors")),
        struct_(static_cast<arrow::StructBuilder&>(*builder_)),
        kind_(static_cast<arrow::Int8Builder&>(*struct_.child(0))),
        sizes_(static_cast<arrow::Int32Builder&>(*struct_.child(1))),
        indexLists_(static_cast<arrow::ListBuilder&>(*struct_.child(2))),
        indices_(static_cast<arrow::Int32Builder&>(*indexLists_.value_builder())),
        valueLists_(static_cast<arrow::ListBuilder&>(*struct_.child(3))),
        values_(static_cast<arrow::DoubleBuilder&>(*valueLists_.value_builder())) {}

  void add(const LibsvmRow& row) { check(dense_ ? addDense(row) : addSparse(row), "cannot build vectors"); }
  int64_t numValues() const { return values_.length(); }
  std::shared_ptr<arrow::Array> finish() { return valueOf(builder_->Finish(), "cannot build vectors"); }

 private:
  arrow::Status addSparse(const LibsvmRow& row) {
    ARROW_RETURN_NOT_OK(struct_.Append());
    ARROW_RETURN_NOT_OK(kind_.Append(0));
    ARROW_RETURN_NOT_OK(sizes_.Append(static_cast<int32_t>(size_)));
    ARROW_RETURN_NOT_OK(indexLists_.Append());
    ARROW_RETURN_NOT_OK(indices_.AppendValues(row.indices));
    ARROW_RETURN_NOT_OK(valueLists_.Append());
    return values_.AppendValues(row.values);
  }

  arrow::Status addDense(const LibsvmRow& row) {
    ARROW_RETURN_NOT_OK(struct_.Append());
    ARROW_RETURN_NOT_OK(kind_.Append(1));
    ARROW_RETURN_NOT_OK(sizes_.AppendNull());
    ARROW_RETURN_NOT_OK(indexLists_.AppendNull());
    ARROW_RETURN_NOT_OK(valueLists_.Append());
    std::vector<double> all(static_cast<size_t>(size_));
    for (size_t i = 0; i < row.indices.size(); ++i) all[static_cast<size_t>(row.indices[i])] = row.values[i];
    return values_.AppendValues(all);
  }

  int64_t size_;
  bool dense_;
  std::unique_ptr<arrow::ArrayBuilder> builder_;
  arrow::StructBuilder& struct_;
  arrow::Int8Builder& kind_;
  arrow::Int32Builder& sizes_;
  arrow::ListBuilder& indexLists_;
  arrow::Int32Builder& indices_;
  arrow::ListBuilder& valueLists_;
  arrow::DoubleBuilder& values_;
};

class LibsvmBatches final : public BatchSource {
 public:
  LibsvmBatches(TaskContext& context, const FileSplit& split, const ReadRequest& request, int64_t numFeatures,
                bool dense)
      : split_(split),
        request_(request),
        numFeatures_(numFeatures),
        lines_(context, split, std::nullopt),
        labels_(uncountedPool(context)),
        features_(uncountedPool(context), numFeatures, dense) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    constexpr int64_t kMaxValues = 1 << 20;
    int64_t rows = 0;
    std::string_view line;
    while (rows < kBatchRows && features_.numValues() < kMaxValues && !ended_) {
      ended_ = !lines_.next(line);
      if (ended_ || !isLibsvmRow(line)) continue;
      if (const auto wrong = parseLibsvmLine(line, row_)) throwBadLine(split_, lines_.lineOffset(), *wrong);
      add();
      ++rows;
    }
    if (rows == 0) return nullptr;
    const std::array<std::shared_ptr<arrow::Array>, 2> both{valueOf(labels_.Finish(), "cannot build labels"),
                                                            features_.finish()};
    arrow::ArrayVector columns;
    for (const int column : request_.columns) columns.push_back(both[static_cast<size_t>(column)]);
    return arrow::RecordBatch::Make(request_.wanted, rows, std::move(columns));
  }

 private:
  void add() {
    if (!row_.indices.empty() && row_.indices.back() >= numFeatures_) {
      throwBadLine(split_, lines_.lineOffset(),
                   "index " + std::to_string(row_.indices.back() + 1) + " is above numFeatures, which is " +
                       std::to_string(numFeatures_));
    }
    check(labels_.Append(row_.label), "cannot build labels");
    features_.add(row_);
  }

  const FileSplit& split_;
  const ReadRequest& request_;
  int64_t numFeatures_;
  SplitLines lines_;
  arrow::DoubleBuilder labels_;
  VectorColumn features_;
  LibsvmRow row_;
  bool ended_ = false;
};

class LibsvmFormat final : public FileFormat {
 public:
  explicit LibsvmFormat(const std::map<std::string, std::string>& given) {
    const FormatOptions options("libsvm", given, kLibsvmOptions);
    numFeatures_ = options.integer("numFeatures", 0);
    dense_ = options.choice("vectorType", "sparse", kVectorTypes) == "dense";
  }

  std::unique_ptr<BatchSource> open(TaskContext& context, const FileSplit& split,
                                    const ReadRequest& request) const override {
    return std::make_unique<LibsvmBatches>(context, split, request, numFeatures_, dense_);
  }

 private:
  int64_t numFeatures_ = 0;
  bool dense_ = false;
};

// The greatest size of the vectors in a partition.
class VectorSizeSink final : public SinkWith<VectorSizeSink> {
 public:
  using VectorSizeSink::SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext&, const Node&, UntypedIterator& rows) const override {
    int64_t size = 0;
    auto& batches = static_cast<BatchIterator&>(rows);
    while (auto batch = batches.next()) {
      const auto& vectors = static_cast<const arrow::StructArray&>(*batch->column(0));
      const auto& lists = static_cast<const arrow::ListArray&>(*vectors.field(2));
      const auto& indices = static_cast<const arrow::Int32Array&>(*lists.values());
      for (int64_t i = 0; i < indices.length(); ++i) size = std::max<int64_t>(size, indices.Value(i) + 1);
    }
    return std::make_unique<TypedTaskValue<int64_t>>(size);
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<int64_t>>(decoder.read<int64_t>());
  }
};

std::shared_ptr<arrow::Schema> libsvmSchema() {
  return arrow::schema({arrow::field("label", arrow::float64()), arrow::field("features", vectorType())});
}

RelationPtr relationOf(FileIndex index, const FormatOptions& options, int64_t numFeatures) {
  auto all = options.all();
  all["numfeatures"] = std::to_string(numFeatures);
  FileSource source{"libsvm", std::move(all), std::move(index), libsvmSchema(), splitUnlessCompressed};
  return std::make_shared<const FileRelation>(std::move(source), nullptr);
}

int64_t countFeatures(const SessionPtr& session, const FileIndex& index, const FormatOptions& options) {
  // As many as there can be: the first reading takes vectors of any size.
  auto sparse = options.all();
  sparse["vectortype"] = "sparse";
  const RelationPtr all =
      relationOf(index, FormatOptions("libsvm", sparse, kLibsvmOptions), std::numeric_limits<int32_t>::max());
  const BatchNodePtr node = all->scan(session, {.columns = {1}, .filters = {}, .limit = {}});
  std::vector<int> partitions(static_cast<size_t>(node->numPartitions()));
  for (size_t i = 0; i < partitions.size(); ++i) partitions[i] = static_cast<int>(i);
  int64_t size = 0;
  detail::runJob(*session, node, std::make_shared<const VectorSizeSink>(std::tuple<>()), std::move(partitions),
                 "count the features of libsvm files", [&](int, TaskValue& value) {
                   size = std::max(size, static_cast<TypedTaskValue<int64_t>&>(value).value);
                 });
  return size;
}

}  // namespace

std::unique_ptr<const FileFormat> makeLibsvmFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const LibsvmFormat>(options);
}

RelationPtr makeLibsvmRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                               const std::map<std::string, std::string>& given,
                               std::shared_ptr<arrow::Schema> userSchema) {
  const FormatOptions options("libsvm", given, kLibsvmOptions);
  options.choice("vectorType", "sparse", kVectorTypes);
  if (userSchema && !userSchema->Equals(*libsvmSchema(), false)) {
    throw Error(ErrorCode::kInvalidArgument,
                "format libsvm has the columns label (double) and features (vector); leave the schema away");
  }
  const int64_t wanted = options.integer("numFeatures", 0);
  if (wanted < 0 || wanted > std::numeric_limits<int32_t>::max()) {
    throw Error(ErrorCode::kInvalidArgument,
                "option 'numFeatures' of format libsvm is " + std::to_string(wanted) + "; it takes 1 to 2147483647");
  }
  FileIndex index = indexFiles(paths, options, nullptr);
  const int64_t numFeatures = wanted > 0 ? wanted : countFeatures(session, index, options);
  return relationOf(std::move(index), options, numFeatures);
}

}  // namespace ferro
