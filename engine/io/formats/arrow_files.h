// Files in Arrow's own format (IPC files, also called Feather) as a source.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/io/formats/file_format.h"
#include "ferro/engine/plan/relation.h"

namespace ferro {

// No options of its own. Without a user's schema, the first file's counts for all.
RelationPtr makeArrowRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                              const std::map<std::string, std::string>& options,
                              std::shared_ptr<arrow::Schema> userSchema);

std::unique_ptr<const FileFormat> makeArrowFormat(const std::map<std::string, std::string>& options);

}  // namespace ferro
