// The losses that models are trained with.
#pragma once

namespace ferro::ml {

enum class LossKind {
  kBinomial,     // log(1 + exp(-z)) for label 1, log(1 + exp(z)) for label 0
  kMultinomial,  // -log of the label's share of exp(z), one z for each class
  kSquared,      // (z - y)^2 / 2
  kHuber,        // squared near the label, linear beyond epsilon scales; the scale is trained too
  kHinge,        // max(0, 1 - z) for label 1, max(0, 1 + z) for label 0
};

}  // namespace ferro::ml
