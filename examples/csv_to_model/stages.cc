#include "stages.h"

#include <algorithm>

using namespace ferro;

namespace {

constexpr const char* kIndexed = "Idx";
constexpr const char* kEncoded = "Vec";
constexpr const char* kFilled = "Filled";

std::vector<std::string> withSuffix(std::vector<std::string> names, const char* suffix) {
  for (std::string& name : names) name += suffix;
  return names;
}

std::string unusedName(const TableProfile& profile, std::string name) {
  const auto isUsed = [&](const ColumnProfile& column) { return column.name == name; };
  while (isUsed(profile.label) || std::any_of(profile.columns.begin(), profile.columns.end(), isUsed)) name += '_';
  return name;
}

}  // namespace

StagePlan planStages(const TableProfile& profile, const std::vector<ColumnChoice>& choices, Task task) {
  const bool isNumber = task == Task::kNumber;
  const auto unused = [&](const char* name) { return unusedName(profile, name); };
  StagePlan plan{task,
                 {isNumber ? profile.label.name : unused("label"), unused("assembled"), unused("features"),
                  unused("prediction"), unused("probability"), unused("rawPrediction")},
                 {}};
  std::vector<ml::PipelineStage>& stages = plan.preparation;
  if (!isNumber) {
    stages.push_back(ml::StringIndexer({.inputCol = profile.label.name,
                                        .outputCol = plan.columns.label,
                                        .stringOrderType = "alphabetAsc",
                                        .handleInvalid = "skip"}));
  }
  std::vector<std::string> inputs = namesOf(choices, Use::kFlag);
  const auto take = [&inputs](const std::vector<std::string>& names) {
    inputs.insert(inputs.end(), names.begin(), names.end());
  };
  if (const auto numbers = namesOf(choices, Use::kNumber); !numbers.empty()) {
    stages.push_back(ml::Imputer({.inputCols = numbers, .outputCols = withSuffix(numbers, kFilled)}));
    take(withSuffix(numbers, kFilled));
  }
  if (const auto texts = namesOf(choices, Use::kCategory); !texts.empty()) {
    const auto indexed = withSuffix(texts, kIndexed);
    stages.push_back(ml::StringIndexer({.inputCols = texts, .outputCols = indexed, .handleInvalid = "keep"}));
    stages.push_back(ml::OneHotEncoder({.inputCols = indexed, .outputCols = withSuffix(texts, kEncoded)}));
    take(withSuffix(texts, kEncoded));
  }
  stages.push_back(ml::VectorAssembler({.inputCols = inputs, .outputCol = plan.columns.assembled}));
  stages.push_back(ml::StandardScaler({.inputCol = plan.columns.assembled, .outputCol = plan.columns.features}));
  return plan;
}

std::string featureTitle(const std::string& attribute, const std::vector<ColumnChoice>& choices) {
  for (const ColumnChoice& choice : choices) {
    if (choice.use == Use::kNumber && attribute == choice.name + kFilled) return choice.name;
    const std::string prefix = choice.name + kEncoded + "_";
    if (choice.use == Use::kCategory && attribute.starts_with(prefix)) {
      return choice.name + " = " + attribute.substr(prefix.size());
    }
  }
  return attribute;
}
