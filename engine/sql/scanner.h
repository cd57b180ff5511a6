// Cuts SQL text into tokens, by the rules of Spark's lexer: comments (-- and /* */) are skipped, texts stand in single
// or double quotes with backslash escapes, names may begin with a digit. Pure; any thread.
#pragma once

#include <string_view>
#include <vector>

#include "ferro/engine/sql/token.h"

namespace ferro::sql {

// The last token is kEnd. Error kInvalidArgument with the place for what is no token: a quote that does not close.
std::vector<Token> scan(std::string_view sql);

}  // namespace ferro::sql
