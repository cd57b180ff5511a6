#include "tables.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <numeric>
#include <regex>

#include <arrow/array.h>
#include <arrow/json/from_string.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_bytes.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/engine/sink.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::test {
namespace {

// Partitions that were put into bytes on the driver. The second argument is a partition that fails, or -1.
class TestRows final : public BatchNodeWith<TestRows, std::vector<std::string>, int> {
 public:
  using TestRows::BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs&) const override {
    class One final : public BatchIterator {
     public:
      One(std::shared_ptr<arrow::RecordBatch> batch, bool fails) : batch_(std::move(batch)), fails_(fails) {}
      std::shared_ptr<arrow::RecordBatch> next() override {
        if (batch_ != nullptr && batch_->num_rows() > 0) return std::exchange(batch_, nullptr);
        if (fails_) throw Error(ErrorCode::kUserFunction, "this partition fails on purpose");
        return nullptr;
      }

     private:
      std::shared_ptr<arrow::RecordBatch> batch_;
      bool fails_;
    };
    const auto& bytes = argument<0>()[static_cast<size_t>(partition)];
    return std::make_unique<One>(batchFromBytes(bytes, schema()), partition == argument<1>());
  }
};

class CollectSink final : public SinkWith<CollectSink> {
 public:
  using CollectSink::SinkWith::SinkWith;
  using Result = std::vector<std::string>;

  std::unique_ptr<TaskValue> run(TaskContext&, const Node&, UntypedIterator& rows) const override {
    Result result;
    auto& batches = static_cast<BatchIterator&>(rows);
    while (auto batch = batches.next()) {
      check(batch->ValidateFull(), "a batch is not what it says");
      result.push_back(batchToBytes(*batch));
    }
    return std::make_unique<TypedTaskValue<Result>>(std::move(result));
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<Result>>(decoder.read<Result>());
  }
};

std::string withoutId(const std::string& name) {
  static const std::regex kId("-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  return std::regex_replace(name, kId, "");
}

}  // namespace

std::shared_ptr<arrow::RecordBatch> batchOf(const std::string& ddl, const std::string& json) {
  const auto type = arrow::struct_(parseSchema(ddl)->fields());
  const auto rows = valueOf(arrow::json::ArrayFromJSONString(type, json), "a test's rows");
  return valueOf(arrow::RecordBatch::FromStructArray(rows), "a test's rows");
}

BatchNodePtr failingPartitionsOf(const Session& session, const Batches& partitions, int failing) {
  std::vector<std::string> bytes;
  for (const auto& batch : partitions) bytes.push_back(batchToBytes(*batch));
  NodeInfo info{detail::newNodeId(*session.core()), "test rows", static_cast<int>(bytes.size()), nullptr};
  return std::make_shared<const TestRows>(std::move(info), LineageParents{}, partitions.front()->schema(),
                                          std::make_tuple(std::move(bytes), failing));
}

BatchNodePtr partitionsOf(const Session& session, const Batches& partitions) {
  return failingPartitionsOf(session, partitions, -1);
}

std::shared_ptr<arrow::Table> collect(const Session& session, const BatchNodePtr& node) {
  std::vector<int> partitions(static_cast<size_t>(node->numPartitions()));
  std::iota(partitions.begin(), partitions.end(), 0);
  std::vector<Batches> byPartition(partitions.size());
  detail::runJob(*session.core(), node, std::make_shared<const CollectSink>(std::tuple<>()), std::move(partitions),
                 "collect", [&](int position, TaskValue& value) {
                   for (const auto& bytes : static_cast<TypedTaskValue<CollectSink::Result>&>(value).value) {
                     byPartition[static_cast<size_t>(position)].push_back(batchFromBytes(bytes, node->schema()));
                   }
                 });
  Batches all;
  for (const auto& some : byPartition) all.insert(all.end(), some.begin(), some.end());
  return valueOf(arrow::Table::FromRecordBatches(node->schema(), all), "collected rows");
}

std::vector<int> allColumns(const Relation& relation) {
  std::vector<int> columns(static_cast<size_t>(relation.schema()->num_fields()));
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

std::shared_ptr<arrow::Table> collect(const Session& session, const RelationPtr& relation) {
  return collect(session,
                 relation->scan(session.core(), {.columns = allColumns(*relation), .filters = {}, .limit = {}}));
}

std::vector<std::string> linesOf(const arrow::Table& table) {
  std::vector<std::string> lines;
  for (int64_t row = 0; row < table.num_rows(); ++row) {
    std::string line;
    for (int column = 0; column < table.num_columns(); ++column) {
      const auto value = valueOf(table.column(column)->GetScalar(row), "a value");
      line += (column > 0 ? "|" : "") + value->ToString();
    }
    lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<std::string> linesOf(const Batches& batches) {
  return linesOf(*valueOf(arrow::Table::FromRecordBatches(batches), "rows"));
}

std::vector<std::string> filesIn(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_directory()) continue;
    names.push_back(withoutId(std::filesystem::relative(entry.path(), directory).string()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void writeFile(const std::string& path, const std::string& content) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ferro-formats-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw Error(ErrorCode::kIo, "cannot make a directory for a test");
  path_ = pattern;
}

Folder::~Folder() { std::filesystem::remove_all(path_); }

}  // namespace ferro::test
