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

// The type of all records of some texts: of the objects, and whether a record was something else.
struct RootType {
  JsonType objects{};
  bool hasOthers = false;

  void include(const RootType& other) {
    objects.include(other.objects);
    hasOthers = hasOthers || other.hasOthers;
  }
};

JsonType textType() {
  JsonTape text;
  text.parse("\"text\"", {});
  JsonType type;
  type.include(text, 0, {});
  return type;
}

[[noreturn]] void throwMalformed(const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "[MALFORMED_RECORD_IN_SCHEMA_INFERENCE] json: a record " + what +
                                             "; give a schema, or use the mode PERMISSIVE or DROPMALFORMED");
}

class RecordTypes {
 public:
  explicit RecordTypes(const JsonOptions& options, uint64_t seed) : options_(options), random_(seed) {}

  // The first value of the text, as readers take it.
  void add(std::string_view text) {
    size_t position = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const auto error = tape_.parseNext(text, position, options_.syntax);
    if (!error && tape_.empty()) return;
    if (options_.samplingRatio < 1 && chance_(random_) >= options_.samplingRatio) return;
    if (error) return addMalformed(error->what);
    JsonType found;
    found.include(tape_, 0, options_.rules);
    // A row for each object of an array.
    while (found.kind() == JsonType::Kind::kArray) found = found.element();
    if (found.kind() == JsonType::Kind::kStruct) {
      type_.objects.include(found);
    } else if (found.kind() != JsonType::Kind::kNull) {
      type_.hasOthers = true;
    }
  }

  RootType take() { return std::move(type_); }

 private:
  void addMalformed(const char* what) {
    if (options_.mode == ReadMode::kFailFast) throwMalformed(what);
    if (options_.mode == ReadMode::kPermissive) type_.objects.includeField(options_.corruptColumn, textType());
  }

  const JsonOptions& options_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> chance_{0, 1};
  JsonTape tape_;
  RootType type_;
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
    return std::make_unique<TypedTaskValue<RootType>>(types.take());
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<RootType>>(decoder.read<RootType>());
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
  RootType type;
  detail::runJob(*session, node, std::make_shared<const JsonTypeSink>(std::make_tuple(options.options.all())),
                 std::move(partitions), "find the schema of json files",
                 [&](int, TaskValue& value) { type.include(static_cast<TypedTaskValue<RootType>&>(value).value); });
  if (type.hasOthers && options.mode == ReadMode::kFailFast) throwMalformed("is not an object");
  if (type.hasOthers && options.mode == ReadMode::kPermissive) {
    type.objects.includeField(options.corruptColumn, textType());
  }
  if (type.objects.kind() != JsonType::Kind::kStruct) return arrow::schema(arrow::FieldVector());
  type.objects.requireDifferentNames();
  const auto found = type.objects.toArrow(options.rules);
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
