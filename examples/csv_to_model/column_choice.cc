#include "column_choice.h"

#include "counted.h"
#include "task.h"

using namespace ferro;

namespace {

constexpr int64_t kMostCategories = 100;
constexpr int64_t kFewRows = 50;  // where numbers that are all different need not be ids

// Each of its values goes with one value of the label, and the other way round.
bool repeatsLabel(const ColumnProfile& column, const ColumnProfile& label) {
  return column.distinct == label.distinct && column.distinctWithLabel == label.distinct &&
         label.distinct <= kMostClasses;
}

ColumnChoice choose(const ColumnProfile& column, const TableProfile& profile) {
  const auto nothing = [&](std::string why) { return ColumnChoice{column.name, Use::kNothing, std::move(why)}; };
  const std::string empty =
      column.filled == profile.rows ? "" : ", " + counted(profile.rows - column.filled, "empty field", "empty fields");
  if (column.infinite > 0) {
    return nothing(counted(column.infinite, "field is", "fields are") + " infinite or beyond 1e150: " + kNumberRemedy);
  }
  if (column.distinct == 0) return nothing("all fields are empty");
  if (column.distinct == 1) return nothing("has one value only");
  if (repeatsLabel(column, profile.label)) return nothing("says the same as the label in other words");
  if (column.isInteger() && column.distinct == profile.rows && profile.rows > kFewRows) {
    return nothing("looks like an id: no two rows have the same");
  }
  if (column.isNumber()) return {column.name, Use::kNumber, empty.empty() ? "" : empty.substr(2)};
  if (column.type == "boolean") {
    if (!empty.empty()) return nothing("true, false and " + empty.substr(2));
    return {column.name, Use::kFlag, ""};
  }
  if (column.type != "string") return nothing("is neither a number nor a text: " + column.type);
  const std::string categories = counted(column.distinct, "category", "categories");
  if (column.distinct > kMostCategories || column.distinct * 2 > profile.rows) {
    return nothing(categories + " in " + counted(profile.rows, "row", "rows") + " are too many");
  }
  return {column.name, Use::kCategory, categories + empty};
}

}  // namespace

std::vector<ColumnChoice> chooseColumns(const TableProfile& profile) {
  std::vector<ColumnChoice> choices;
  for (const ColumnProfile& column : profile.columns) choices.push_back(choose(column, profile));
  if (namesOf(choices, Use::kNothing).size() == choices.size()) {
    const std::string why = choices.empty() ? "there is none" : choices[0].name + ": " + choices[0].why;
    throw Error(ErrorCode::kInvalidArgument, "no column besides the label can be learned from (" + why + ")");
  }
  return choices;
}

std::vector<std::string> namesOf(const std::vector<ColumnChoice>& choices, Use use) {
  std::vector<std::string> names;
  for (const ColumnChoice& choice : choices) {
    if (choice.use == use) names.push_back(choice.name);
  }
  return names;
}
