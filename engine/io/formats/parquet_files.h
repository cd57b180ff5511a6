// Parquet as a source: only the wanted columns of the row groups that can match are read.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/io/formats/file_format.h"
#include "ferro/engine/plan/relation.h"

namespace ferro {

// Options: mergeSchema (columns of all files, not only of the first), datetimeRebaseMode and int96RebaseMode (the
// calendar of old dates in files that do not tell). Files that Spark wrote keep its types: vectors,
// timestamps of 96 bits, decimals.
RelationPtr makeParquetRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                                const std::map<std::string, std::string>& options,
                                std::shared_ptr<arrow::Schema> userSchema);

std::unique_ptr<const FileFormat> makeParquetFormat(const std::map<std::string, std::string>& options);

}  // namespace ferro
