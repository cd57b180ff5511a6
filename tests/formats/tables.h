// Tables for tests of sources and sinks: made from JSON text, put into a session as partitions, written, read back and
// compared as lines of text. For the test's own thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/io/write/table_writer.h"
#include "ferro/engine/plan/relation.h"
#include "ferro/engine/session.h"

namespace ferro::test {

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

// Rows such as `[{"a":1},{"a":null}]` in the schema that a DDL text gives.
std::shared_ptr<arrow::RecordBatch> batchOf(const std::string& ddl, const std::string& json);

// Each batch is a partition.
BatchNodePtr partitionsOf(const Session& session, const Batches& partitions);
// The same rows, but that the given partition throws when its rows are used up.
BatchNodePtr failingPartitionsOf(const Session& session, const Batches& partitions, int failing);

std::shared_ptr<arrow::Table> collect(const Session& session, const BatchNodePtr& node);
// All columns of a relation.
std::shared_ptr<arrow::Table> collect(const Session& session, const RelationPtr& relation);
std::vector<int> allColumns(const Relation& relation);

// Each row as a line, sorted.
std::vector<std::string> linesOf(const arrow::Table& table);
std::vector<std::string> linesOf(const Batches& batches);

// Names beneath a directory, relative to it, without the ids in the names of parts.
std::vector<std::string> filesIn(const std::string& directory);
std::string readFile(const std::string& path);
void writeFile(const std::string& path, const std::string& content);

// A directory that goes with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace ferro::test
