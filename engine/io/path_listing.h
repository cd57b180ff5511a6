// Which places a path with a glob stands for, and what a missing path was probably meant to be. For .cc files: it
// parses Arrow headers. Any thread may call these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/io/file_system.h"

namespace ferro {

// Names that readers skip in directories and globs: they begin with `_` or `.`.
bool isHiddenName(std::string_view name);

// The place itself if it exists, else what the glob in its path matches, sorted and without duplicates. Nothing when
// there is nothing.
std::vector<ResolvedPath> matchingPlaces(const ResolvedPath& pattern);

// "; did you mean <path>?" when a name in the same directory looks much like it, else nothing.
std::string nearestPathHint(const ResolvedPath& missing);

// Whether the path has a glob that stands for other paths.
bool hasGlob(const ResolvedPath& place);

// Error kPermissionDenied for a local file that may not be read, so that it is known before a job runs; what other file
// systems allow shows when they are read.
void checkReadable(const ResolvedPath& file);

}  // namespace ferro
