#include "ferro/mllib/stat/summarizer.h"

#include "ferro/mllib/stat/vector_summary.h"

namespace ferro::ml {

VectorStatistics Summarizer::summary(const DataFrame& frame, const std::string& featuresCol,
                                     const std::string& weightCol) {
  const VectorSummary found = summarize(frame, featuresCol, weightCol, "Summarizer");
  return {found.count,   found.weightSum, found.means(),  found.variances(),   found.standardDeviations(),
          found.sums(),  found.minima(),  found.maxima(), found.numNonzeros(), found.normL1(),
          found.normL2()};
}

}  // namespace ferro::ml
