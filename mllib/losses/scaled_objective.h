// A loss averaged over training data as a function of coefficients for standardised features, plus an L2 penalty. The
// data stays as it is: scaling and centring are done to the coefficients, before and after each pass. A point holds the
// coefficients class by class, then the intercepts if there are any, then the scale of a Huber loss. Used by one driver
// thread.
#pragma once

#include <vector>

#include "ferro/mllib/losses/feature_scaling.h"
#include "ferro/mllib/losses/loss_source.h"
#include "ferro/mllib/solvers/objective.h"

namespace ferro::ml {

class ScaledObjective final : public CurvedObjective {
 public:
  // request says which loss; its coefficients and offsets are filled in. penalties: half the L2 penalty's second
  // derivative for each feature, that is, the objective has sum penalties[j] * w[j]^2 / 2.
  ScaledObjective(LossSource& source, LossRequest request, FeatureScaling scaling, std::vector<double> penalties,
                  bool fitIntercept);

  size_t size() const override;
  double evaluate(const Point& point, Point& gradient) override;
  double evaluate(const Point& point, Point& gradient, std::vector<double>& hessian) override;

  void sampleHessian(const Point& point, double share, std::vector<double>& hessian) override;

  // Coefficients of the features as they are, and what is added to their margins.
  std::vector<double> coefficients(const Point& point) const;
  std::vector<double> intercepts(const Point& point) const;

  size_t numCoefficients() const { return numClasses_ * numFeatures_; }
  size_t numClasses() const { return numClasses_; }
  size_t numFeatures() const { return numFeatures_; }
  const FeatureScaling& scaling() const { return scaling_; }

 private:
  LossSums pass(const Point& point, bool withCurvature, double sampleShare = 1);
  void fillHessian(const LossSums& sums, std::vector<double>& hessian) const;
  double finish(const LossSums& sums, const Point& point, Point& gradient) const;
  bool isCentred() const { return !scaling_.scaledMeans.empty(); }

  LossSource& source_;
  LossRequest request_;
  const FeatureScaling scaling_;
  const std::vector<double> penalties_;
  const bool fitIntercept_;
  const size_t numClasses_;
  const size_t numFeatures_;
};

}  // namespace ferro::ml
