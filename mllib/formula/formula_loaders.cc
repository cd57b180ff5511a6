#include "ferro/mllib/formula/column_pruner.h"
#include "ferro/mllib/formula/rformula.h"
#include "ferro/mllib/formula/vector_attribute_rewriter.h"
#include "ferro/mllib/formula/vector_size_hint.h"
#include "ferro/mllib/persist/registry.h"

namespace ferro::ml {

std::vector<StageLoader> formulaLoaders() {
  return {loaderOf<ColumnPruner>(), loaderOf<RFormula>(), loaderOf<RFormulaModel>(),
          loaderOf<VectorAttributeRewriter>(), loaderOf<VectorSizeHint>()};
}

}  // namespace ferro::ml
