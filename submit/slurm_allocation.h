// The nodes of a driver that runs here: an allocation of Slurm's, waited for when made, given back with its object. For
// the main thread.
#pragma once

#include <string>

#include "ferro/conf/conf.h"
#include "ferro/submit/forwarded_signals.h"

namespace ferro::submit {

class SlurmAllocation {
 public:
  // Returns when Slurm has granted it, or when a signal has come. Error with what salloc says when it does not.
  SlurmAllocation(const Conf& conf, const std::string& name, ForwardedSignals& signals);
  ~SlurmAllocation();
  SlurmAllocation(const SlurmAllocation&) = delete;
  SlurmAllocation& operator=(const SlurmAllocation&) = delete;

  // Empty when a signal came first.
  const std::string& job() const { return job_; }

 private:
  std::string job_;
};

}  // namespace ferro::submit
