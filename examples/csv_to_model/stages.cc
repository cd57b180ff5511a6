#include "stages.h"

#include "unused_names.h"

using namespace ferro;

namespace {

std::vector<std::string> columnsOf(const TableProfile& profile) {
  std::vector<std::string> names{profile.label.name};
  for (const ColumnProfile& column : profile.columns) names.push_back(column.name);
  return names;
}

void add(std::vector<StageInput>& inputs, const std::vector<std::string>& columns,
         const std::vector<std::string>& sources) {
  for (size_t i = 0; i < columns.size(); ++i) inputs.push_back({columns[i], sources[i]});
}

}  // namespace

StagePlan planStages(const TableProfile& profile, const std::vector<ColumnChoice>& choices, Task task) {
  const bool isNumber = task == Task::kNumber;
  UnusedNames names(columnsOf(profile));
  StagePlan plan{task,
                 {isNumber ? profile.label.name : names.take("label"), names.take("assembled"), names.take("features"),
                  names.take("prediction"), names.take("probability"), names.take("rawPrediction")},
                 {},
                 {}};
  std::vector<ml::PipelineStage>& stages = plan.preparation;
  if (!isNumber) {
    stages.push_back(ml::StringIndexer({.inputCol = profile.label.name,
                                        .outputCol = plan.columns.label,
                                        .stringOrderType = "alphabetAsc",
                                        .handleInvalid = "skip"}));
  }
  const auto flags = namesOf(choices, Use::kFlag);
  add(plan.inputs, flags, flags);
  if (const auto numbers = namesOf(choices, Use::kNumber); !numbers.empty()) {
    const auto filled = names.take(numbers, "Filled");
    stages.push_back(ml::Imputer({.inputCols = numbers, .outputCols = filled}));
    add(plan.inputs, filled, numbers);
  }
  if (const auto texts = namesOf(choices, Use::kCategory); !texts.empty()) {
    const auto indexed = names.take(texts, "Idx");
    const auto encoded = names.take(texts, "Vec");
    stages.push_back(ml::StringIndexer({.inputCols = texts, .outputCols = indexed, .handleInvalid = "keep"}));
    stages.push_back(ml::OneHotEncoder({.inputCols = indexed, .outputCols = encoded}));
    add(plan.inputs, encoded, texts);
  }
  std::vector<std::string> assembled;
  for (const StageInput& input : plan.inputs) assembled.push_back(input.column);
  stages.push_back(ml::VectorAssembler({.inputCols = assembled, .outputCol = plan.columns.assembled}));
  stages.push_back(ml::StandardScaler({.inputCol = plan.columns.assembled, .outputCol = plan.columns.features}));
  return plan;
}
