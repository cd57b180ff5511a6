#include "ferro/mllib/persist/registry.h"

#include "ferro/mllib/stage/pipeline.h"

namespace ferro::ml {
namespace {

std::vector<StageLoader> allLoaders() {
  std::vector<StageLoader> all = {loaderOf<Pipeline>(), loaderOf<PipelineModel>()};
  for (const auto& list : {featureLoaders(), modelLoaders(), searchLoaders(), selectionLoaders(), formulaLoaders()}) {
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

}  // namespace

const std::vector<StageLoader>& stageLoaders() {
  static const std::vector<StageLoader> kLoaders = allLoaders();
  return kLoaders;
}

}  // namespace ferro::ml
