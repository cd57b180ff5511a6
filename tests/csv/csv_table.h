// Reads CSV in a test: files written from text, options as texts, and what comes out as a table or as rows of texts.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/temp_dir.h"
#include "ferro/engine/io/csv/csv_relation.h"
#include "ferro/engine/session.h"

namespace ferro::test {

using CsvTexts = std::map<std::string, std::string>;
// A null is nothing.
using CsvRow = std::vector<std::optional<std::string>>;
using CsvRows = std::vector<CsvRow>;

// Runs the node and puts its batches together, partition after partition. Checks every value, unless told not to.
std::shared_ptr<arrow::Table> collectTable(const SessionPtr& session, const BatchNodePtr& node, bool validate = true);
// The number of rows of each partition.
std::vector<int64_t> partitionSizes(const SessionPtr& session, const BatchNodePtr& node);

// All columns of the relation.
ScanRequest everything(const Relation& relation);
std::shared_ptr<arrow::Table> readTable(const SessionPtr& session, const Relation& relation);

// Values as Spark casts them to text.
CsvRows textsOf(const arrow::Table& table);
// `name:type` of each column, with a space between two.
std::string typesOf(const arrow::Schema& schema);

// A folder with files, and a session that reads them.
class CsvCase {
 public:
  explicit CsvCase(const std::string& master = "local[2]");
  CsvCase(const Session& session);
  ~CsvCase();

  std::string write(std::string_view name, std::string_view content);
  const SessionPtr& core() const { return core_; }
  const std::string& folder() const { return directory_.path(); }

  // Schemas are DDL texts; an empty one is none.
  RelationPtr relation(const std::string& path, const CsvTexts& options = {}, const std::string& schema = "");
  CsvRows rows(std::string_view content, const CsvTexts& options = {}, const std::string& schema = "");
  std::string types(std::string_view content, const CsvTexts& options = {{"header", "true"}, {"inferSchema", "true"}});

 private:
  TempDir directory_;
  std::optional<Session> session_;
  SessionPtr core_;
  int files_ = 0;
};

inline const CsvTexts kHeader = {{"header", "true"}};
inline const CsvTexts kInferred = {{"header", "true"}, {"inferSchema", "true"}};

// Options with more of them.
inline CsvTexts with(CsvTexts options, const CsvTexts& more) {
  for (const auto& [key, text] : more) options[key] = text;
  return options;
}

}  // namespace ferro::test
