// What an accumulator tells of itself in events, if the program gave it a name. Any thread may ask.
#pragma once

#include <string>

#include "ferro/scheduler/accumulator.h"

namespace ferro {

class NamedAccumulator {
 public:
  virtual ~NamedAccumulator() = default;
  // Empty: the program gave it none, and events do not tell of it.
  virtual const std::string& name() const = 0;
  // Its value, and what one task added, for people to read; empty where there is no short way to say it.
  virtual std::string text() const = 0;
  virtual std::string textOf(const AccumulatorDelta& delta) const = 0;
};

}  // namespace ferro
