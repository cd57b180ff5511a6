// The options of format json. A value; any thread may read one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/formats/json_columns.h"
#include "ferro/engine/io/formats/json_tape.h"
#include "ferro/engine/io/formats/json_type.h"
#include "ferro/engine/io/formats/read_mode.h"

namespace ferro {

struct JsonOptions {
  explicit JsonOptions(const std::map<std::string, std::string>& given);

  FormatOptions options;
  ReadMode mode = ReadMode::kPermissive;
  std::string corruptColumn;
  bool multiLine = false;
  std::optional<std::string> lineSeparator;
  double samplingRatio = 1;
  JsonSyntax syntax;
  JsonTypeRules rules;
  JsonValueFormats formats;
};

}  // namespace ferro
