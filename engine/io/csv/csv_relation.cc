#include "ferro/engine/io/csv/csv_relation.h"

#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/column_classifier.h"
#include "ferro/engine/io/csv/column_converter.h"
#include "ferro/engine/io/csv/csv_first_record.h"
#include "ferro/engine/io/csv/csv_header.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/csv_type_source.h"
#include "ferro/engine/io/formats/file_relation.h"
#include "ferro/engine/rdd.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

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

// Finds out what the files themselves say of their columns.
class SchemaInference {
 public:
  SchemaInference(const SessionPtr& session, const FileSource& source, const CsvOptions& options)
      : session_(session),
        source_(source),
        options_(options),
        partitions_(planSplits(source.index.files, detail::defaultParallelism(*session), source.splittable)) {}

  std::shared_ptr<arrow::Schema> schema() const {
    const CsvFirstRecord first = readFirstRecord(session_, source_.options, partitions_);
    if (first.fields.size() > static_cast<size_t>(options_.maxColumns)) {
      throw Error(ErrorCode::kInvalidArgument, "the first record of " + source_.index.files[0].location + " has " +
                                                   std::to_string(first.fields.size()) +
                                                   " columns; set maxColumns to as many, or check the separator");
    }
    const std::vector<std::string> names = columnNames(first.fields, options_);
    std::vector<InferredType> types(names.size(), {InferredKind::kString, 0});
    if (options_.inferSchema && !names.empty()) types = inferTypes(names, first.text);
    arrow::FieldVector fields;
    for (size_t i = 0; i < names.size(); ++i) fields.push_back(arrow::field(names[i], arrowType(types[i])));
    return arrow::schema(std::move(fields));
  }

 private:
  std::vector<InferredType> inferTypes(const std::vector<std::string>& names, const std::string& header) const {
    NodeInfo info{0, "csv types", static_cast<int>(partitions_.size()), nullptr};
    const auto found = detail::makeRdd<CsvTypeSource>(session_, std::move(info), LineageParents{},
                                                      CsvInference{source_.options, names, header}, partitions_)
                           .collect();
    std::vector<InferredType> types(names.size());
    for (const auto& ofPartition : found) {
      for (size_t i = 0; i < names.size(); ++i) {
        types[i] = commonType(types[i], ofPartition[i], datesAreTimestamps(options_));
      }
    }
    return types;
  }

  const SessionPtr& session_;
  const FileSource& source_;
  const CsvOptions& options_;
  std::vector<FileSplits> partitions_;
};

}  // namespace

RelationPtr makeCsvRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                            const std::map<std::string, std::string>& texts,
                            std::shared_ptr<arrow::Schema> userSchema) {
  const CsvOptions options = parseCsvOptions(texts);
  const FormatOptions given = csvFormatOptions(texts);
  FileSource source{"csv", given.all(), indexFiles(paths, given, userSchema.get()), nullptr,
                    options.canSplit() ? splitUnlessCompressed : neverSplit};
  source.dataSchema = userSchema ? withoutPartitionColumns(*userSchema, source.index)
                                 : SchemaInference(session, source, options).schema();
  requireReadable(*source.dataSchema, options);
  return std::make_shared<const FileRelation>(std::move(source), userSchema.get());
}

}  // namespace ferro
