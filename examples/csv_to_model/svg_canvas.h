// Words, lines, dots and boxes on an SVG picture, in its pixels. For one thread.
#pragma once

#include <sstream>
#include <string>

class SvgCanvas {
 public:
  SvgCanvas(double width, double height, const std::string& title);

  // style: further attributes of the element, as SVG has them.
  void text(double left, double bottom, const std::string& words, const std::string& style);
  // commands: where the pen goes, as in a path's `d`.
  void path(const std::string& commands, const std::string& colour, const std::string& style = "");
  void dot(double x, double y, const std::string& colour);
  // A square, filled as much as the opacity says, from 0 to 1.
  void box(double left, double top, double side, const std::string& colour, double opacity);
  std::string finish();

 private:
  std::ostringstream out_;
};
