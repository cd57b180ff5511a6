// LIBSVM's text, `label index:value ...`, as a source: columns label (double) and features (a sparse vector).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/io/formats/file_format.h"
#include "ferro/engine/plan/relation.h"

namespace ferro {

// Options: numFeatures (without it, all files are read once to find the greatest index), vectorType (sparse or dense).
// Indices count from one and ascend; a line that breaks this is an Error kMalformedData with file and line.
RelationPtr makeLibsvmRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                               const std::map<std::string, std::string>& options,
                               std::shared_ptr<arrow::Schema> userSchema);

std::unique_ptr<const FileFormat> makeLibsvmFormat(const std::map<std::string, std::string>& options);

}  // namespace ferro
