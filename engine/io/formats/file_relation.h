// A table of files: the schema that was read or given, the files, and the scan that a query gets. Made by the format's
// own function (make<Format>Relation). Immutable; any driver thread may use one.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/io/formats/file_index.h"
#include "ferro/engine/io/formats/file_scan.h"
#include "ferro/engine/plan/relation.h"

namespace ferro {

// What a format says about its files.
struct FileSource {
  std::string format;
  std::map<std::string, std::string> options;
  FileIndex index;
  std::shared_ptr<arrow::Schema> dataSchema;  // of the files, without the columns that directories name
  bool (*splittable)(const std::string& location) = nullptr;
  std::optional<int64_t> numRows{};
};

// Ways to answer whether a file may be cut.
bool neverSplit(const std::string& location);
bool splitAlways(const std::string& location);
bool splitUnlessCompressed(const std::string& location);

class FileRelation final : public Relation {
 public:
  // `fullSchema` is the order of the columns where the user gave one: data columns, with those of directories in
  // between.
  FileRelation(FileSource source, const arrow::Schema* fullSchema);

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  std::string format() const override { return source_.format; }
  std::vector<std::string> paths() const override { return source_.index.roots; }
  std::optional<int64_t> sizeInBytes() const override { return source_.index.totalBytes(); }
  std::optional<int64_t> numRows() const override { return source_.numRows; }
  BatchNodePtr scan(const SessionPtr& session, const ScanRequest& request) const override;

 private:
  std::vector<IndexedFile> filesThatMayMatch(const std::vector<ExprPtr>& filters, const TimeZone& zone) const;
  std::vector<ExprPtr> filtersOfFiles(const std::vector<ExprPtr>& filters) const;

  FileSource source_;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::Schema> partitionSchema_;
  std::vector<ScanColumn> columns_;  // where each column of the schema comes from; positions in dataSchema
};

// The user's schema without the columns that directories name.
std::shared_ptr<arrow::Schema> withoutPartitionColumns(const arrow::Schema& schema, const FileIndex& index);

}  // namespace ferro
