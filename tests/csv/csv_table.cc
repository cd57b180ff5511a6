#include "csv_table.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <utility>

#include <arrow/api.h>

#include "ferro/common/arrow_bytes.h"
#include "ferro/common/arrow_check.h"
#include "ferro/engine/sink.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::test {
namespace {

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

class BatchesValue final : public TaskValue {
 public:
  void encode(Encoder& encoder) const override {
    std::vector<std::string> bytes;
    for (const auto& batch : batches) bytes.push_back(batchToBytes(*batch));
    encoder.write(bytes);
  }
  Batches batches;
};

class CollectBatches final : public SinkWith<CollectBatches, std::shared_ptr<arrow::Schema>, bool> {
 public:
  using CollectBatches::SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext&, const Node&, UntypedIterator& rows) const override {
    auto value = std::make_unique<BatchesValue>();
    auto& batches = static_cast<BatchIterator&>(rows);
    while (auto batch = batches.next()) {
      if (argument<1>()) check(batch->ValidateFull(), "a batch of CSV is wrong");
      value->batches.push_back(std::move(batch));
    }
    return value;
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    auto value = std::make_unique<BatchesValue>();
    for (const auto& bytes : decoder.read<std::vector<std::string>>()) {
      value->batches.push_back(batchFromBytes(bytes, argument<0>()));
    }
    return value;
  }
};

std::vector<Batches> collectPartitions(const SessionPtr& session, const BatchNodePtr& node, bool validate = true) {
  std::vector<int> partitions(static_cast<size_t>(node->numPartitions()));
  std::iota(partitions.begin(), partitions.end(), 0);
  std::vector<Batches> collected(partitions.size());
  if (partitions.empty()) return collected;
  detail::runJob(*session, node, std::make_shared<const CollectBatches>(std::tuple(node->schema(), validate)),
                 partitions, "collect", [&](int position, TaskValue& value) {
                   collected[static_cast<size_t>(position)] = std::move(static_cast<BatchesValue&>(value).batches);
                 });
  return collected;
}

// As Java writes doubles.
std::string doubleText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  char buffer[64];
  const double size = std::abs(value);
  const bool plain = size == 0 || (size >= 1e-3 && size < 1e7);
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  std::string text(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value, format).ptr);
  if (plain) return text.find('.') == std::string::npos ? text + ".0" : text;
  const size_t exponent = text.find('e');
  std::string mantissa = text.substr(0, exponent);
  if (mantissa.find('.') == std::string::npos) mantissa += ".0";
  return mantissa + "E" + std::to_string(std::stoi(text.substr(exponent + 1)));
}

// Without the zone's Z and without the zeros at the end of the fraction.
std::string timestampText(std::string text) {
  if (text.ends_with('Z')) text.pop_back();
  if (text.find('.') != std::string::npos) {
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
  }
  return text;
}

std::string textOf(const arrow::Scalar& value) {
  switch (value.type->id()) {
    case arrow::Type::FLOAT: return doubleText(static_cast<const arrow::FloatScalar&>(value).value);
    case arrow::Type::DOUBLE: return doubleText(static_cast<const arrow::DoubleScalar&>(value).value);
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return static_cast<const arrow::BaseBinaryScalar&>(value).value->ToString();
    case arrow::Type::TIMESTAMP: return timestampText(value.ToString());
    default: return value.ToString();
  }
}

}  // namespace

std::shared_ptr<arrow::Table> collectTable(const SessionPtr& session, const BatchNodePtr& node, bool validate) {
  Batches all;
  for (auto& batches : collectPartitions(session, node, validate))
    all.insert(all.end(), batches.begin(), batches.end());
  return valueOf(arrow::Table::FromRecordBatches(node->schema(), all), "cannot make a table");
}

std::vector<int64_t> partitionSizes(const SessionPtr& session, const BatchNodePtr& node) {
  std::vector<int64_t> sizes;
  for (const auto& batches : collectPartitions(session, node)) {
    sizes.push_back(0);
    for (const auto& batch : batches) sizes.back() += batch->num_rows();
  }
  return sizes;
}

ScanRequest everything(const Relation& relation) {
  ScanRequest request;
  request.columns.resize(static_cast<size_t>(relation.schema()->num_fields()));
  std::iota(request.columns.begin(), request.columns.end(), 0);
  return request;
}

std::shared_ptr<arrow::Table> readTable(const SessionPtr& session, const Relation& relation) {
  return collectTable(session, relation.scan(session, everything(relation)));
}

CsvRows textsOf(const arrow::Table& table) {
  CsvRows rows(static_cast<size_t>(table.num_rows()));
  for (const auto& column : table.columns()) {
    size_t row = 0;
    for (const auto& chunk : column->chunks()) {
      for (int64_t i = 0; i < chunk->length(); ++i, ++row) {
        const auto scalar = valueOf(chunk->GetScalar(i), "cannot get a value");
        rows[row].push_back(scalar->is_valid ? std::optional(textOf(*scalar)) : std::nullopt);
      }
    }
  }
  return rows;
}

std::string typesOf(const arrow::Schema& schema) {
  std::string types;
  for (const auto& field : schema.fields()) {
    types += (types.empty() ? "" : " ") + field->name() + ":" + sqlName(*field->type());
  }
  return types;
}

CsvCase::CsvCase(const std::string& master)
    : directory_(std::filesystem::temp_directory_path(), "ferro-csv-test-"),
      session_(std::in_place, Conf().setMaster(master)),
      core_(session_->core()) {}

CsvCase::CsvCase(const Session& session)
    : directory_(std::filesystem::temp_directory_path(), "ferro-csv-test-"), core_(session.core()) {}

CsvCase::~CsvCase() = default;

std::string CsvCase::write(std::string_view name, std::string_view content) {
  const std::string path = directory_.path() + "/" + std::string(name);
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

RelationPtr CsvCase::relation(const std::string& path, const CsvTexts& options, const std::string& schema) {
  return makeCsvRelation(core_, {path}, options, schema.empty() ? nullptr : parseSchema(schema));
}

CsvRows CsvCase::rows(std::string_view content, const CsvTexts& options, const std::string& schema) {
  const std::string path = write("case" + std::to_string(files_++) + ".csv", content);
  return textsOf(*readTable(core_, *relation(path, options, schema)));
}

std::string CsvCase::types(std::string_view content, const CsvTexts& options) {
  const std::string path = write("case" + std::to_string(files_++) + ".csv", content);
  return typesOf(*relation(path, options)->schema());
}

}  // namespace ferro::test
