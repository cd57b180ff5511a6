#include "task.h"

#include "counted.h"

using namespace ferro;

namespace {

constexpr int64_t kMostNamedClasses = 100;

}  // namespace

Task chooseTask(const TableProfile& profile) {
  const ColumnProfile& label = profile.label;
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::kInvalidArgument, "label \"" + label.name + "\" " + what);
  };
  if (const int64_t strange = label.infinite + label.notNumbers; strange > 0) {
    refuse("is NaN, infinite or beyond 1e150 in " + counted(strange, "row", "rows") + ": " + kNumberRemedy);
  }
  if (label.distinct == 0) refuse("is empty in every row: there is nothing to learn");
  if (label.distinct == 1) refuse("has the same value in every row: there is nothing to learn");
  if (label.distinct == 2) return Task::kTwoClasses;
  if (label.isNumber()) return label.isWhole && label.distinct <= kMostClasses ? Task::kManyClasses : Task::kNumber;
  if (label.type != "string") refuse("is of type " + label.type + ": choose a column of numbers or texts");
  if (label.distinct > kMostNamedClasses) {
    refuse("has " + grouped(label.distinct) + " different texts: that is too many classes; choose another column");
  }
  return Task::kManyClasses;
}
