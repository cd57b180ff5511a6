// Which compression a file's name asks for. For .cc files: it parses an Arrow header. A pure function; any thread may
// call it.
#pragma once

#include <optional>
#include <string_view>

#include <arrow/util/type_fwd.h>

namespace ferro {

// Of names that end in .gz, .zst or .bz2, in any letter case.
std::optional<arrow::Compression::type> compressionOf(std::string_view path);

}  // namespace ferro
