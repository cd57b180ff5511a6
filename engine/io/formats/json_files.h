// JSON as a source: a record in each line, or with multiLine one in each file; an array of objects is a row for each.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/io/formats/file_format.h"
#include "ferro/engine/plan/relation.h"

namespace ferro {

// Without a user's schema the files are read once to find one, as Spark does: names sorted, types widened. Records that
// are malformed, or have a value of another type, go by `mode`: PERMISSIVE gives nulls and keeps the record in the
// column that columnNameOfCorruptRecord names if there is one, DROPMALFORMED leaves them out, FAILFAST is an Error
// kMalformedData with file, line and byte.
RelationPtr makeJsonRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                             const std::map<std::string, std::string>& options,
                             std::shared_ptr<arrow::Schema> userSchema);

std::unique_ptr<const FileFormat> makeJsonFormat(const std::map<std::string, std::string>& options);

}  // namespace ferro
