#include "ferro/engine/io/csv/csv_relation.h"

#include <numeric>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/column_classifier.h"
#include "ferro/engine/io/csv/column_converter.h"
#include "ferro/engine/io/csv/csv_first_record.h"
#include "ferro/engine/io/csv/csv_header.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/csv_source.h"
#include "ferro/engine/io/csv/csv_type_source.h"
#include "ferro/engine/io/input_files.h"
#include "ferro/engine/rdd.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

// Whether records can be found from the middle of a file.
bool isSplitable(const CsvOptions& options) { return !options.multiLine && options.encoding == TextEncoding::kUtf8; }

std::shared_ptr<arrow::Schema> allNullable(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  for (const auto& field : schema.fields()) fields.push_back(field->WithNullable(true));
  return arrow::schema(std::move(fields));
}

void requireReadable(const arrow::Schema& schema, const CsvOptions& options) {
  for (const auto& field : schema.fields()) {
    if (!canConvertTo(*field->type())) {
      throw Error(ErrorCode::kInvalidArgument, "CSV text cannot hold column " + field->name() + " of type " +
                                                   typeName(*field->type()) + "; read it as a string");
    }
    if (field->name() == options.columnOfCorruptRecords && field->type()->id() != arrow::Type::STRING) {
      throw Error(ErrorCode::kInvalidArgument, "the column of corrupt records, " + field->name() +
                                                   ", must be a string, not " + typeName(*field->type()));
    }
  }
}

class CsvRelation final : public Relation {
 public:
  CsvRelation(std::map<std::string, std::string> texts, std::vector<InputFile> files)
      : texts_(std::move(texts)), options_(parseCsvOptions(texts_)), files_(std::move(files)) {}

  void setSchema(std::shared_ptr<arrow::Schema> schema) {
    schema_ = std::move(schema);
    arrow::FieldVector inFile;
    for (const auto& field : schema_->fields()) {
      const bool corrupt = field->name() == options_.columnOfCorruptRecords;
      filePositions_.push_back(corrupt ? CsvScan::kCorruptRecord : static_cast<int>(inFile.size()));
      if (!corrupt) inFile.push_back(field);
    }
    fileSchema_ = arrow::schema(std::move(inFile));
  }

  // What the files themselves say of their columns.
  std::shared_ptr<arrow::Schema> inferSchema(const SessionPtr& session) const {
    const CsvFirstRecord first = readFirstRecord(session, texts_, plan(*session));
    if (first.fields.size() > static_cast<size_t>(options_.maxColumns)) {
      throw Error(ErrorCode::kInvalidArgument, "the first record of " + files_[0].path + " has " +
                                                   std::to_string(first.fields.size()) +
                                                   " columns; set maxColumns to as many, or check the separator");
    }
    const std::vector<std::string> names = columnNames(first.fields, options_);
    std::vector<InferredType> types(names.size(), {InferredKind::kString, 0});
    if (options_.inferSchema && !names.empty()) types = inferTypes(session, names, first.text);
    arrow::FieldVector fields;
    for (size_t i = 0; i < names.size(); ++i) fields.push_back(arrow::field(names[i], arrowType(types[i])));
    return arrow::schema(std::move(fields));
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  std::string format() const override { return "csv"; }
  std::vector<std::string> paths() const override {
    std::vector<std::string> paths;
    for (const InputFile& file : files_) paths.push_back(file.path);
    return paths;
  }
  std::optional<int64_t> sizeInBytes() const override {
    int64_t total = 0;
    for (const InputFile& file : files_) total += file.bytes;
    return total;
  }

  BatchNodePtr scan(const SessionPtr& session, const ScanRequest& request) const override {
    CsvScan scan{texts_, fileSchema_, {}, request.filters.empty() ? request.limit : std::nullopt};
    arrow::FieldVector fields;
    for (const int column : request.columns) {
      scan.columns.push_back(filePositions_[static_cast<size_t>(column)]);
      fields.push_back(schema_->field(column));
    }
    auto partitions = plan(*session);
    NodeInfo info{detail::newNodeId(*session), "Scan csv", static_cast<int>(partitions.size()), nullptr};
    return std::make_shared<const CsvSource>(std::move(info), LineageParents{}, arrow::schema(std::move(fields)),
                                             std::tuple(std::move(scan), std::move(partitions)));
  }

 private:
  std::vector<CsvPartition> plan(const SessionCore& session) const {
    return planCsvPartitions(files_, detail::defaultParallelism(session), isSplitable(options_));
  }

  std::vector<InferredType> inferTypes(const SessionPtr& session, const std::vector<std::string>& names,
                                       const std::string& header) const {
    auto partitions = plan(*session);
    NodeInfo info{0, "csv types", static_cast<int>(partitions.size()), nullptr};
    const auto found = detail::makeRdd<CsvTypeSource>(session, std::move(info), LineageParents{},
                                                      CsvInference{texts_, names, header}, std::move(partitions))
                           .collect();
    std::vector<InferredType> types(names.size());
    for (const auto& ofPartition : found) {
      for (size_t i = 0; i < names.size(); ++i) {
        types[i] = commonType(types[i], ofPartition[i], datesAreTimestamps(options_));
      }
    }
    return types;
  }

  std::map<std::string, std::string> texts_;
  CsvOptions options_;
  std::vector<InputFile> files_;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::Schema> fileSchema_;  // without the column of corrupt records
  std::vector<int> filePositions_;             // of the schema's columns in the file's
};

}  // namespace

RelationPtr makeCsvRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                            const std::map<std::string, std::string>& options,
                            std::shared_ptr<arrow::Schema> userSchema) {
  const CsvOptions parsed = parseCsvOptions(options);
  if (paths.empty()) throw Error(ErrorCode::kInvalidArgument, "no path to read CSV from was given");
  std::vector<InputFile> files;
  for (const std::string& path : paths) {
    for (InputFile& file : listInputFiles(path)) files.push_back(std::move(file));
  }
  if (files.empty()) throw Error(ErrorCode::kNotFound, "there is no file to read CSV from in " + paths[0]);
  auto relation = std::make_shared<CsvRelation>(options, std::move(files));
  auto schema = userSchema ? allNullable(*userSchema) : relation->inferSchema(session);
  requireReadable(*schema, parsed);
  relation->setSchema(std::move(schema));
  return relation;
}

}  // namespace ferro
