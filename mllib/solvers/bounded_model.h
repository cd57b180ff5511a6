// The quadratic model of L-BFGS-B in its compact form, B = theta I - W M W^T, and the two minimisations it serves. For
// lbfgsb.cc alone.
#pragma once

#include <deque>

#include <Eigen/Core>

#include "ferro/mllib/solvers/objective.h"

namespace ferro::ml {

class BoundedModel {
 public:
  BoundedModel(const Point& lower, const Point& upper) : lower_(lower), upper_(upper) { clear(); }

  void add(const Eigen::VectorXd& step, const Eigen::VectorXd& gradientChange);
  void clear();

  // The point that minimises the model within the bounds, about: first along the projected gradient, then over the
  // coordinates that no bound holds there.
  Eigen::VectorXd minimizer(const Eigen::VectorXd& point, const Eigen::VectorXd& gradient) const;

 private:
  struct Cauchy {
    Eigen::VectorXd point;
    Eigen::VectorXd product;  // W^T (point - start)
  };

  void rebuild();
  Cauchy cauchyPoint(const Eigen::VectorXd& point, const Eigen::VectorXd& gradient) const;
  void minimizeFree(const Eigen::VectorXd& point, const Eigen::VectorXd& gradient, Cauchy& cauchy) const;

  const Point& lower_;
  const Point& upper_;
  std::deque<Eigen::VectorXd> steps_;
  std::deque<Eigen::VectorXd> changes_;
  double theta_ = 1;
  Eigen::MatrixXd w_;  // no columns at the beginning
  Eigen::MatrixXd m_;
};

}  // namespace ferro::ml
