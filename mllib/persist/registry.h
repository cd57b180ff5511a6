// Which class loads a saved stage of which name. Each folder lists its own stages; registry.cc puts the lists together.
// Pure functions; any thread.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace ferro::ml {

class SavedStage;
class Stage;

struct StageLoader {
  std::string_view className;
  std::shared_ptr<const Stage> (*load)(const SavedStage& saved);
};

template <class S>
StageLoader loaderOf() {
  return {S::kClassName, [](const SavedStage& saved) -> std::shared_ptr<const Stage> {
            return std::make_shared<const S>(S::read(saved));
          }};
}

std::vector<StageLoader> featureLoaders();    // features/
std::vector<StageLoader> modelLoaders();      // classification/, regression/
std::vector<StageLoader> searchLoaders();     // tuning/
std::vector<StageLoader> formulaLoaders();    // formula/
std::vector<StageLoader> selectionLoaders();  // selection/

// All of them.
const std::vector<StageLoader>& stageLoaders();

}  // namespace ferro::ml
