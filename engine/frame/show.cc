#include "ferro/engine/frame/show.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/chunked_array.h>
#include <arrow/table.h>

#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/frame/display_width.h"

namespace ferro {
namespace {

constexpr size_t kNarrowest = 3;

using Cells = std::vector<std::string>;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '\n': result += "\\n"; break;
      case '\r': result += "\\r"; break;
      case '\t': result += "\\t"; break;
      case '\f': result += "\\f"; break;
      case '\b': result += "\\b"; break;
      case '\v': result += "\\v"; break;
      case '\a': result += "\\a"; break;
      default: result += letter;
    }
  }
  return result;
}

std::string truncated(std::string text, int truncate) {
  if (truncate <= 0) return text;
  const auto limit = static_cast<size_t>(truncate);
  if (characterCount(text) <= limit) return text;
  if (limit < 4) return std::string(firstCharacters(text, limit));
  return std::string(firstCharacters(text, limit - 3)) + "...";
}

// The first row holds the names, which are shown whole.
std::vector<Cells> cellsOf(const arrow::Table& table, const ShowOptions& options) {
  const int64_t shown = std::min(options.numRows, table.num_rows());
  std::vector<Cells> rows(static_cast<size_t>(shown) + 1);
  for (int column = 0; column < table.num_columns(); ++column) {
    rows.front().push_back(escaped(table.field(column)->name()));
    int64_t row = 0;
    for (const auto& chunk : table.column(column)->chunks()) {
      for (int64_t i = 0; i < chunk->length() && row < shown; ++i, ++row) {
        rows[static_cast<size_t>(row) + 1].push_back(
            truncated(escaped(valueText(*chunk, i, *options.zone)), options.truncate));
      }
    }
  }
  return rows;
}

std::string padded(const std::string& cell, size_t width, bool right) {
  const size_t used = displayWidth(cell);
  const std::string space(width > used ? width - used : 0, ' ');
  return right ? space + cell : cell + space;
}

std::string horizontal(const std::vector<Cells>& rows, const ShowOptions& options) {
  std::vector<size_t> widths(rows.front().size(), kNarrowest);
  for (const Cells& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], displayWidth(row[i]));
  }
  std::string line = widths.empty() ? "++" : "+";
  for (const size_t width : widths) line += std::string(width, '-') + "+";
  line += "\n";
  std::string text = line;
  for (size_t r = 0; r < rows.size(); ++r) {
    text += widths.empty() ? "||" : "|";
    for (size_t i = 0; i < rows[r].size(); ++i) text += padded(rows[r][i], widths[i], options.truncate > 0) + "|";
    text += "\n";
    if (r == 0) text += line;
  }
  return text + line;
}

std::string vertical(const std::vector<Cells>& rows) {
  size_t nameWidth = kNarrowest;
  size_t valueWidth = kNarrowest;
  for (const std::string& name : rows.front()) nameWidth = std::max(nameWidth, displayWidth(name));
  for (size_t r = 1; r < rows.size(); ++r) {
    for (const std::string& value : rows[r]) valueWidth = std::max(valueWidth, displayWidth(value));
  }
  std::string text;
  for (size_t r = 1; r < rows.size(); ++r) {
    std::string head = "-RECORD " + std::to_string(r - 1);
    const size_t width = nameWidth + valueWidth + 5;
    head += std::string(width > head.size() ? width - head.size() : 0, '-');
    text += head + "\n";
    for (size_t i = 0; i < rows[r].size(); ++i) {
      text += " " + padded(rows.front()[i], nameWidth, false) + " | " + padded(rows[r][i], valueWidth, false) + " \n";
    }
  }
  return text;
}

}  // namespace

std::string showTable(const arrow::Table& table, const ShowOptions& options) {
  const std::vector<Cells> rows = cellsOf(table, options);
  const bool hasMore = table.num_rows() > options.numRows;
  std::string text = options.vertical ? vertical(rows) : horizontal(rows, options);
  if (options.vertical && rows.size() == 1) return text + "(0 rows)";
  if (hasMore)
    text += "only showing top " + std::to_string(options.numRows) + (options.numRows == 1 ? " row" : " rows");
  return text;
}

}  // namespace ferro
