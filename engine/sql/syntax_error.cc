#include "ferro/engine/sql/syntax_error.h"

#include <algorithm>
#include <string>

#include "ferro/common/error.h"

namespace ferro::sql {
namespace {

constexpr size_t kMostTextAround = 60;  // of the SQL text, on each side of the place
constexpr size_t kMostFound = 30;

bool continuesLetter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// A part of the text in one line, cut between letters.
std::string excerpt(std::string_view sql, size_t begin, size_t end) {
  while (begin > 0 && begin < sql.size() && continuesLetter(sql[begin])) --begin;
  while (end < sql.size() && continuesLetter(sql[end])) ++end;
  return oneLine(sql.substr(begin, end - begin));
}

std::string around(std::string_view sql, size_t position) {
  const size_t begin = position > kMostTextAround ? position - kMostTextAround : 0;
  const size_t end = std::min(sql.size(), position + kMostTextAround);
  return (begin > 0 ? "..." : "") + excerpt(sql, begin, end) + (end < sql.size() ? "..." : "");
}

// Lines from 1 and places in them from 0, as Spark counts.
std::string placeIn(std::string_view sql, size_t position) {
  const std::string_view before = sql.substr(0, position);
  const size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return "(line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) + ", pos " +
         std::to_string(position - lineStart) + ")";
}

}  // namespace

std::string oneLine(std::string_view text) {
  std::string line(text);
  for (char& letter : line) {
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  }
  return line;
}

void throwSyntaxError(std::string_view sql, size_t position, std::string_view found, std::string_view problem) {
  const std::string near =
      found.empty() ? "end of input" : "'" + excerpt(found, 0, std::min(found.size(), kMostFound)) + "'";
  throw Error(ErrorCode::kInvalidArgument, "[PARSE_SYNTAX_ERROR] Syntax error at or near " + near + " " +
                                               placeIn(sql, position) + ": " + std::string(problem) +
                                               "; the text is \"" + around(sql, position) + "\"");
}

void throwUnsupported(std::string_view sql, size_t position, std::string_view feature, std::string_view instead) {
  throw Error(ErrorCode::kInvalidArgument, "[UNSUPPORTED_SQL] SQL text has no " + std::string(feature) + " " +
                                               placeIn(sql, position) + ": " + std::string(instead) +
                                               "; the text is \"" + around(sql, position) + "\"");
}

}  // namespace ferro::sql
