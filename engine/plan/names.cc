#include "ferro/engine/plan/names.h"

#include <algorithm>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/functions.h"

namespace ferro {
namespace {

constexpr size_t kMostSuggestions = 5;

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

std::string backquoted(std::string_view name) { return "`" + std::string(name) + "`"; }

[[noreturn]] void throwUnknown(const Attributes& columns, const std::vector<std::string>& parts) {
  std::vector<std::string_view> known;
  for (const Attribute& column : columns) known.push_back(column.name);
  std::string name;
  for (const std::string& part : parts) name += (name.empty() ? "" : ".") + backquoted(part);
  const std::string what = " A column, variable, or function parameter with name " + name + " cannot be resolved.";
  if (known.empty()) throw Error(ErrorCode::kNotFound, "[UNRESOLVED_COLUMN.WITHOUT_SUGGESTION]" + what);
  std::string nearest;
  for (const std::string_view other : nearestNames(parts.back(), known, kMostSuggestions)) {
    nearest += (nearest.empty() ? "" : ", ") + backquoted(other);
  }
  throw Error(ErrorCode::kNotFound,
              "[UNRESOLVED_COLUMN.WITH_SUGGESTION]" + what + " Did you mean one of the following? [" + nearest + "].");
}

[[noreturn]] void throwAmbiguous(const std::vector<const Attribute*>& found, std::string_view name) {
  std::string candidates;
  for (const Attribute* column : found) {
    candidates += (candidates.empty() ? "" : ", ") +
                  (column->qualifier.empty() ? "" : backquoted(column->qualifier) + ".") + backquoted(column->name);
  }
  throw Error(ErrorCode::kInvalidArgument,
              "[AMBIGUOUS_REFERENCE] Reference " + backquoted(name) + " is ambiguous, could be: [" + candidates +
                  "]; rename one of them, or take it from its DataFrame as in df[\"" + std::string(name) + "\"].");
}

std::vector<const Attribute*> matching(const Attributes& columns, std::string_view name, std::string_view qualifier) {
  std::vector<const Attribute*> found;
  for (const Attribute& column : columns) {
    if (!sameName(column.name, name)) continue;
    if (qualifier.empty() || sameName(column.qualifier, qualifier)) found.push_back(&column);
  }
  // One column that was selected twice is one column.
  const bool same =
      std::all_of(found.begin(), found.end(), [&](const Attribute* column) { return column->id == found[0]->id; });
  if (same && found.size() > 1) found.resize(1);
  return found;
}

ExprPtr fieldOf(ExprPtr column, const std::vector<std::string>& parts, size_t from) {
  for (size_t i = from; i < parts.size(); ++i) {
    const auto literal = expr::literal(std::make_shared<arrow::StringScalar>(parts[i]));
    column = resolveCall(expr::call("getField", {std::move(column), literal}));
  }
  return column;
}

}  // namespace

bool sameName(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string> nameParts(std::string_view name) {
  std::vector<std::string> parts(1);
  bool inQuotes = false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '`') {
      const bool doubled = inQuotes && i + 1 < name.size() && name[i + 1] == '`';
      if (doubled) parts.back() += name[i++];
      else inQuotes = !inQuotes;
    } else if (name[i] == '.' && !inQuotes) {
      parts.emplace_back();
    } else {
      parts.back() += name[i];
    }
  }
  if (inQuotes) {
    throw Error(ErrorCode::kInvalidArgument, "[INVALID_ATTRIBUTE_NAME_SYNTAX] Syntax error in the attribute name: " +
                                                 std::string(name) + "; a closing ` is missing");
  }
  return parts;
}

ExprPtr findColumn(const Attributes& columns, std::string_view name) {
  const std::vector<std::string> parts = nameParts(name);
  if (parts.size() > 1) {
    const auto qualified = matching(columns, parts[1], parts[0]);
    if (qualified.size() > 1) throwAmbiguous(qualified, name);
    if (qualified.size() == 1) return fieldOf(qualified.front()->reference(), parts, 2);
  }
  const auto found = matching(columns, parts.front(), "");
  if (found.empty()) throwUnknown(columns, parts);
  if (found.size() > 1) throwAmbiguous(found, name);
  return fieldOf(found.front()->reference(), parts, 1);
}

const Attribute* findByName(const Attributes& columns, std::string_view name) {
  for (const Attribute& column : columns) {
    if (sameName(column.name, name)) return &column;
  }
  return nullptr;
}

}  // namespace ferro
