// Paths as Spark users write them: `file:///data/x` and `file:/data/x` are /data/x. A pure function; any thread may
// call it.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

// Error kInvalidArgument for a path of another file system, such as hdfs://host/x.
std::string localPath(std::string_view path);

}  // namespace ferro
