// A plot of lines as an SVG file that a browser shows. Plain values.
#pragma once

#include <string>
#include <vector>

#include <ferro/ml.h>

struct Series {
  std::string name;  // in the legend; none: not there
  std::string colour;
  ferro::ml::Curve points;
  bool isDashed = false;
  bool hasDots = false;
  bool hasLine = true;
};

struct Plot {
  std::string title;
  std::string subtitle;
  std::string xLabel;
  std::string yLabel;
  std::vector<Series> series;
};

inline constexpr const char* kBlue = "#1d5fd1";
inline constexpr const char* kOrange = "#d9480f";
inline constexpr const char* kGrey = "#98a1ad";

std::string toSvg(const Plot& plot);
// Error kIo when the file cannot be written.
void writeSvg(const std::string& svg, const std::string& path);
