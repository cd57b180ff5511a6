// Who can sum a loss over training data: cached blocks on executors, or blocks in a test's hands. Called by one driver
// thread at a time.
#pragma once

#include "ferro/mllib/losses/loss_pass.h"

namespace ferro::ml {

class LossSource {
 public:
  virtual ~LossSource() = default;
  virtual LossSums sum(const LossRequest& request) = 0;
};

}  // namespace ferro::ml
