#include "ferro/engine/io/formats/file_relation.h"

#include <algorithm>
#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/conf/keys.h"
#include "ferro/engine/io/byte_input.h"
#include "ferro/engine/io/formats/value_range.h"
#include "ferro/engine/session_core.h"
#include "ferro/engine/session_zone.h"

namespace ferro {
namespace {

int positionOf(const std::vector<std::shared_ptr<arrow::Field>>& fields, const std::string& name) {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i]->name() == name) return static_cast<int>(i);
  }
  return -1;
}

// Whether all columns that an expression reads come from the wanted place.
bool readsOnly(const Expr& filter, const std::vector<ScanColumn>& columns, bool fromDirectory) {
  bool only = true;
  expr::forEach(filter, [&](const Expr& node) {
    if (node.kind != ExprKind::kInput) return;
    only = only && columns[static_cast<size_t>(node.position)].fromDirectory == fromDirectory;
  });
  return only;
}

ExprPtr withPositions(const ExprPtr& filter, const std::vector<ScanColumn>& columns) {
  return expr::transform(filter, [&](const ExprPtr& node) {
    if (node->kind != ExprKind::kInput) return node;
    return expr::input(columns[static_cast<size_t>(node->position)].position, node->type, node->nullable, node->name);
  });
}

}  // namespace

bool neverSplit(const std::string&) { return false; }
bool splitAlways(const std::string&) { return true; }
bool splitUnlessCompressed(const std::string& location) { return !isCompressed(location); }

std::shared_ptr<arrow::Schema> withoutPartitionColumns(const arrow::Schema& schema, const FileIndex& index) {
  arrow::FieldVector fields;
  for (const auto& field : schema.fields()) {
    if (positionOf(index.partitionColumns, field->name()) < 0) fields.push_back(field);
  }
  return arrow::schema(std::move(fields));
}

FileRelation::FileRelation(FileSource source, const arrow::Schema* fullSchema)
    : source_(std::move(source)), partitionSchema_(arrow::schema(source_.index.partitionColumns)) {
  arrow::FieldVector fields;
  auto addPartition = [&](int position) {
    fields.push_back(partitionSchema_->field(position));
    columns_.push_back({true, position});
  };
  auto addData = [&](int position) {
    fields.push_back(source_.dataSchema->field(position)->WithNullable(true));
    columns_.push_back({false, position});
  };
  if (fullSchema != nullptr) {
    for (const auto& field : fullSchema->fields()) {
      const int partition = positionOf(source_.index.partitionColumns, field->name());
      if (partition >= 0) {
        addPartition(partition);
      } else {
        addData(positionOf(source_.dataSchema->fields(), field->name()));
      }
    }
  } else {
    for (int i = 0; i < source_.dataSchema->num_fields(); ++i) addData(i);
  }
  for (int i = 0; i < partitionSchema_->num_fields(); ++i) {
    if (positionOf(fields, partitionSchema_->field(i)->name()) < 0) addPartition(i);
  }
  schema_ = arrow::schema(std::move(fields));
}

std::vector<IndexedFile> FileRelation::filesThatMayMatch(const std::vector<ExprPtr>& filters,
                                                         const TimeZone& zone) const {
  std::vector<ExprPtr> ofDirectories;
  for (const ExprPtr& filter : filters) {
    if (readsOnly(*filter, columns_, true)) ofDirectories.push_back(withPositions(filter, columns_));
  }
  if (ofDirectories.empty()) return source_.index.files;
  std::vector<IndexedFile> files;
  for (const IndexedFile& file : source_.index.files) {
    auto rangeOf = [&](int column) -> std::optional<ValueRange> {
      const auto& field = partitionSchema_->field(column);
      const PartitionValue& value = file.partitionValues[static_cast<size_t>(column)];
      const auto scalar = partitionScalar(field->name(), value, field->type(), zone);
      return ValueRange{scalar, scalar, !value, !value};
    };
    const bool may = std::all_of(ofDirectories.begin(), ofDirectories.end(),
                                 [&](const ExprPtr& filter) { return mayBeTrue(*filter, rangeOf); });
    if (may) files.push_back(file);
  }
  return files;
}

std::vector<ExprPtr> FileRelation::filtersOfFiles(const std::vector<ExprPtr>& filters) const {
  std::vector<ExprPtr> bound;
  for (const ExprPtr& filter : filters) {
    if (readsOnly(*filter, columns_, false)) bound.push_back(withPositions(filter, columns_));
  }
  return bound;
}

BatchNodePtr FileRelation::scan(const SessionPtr& session, const ScanRequest& request) const {
  ScanPlan plan{.format = source_.format,
                .options = source_.options,
                .dataSchema = source_.dataSchema,
                .dataColumns = {},
                .filters = filtersOfFiles(request.filters),
                .partitionSchema = partitionSchema_,
                .columns = {}};
  if (request.limit && request.filters.empty()) plan.limit = *request.limit;
  arrow::FieldVector fields;
  for (const int column : request.columns) {
    const ScanColumn& from = columns_[static_cast<size_t>(column)];
    fields.push_back(schema_->field(column));
    if (from.fromDirectory) {
      plan.columns.push_back(from);
      continue;
    }
    const auto known = std::find(plan.dataColumns.begin(), plan.dataColumns.end(), from.position);
    plan.columns.push_back({false, static_cast<int>(known - plan.dataColumns.begin())});
    if (known == plan.dataColumns.end()) plan.dataColumns.push_back(from.position);
  }
  auto splits = planSplits(filesThatMayMatch(request.filters, *sessionZone(session->conf())),
                           detail::defaultParallelism(*session), source_.splittable);
  if (!session->conf().get(keys::kFilesVerifyUnchanged)) {
    for (FileSplits& pieces : splits) {
      for (FileSplit& piece : pieces) piece.version.reset();
    }
  }
  NodeInfo info{detail::newNodeId(*session), "FileScan " + source_.format, static_cast<int>(splits.size()), nullptr};
  return std::make_shared<const FileScan>(std::move(info), LineageParents{}, arrow::schema(std::move(fields)),
                                          std::make_tuple(std::move(splits), std::move(plan)));
}

}  // namespace ferro
