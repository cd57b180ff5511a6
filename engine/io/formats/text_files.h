// Text as a source of DataFrames: one column `value` with a line, or a whole file, in each row.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/io/formats/file_format.h"
#include "ferro/engine/plan/relation.h"

namespace ferro {

// Options: wholetext, lineSep. The user's schema, if any, has one column of text besides those of directories.
RelationPtr makeTextRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                             const std::map<std::string, std::string>& options,
                             std::shared_ptr<arrow::Schema> userSchema);

std::unique_ptr<const FileFormat> makeTextFormat(const std::map<std::string, std::string>& options);

}  // namespace ferro
