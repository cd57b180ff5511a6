// CSV files as a table that a plan can begin with. For driver threads.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/plan/relation.h"

namespace ferro {

// The files that the paths stand for (files, directories, globs, URIs), read with Spark's CSV options. Without a schema
// of the user's, reads the first record for the names of the columns, and with inferSchema runs a job that finds their
// types. Errors: kNotFound for a path without files, kInvalidArgument for a wrong option or a type that CSV cannot
// hold.
RelationPtr makeCsvRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                            const std::map<std::string, std::string>& options,
                            std::shared_ptr<arrow::Schema> userSchema);

}  // namespace ferro
