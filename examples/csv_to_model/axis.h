// An axis of a plot: its range, and round numbers to mark on it. A plain value.
#pragma once

#include <string>
#include <vector>

struct Axis {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;
  int decimals = 0;

  // Of a tick, with as many digits as it takes to tell ticks apart.
  std::string text(double tick) const;
  // How far along the axis a value is: 0 at its low end, 1 at its high one.
  double share(double value) const { return (value - low) / (high - low); }
};

// From a round number at or below the values to one at or above them.
Axis axisFor(double smallest, double largest);
