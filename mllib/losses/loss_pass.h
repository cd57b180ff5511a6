// One pass over training blocks: loss, gradient and, where asked for, curvature at given coefficients, each block read
// once. What is asked and what comes out travel between driver and executors. A LossPass belongs to one task's thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ferro/mllib/blocks/block_view.h"
#include "ferro/mllib/losses/curvature_sample.h"
#include "ferro/mllib/losses/link_kernels.h"
#include "ferro/mllib/losses/loss_kind.h"
#include "ferro/mllib/losses/sweep_kernels.h"

namespace ferro::ml {

// Where the loss is asked for. Coefficients are those of the values as the blocks hold them.
struct LossRequest {
  LossKind kind = LossKind::kBinomial;
  int numClasses = 1;  // rows of coefficients; more than 1 for kMultinomial only
  int64_t numFeatures = 0;
  std::vector<double> coefficients;  // class by class
  std::vector<double> offsets;       // what is added to each class's margin
  double labelScale = 1;             // kSquared: the target is label * labelScale + labelShift
  double labelShift = 0;
  double scale = 1;            // kHuber
  double epsilon = 1.35;       // kHuber
  bool withCurvature = false;  // kBinomial and kSquared
  double sampleShare = 1;      // below 1: only the curvature, and the weight, of about this share of the rows
};

// Sums over rows, not yet divided by the sum of weights.
struct LossSums {
  double loss = 0;
  double weight = 0;
  std::vector<double> gradient;        // by coefficients, class by class
  std::vector<double> offsetGradient;  // by offsets
  double scaleGradient = 0;            // kHuber: by scale
  // The lower triangle of the second derivatives by (coefficients, offset), row by row, if asked for.
  std::vector<double> curvature;

  void add(const LossSums& other);
};

class LossPass {
 public:
  explicit LossPass(const LossRequest& request);

  void add(const BlockView& block);
  LossSums take();

 private:
  void addSample(const BlockView& block);
  void addRows(const BlockView& block, const RowRuns& rows);
  double link(const double* labels, const double* weights, int64_t count);

  const LossRequest& request_;
  LossSums sums_;
  std::vector<double> margins_;     // a run of kLinkRows for each class
  std::vector<double> factors_;     // the same
  std::vector<double> curvatures_;  // one run, if asked for
  std::vector<double> gathered_;    // labels, then weights, of rows that do not follow each other
  LogSum logs_;                     // what is not yet in the loss
  std::optional<CurvatureSample> sample_;
};

}  // namespace ferro::ml
