#include "ferro/engine/io/write/table_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/formats/partition_columns.h"
#include "ferro/engine/io/staging.h"
#include "ferro/engine/io/write/table_files.h"
#include "ferro/engine/io/write/value_text.h"
#include "ferro/engine/io/write/write_input.h"
#include "ferro/engine/session_core.h"
#include "ferro/engine/session_zone.h"
#include "ferro/engine/sink.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

class WriteSink final : public SinkWith<WriteSink, WritePlan> {
 public:
  using WriteSink::SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    TableFiles files(context, argument<0>());
    auto& batches = static_cast<BatchIterator&>(rows);
    while (auto batch = batches.next()) files.add(batch);
    return std::make_unique<TypedTaskValue<std::vector<WrittenPart>>>(files.finish());
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<std::vector<WrittenPart>>>(decoder.read<std::vector<WrittenPart>>());
  }
};

void checkNames(const arrow::Schema& schema) {
  std::set<std::string> seen;
  for (const auto& field : schema.fields()) {
    if (seen.insert(field->name()).second) continue;
    throw Error(ErrorCode::kInvalidArgument, "[COLUMN_ALREADY_EXISTS] The column `" + field->name() +
                                                 "` already exists; rename one of the two before writing");
  }
}

int partitionPosition(const arrow::Schema& schema, const std::string& name) {
  const int position = schema.GetFieldIndex(name);
  if (position >= 0 && hasPlainText(*schema.field(position)->type())) return position;
  if (position >= 0) {
    throw Error(ErrorCode::kInvalidArgument,
                "[INVALID_PARTITION_COLUMN_DATA_TYPE] column `" + name + "` has parts and cannot become directories");
  }
  const auto names = schema.field_names();
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw Error(ErrorCode::kNotFound, "partitionBy names the column `" + name +
                                        "`, which is not in the table; did you mean `" +
                                        std::string(nearestName(name, known).value_or("")) + "`?");
}

// An option of its own, which is the same for all formats.
int64_t takeMaxRecords(std::map<std::string, std::string>& options, int64_t otherwise) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [](const auto& one) { return lowerCase(one.first) == "maxrecordsperfile"; });
  if (found == options.end()) return otherwise;
  int64_t number = 0;
  const std::string text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(ErrorCode::kInvalidArgument, "option 'maxRecordsPerFile' is '" + text + "'; it takes a whole number");
  }
  options.erase(found);
  return number;
}

// CSV and JSON write timestamps in the session's zone unless an option names another.
void addZone(WritePlan& plan, const Conf& conf) {
  if (plan.format != "csv" && plan.format != "json") return;
  const bool hasZone = std::any_of(plan.options.begin(), plan.options.end(),
                                   [](const auto& one) { return equalIgnoringCase(one.first, "timeZone"); });
  if (!hasZone) plan.options["timeZone"] = sessionZone(conf)->id();
}

WritePlan makePlan(const arrow::Schema& schema, const WriteRequest& request) {
  checkNames(schema);
  WritePlan plan;
  plan.format = lowerCase(request.format);
  plan.options = request.options;
  plan.maxRecordsPerFile = std::max<int64_t>(takeMaxRecords(plan.options, request.maxRecordsPerFile), 0);
  plan.targetFileBytes = std::max<int64_t>(request.targetFileBytes, 1);
  plan.schema = arrow::schema(schema.fields());
  for (const std::string& name : request.partitionBy) plan.partitionColumns.push_back(partitionPosition(schema, name));
  arrow::FieldVector data;
  for (int i = 0; i < schema.num_fields(); ++i) {
    const auto& columns = plan.partitionColumns;
    if (std::find(columns.begin(), columns.end(), i) != columns.end()) continue;
    plan.dataColumns.push_back(i);
    data.push_back(schema.field(i));
  }
  if (data.empty() && !plan.partitionColumns.empty()) {
    throw Error(ErrorCode::kInvalidArgument,
                "[ALL_PARTITION_COLUMNS_NOT_ALLOWED] partitionBy names all columns; leave one for the files to hold");
  }
  makeWriteFormat(plan.format, plan.options)->checkSchema(*arrow::schema(std::move(data)));
  return plan;
}

// Without links, so that two names of one place are seen to be one.
std::string canonical(const ResolvedPath& place) {
  if (!place.isLocal()) return place.location;
  std::error_code failure;
  const auto path = std::filesystem::weakly_canonical(place.path, failure);
  return failure ? place.path : path.string();
}

