#include <numeric>
#include <random>
#include <tuple>
#include <utility>

#include <arrow/array/array_binary.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/file_relation.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/json_options.h"
#include "ferro/engine/sink.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// The type of all records in some texts.
class RecordTypes {
 public:
  explicit RecordTypes(const JsonOptions& options, uint64_t seed) : options_(options), random_(seed) {}

  void add(std::string_view text) {
    if (!options_.multiLine) return addOne(tape_.parse(text, options_.syntax));
    for (size_t position = 0; position < text.size();) {
      const auto error = tape_.parseNext(text, position, options_.syntax);
      addOne(error);
      if (error) return;
    }
  }

  JsonType take() { return std::move(type_); }

 private:
  void addOne(const std::optional<JsonError>& error) {
    if (!error && tape_.empty()) return;
    if (options_.samplingRatio < 1 && chance_(random_) >= options_.samplingRatio) return;
    if (!error && includeRoot()) return;
    if (options_.mode != ReadMode::kPermissive) return;
    JsonTape text;
    text.parse("\"text\"", {});
    JsonType corrupt;
    corrupt.include(text, 0, {});
    type_.includeField(options_.corruptColumn, corrupt);
  }

  bool includeRoot() {
    if (tape_[0].kind == JsonKind::kObject) return type_.include(tape_, 0, options_.rules), true;
    if (tape_[0].kind != JsonKind::kArray) return false;
    bool good = true;
    for (size_t node = 1; node < tape_[0].next; node = tape_[node].next) {
      if (tape_[node].kind == JsonKind::kObject) {
        type_.include(tape_, node, options_.rules);
      } else {
        good = false;
      }
    }
    return good;
  }

  const JsonOptions& options_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> chance_{0, 1};
  JsonTape tape_;
  JsonType type_;
};

class JsonTypeSink final : public SinkWith<JsonTypeSink, std::map<std::string, std::string>> {
 public:
  using JsonTypeSink::SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    const JsonOptions options(argument<0>());
    RecordTypes types(options, static_cast<uint64_t>(context.partitionId()) + 1);
    auto& batches = static_cast<BatchIterator&>(rows);
    while (auto batch = batches.next()) {
      const auto& texts = static_cast<const arrow::StringArray&>(*batch->column(0));
      for (int64_t i = 0; i < texts.length(); ++i) types.add(texts.GetView(i));
    }
    return std::make_unique<TypedTaskValue<JsonType>>(types.take());
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<JsonType>>(decoder.read<JsonType>());
  }
};

// Reads the files once, as text.
std::shared_ptr<arrow::Schema> inferSchema(const SessionPtr& session, const FileIndex& index,
                                           const JsonOptions& options) {
  std::map<std::string, std::string> textOptions;
  if (options.multiLine) textOptions["wholetext"] = "true";
  if (options.lineSeparator) textOptions["linesep"] = *options.lineSeparator;
  const bool splits = !options.multiLine && !options.lineSeparator;
  const FileRelation text({"text", textOptions, index, arrow::schema({arrow::field("value", arrow::utf8())}),
                           splits ? splitUnlessCompressed : neverSplit},
                          nullptr);
  const BatchNodePtr node = text.scan(session, {.columns = {0}, .filters = {}, .limit = {}});
  std::vector<int> partitions(static_cast<size_t>(node->numPartitions()));
  std::iota(partitions.begin(), partitions.end(), 0);
  JsonType type;
  detail::runJob(*session, node, std::make_shared<const JsonTypeSink>(std::make_tuple(options.options.all())),
                 std::move(partitions), "find the schema of json files",
                 [&](int, TaskValue& value) { type.include(static_cast<TypedTaskValue<JsonType>&>(value).value); });
  if (type.kind() != JsonType::Kind::kStruct) return arrow::schema(arrow::FieldVector());
  const auto found = type.toArrow(options.rules);
  return arrow::schema(found ? found->fields() : arrow::FieldVector());
}

}  // namespace

RelationPtr makeJsonRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                             const std::map<std::string, std::string>& given,
                             std::shared_ptr<arrow::Schema> userSchema) {
  const JsonOptions options(given);
  FileIndex index = indexFiles(paths, options.options, userSchema.get());
  auto schema = userSchema ? userSchema : inferSchema(session, index, options);
  if (const auto corrupt = schema->GetFieldByName(options.corruptColumn);
      corrupt && corrupt->type()->id() != arrow::Type::STRING) {
    throw Error(
        ErrorCode::kInvalidArgument,
        "column `" + options.corruptColumn + "` keeps corrupt records and must be of type string; change the schema");
  }
  const bool splits = !options.multiLine && !options.lineSeparator;
  FileSource source{"json", options.options.all(), index, withoutPartitionColumns(*schema, index),
                    splits ? splitUnlessCompressed : neverSplit};
  return std::make_shared<const FileRelation>(std::move(source), schema.get());
}

}  // namespace ferro