bool isBeneath(const std::string& path, const std::string& directory) {
  return path.starts_with(directory) && (path.size() == directory.size() || path[directory.size()] == '/');
}

// Whether the target is one of the directories that a read of `root` goes into: those that name a column.
bool isReadFrom(const std::string& target, const std::string& root) {
  if (!isBeneath(target, root)) return false;
  const std::string first = target.substr(root.size() + 1, target.find('/', root.size() + 1) - root.size() - 1);
  return parsePartitionDirectory(first).has_value();
}

void checkNotRead(const ResolvedPath& target, const std::vector<std::string>& readPaths) {
  const std::string written = canonical(target);
  for (const std::string& path : readPaths) {
    const std::string read = canonical(resolveAbsolutePath(path));
    if (!isBeneath(read, written) && !isReadFrom(written, read)) continue;
    throw Error(ErrorCode::kInvalidArgument, "[UNSUPPORTED_OVERWRITE.PATH] Can't overwrite the path " +
                                                 target.location +
                                                 " that is also being read from; write elsewhere, "
                                                 "or checkpoint the table first");
  }
}

std::vector<WrittenPart> runWrite(const SessionPtr& session, const BatchNodePtr& rows, WritePlan plan) {
  std::vector<int> partitions(static_cast<size_t>(rows->numPartitions()));
  std::iota(partitions.begin(), partitions.end(), 0);
  std::vector<std::vector<WrittenPart>> byPartition(partitions.size());
  const std::string action = "write " + plan.format;
  detail::runJob(*session, rows, std::make_shared<const WriteSink>(std::make_tuple(std::move(plan))),
                 std::move(partitions), action, [&](int position, TaskValue& value) {
                   byPartition[static_cast<size_t>(position)] =
                       std::move(static_cast<TypedTaskValue<std::vector<WrittenPart>>&>(value).value);
                 });
  std::vector<WrittenPart> parts;
  for (auto& some : byPartition) std::move(some.begin(), some.end(), std::back_inserter(parts));
  return parts;
}

// A file without rows is only for a table without rows.
void dropEmptyParts(std::vector<WrittenPart>& parts) {
  const bool anyRows = std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.rows > 0; });
  if (anyRows) std::erase_if(parts, [](const auto& part) { return part.rows == 0; });
}

}  // namespace

SaveMode parseSaveMode(std::string_view text) {
  const std::string mode = lowerCase(text);
  if (mode == "error" || mode == "errorifexists" || mode == "default") return SaveMode::kErrorIfExists;
  if (mode == "overwrite") return SaveMode::kOverwrite;
  if (mode == "append") return SaveMode::kAppend;
  if (mode == "ignore") return SaveMode::kIgnore;
  throw Error(ErrorCode::kInvalidArgument, "[INVALID_SAVE_MODE] the save mode '" + std::string(text) +
                                               "' is not known; use append, overwrite, ignore, error or errorifexists");
}

void writeTable(const SessionPtr& session, const BatchNodePtr& rows, const WriteRequest& request) {
  if (request.path.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "the output path is empty; name a directory to be made");
  }
  WritePlan plan = makePlan(request.schema == nullptr ? *rows->schema() : *request.schema, request);
  addZone(plan, session->conf());
  const ResolvedPath target = resolveAbsolutePath(request.path);
  const bool there = exists(target);
  if (there && request.mode == SaveMode::kIgnore) return;
  if (there && request.mode != SaveMode::kErrorIfExists && !statusOf(target)->IsDirectory()) {
    throw Error(ErrorCode::kAlreadyExists,
                "[PATH_ALREADY_EXISTS] output path " + target.location + " is a file and not a directory; remove it");
  }
  if (there && request.mode == SaveMode::kOverwrite) checkNotRead(target, request.readPaths);
  const SaveMode mode = request.mode == SaveMode::kIgnore ? SaveMode::kErrorIfExists : request.mode;
  OutputCommitter output(target, "", mode);
  plan.staging = output.task().staging;
  plan.outputId = output.id();
  const BatchNodePtr input = inputOfWrite(session, rows, request.sizeHint, plan.targetFileBytes);
  std::vector<WrittenPart> parts = runWrite(session, input, std::move(plan));
  dropEmptyParts(parts);
  output.commit(parts);
}

}  // namespace ferro
