#include "svg_plot.h"

#include <algorithm>
#include <fstream>

#include <ferro/ferro.h>

#include "axis.h"
#include "svg_canvas.h"

namespace {

constexpr double kLeft = 84, kRight = 736, kTop = 84, kBottom = 416;  // of the plotted area
constexpr const char* kInk = "fill='#16202c' ";
constexpr const char* kPale = "fill='#5b6673' ";

Axis axisOf(const Plot& plot, double ferro::ml::CurvePoint::* coordinate) {
  std::vector<double> values;
  for (const Series& series : plot.series) {
    for (const auto& point : series.points) values.push_back(point.*coordinate);
  }
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  return values.empty() ? axisFor(0, 1) : axisFor(*smallest, *largest);
}

std::string pen(char command, double x, double y) {
  return command + std::to_string(x) + ' ' + std::to_string(y) + ' ';
}

}  // namespace

std::string toSvg(const Plot& plot) {
  const Axis xAxis = axisOf(plot, &ferro::ml::CurvePoint::x);
  const Axis yAxis = axisOf(plot, &ferro::ml::CurvePoint::y);
  const auto x = [&](double value) { return kLeft + xAxis.share(value) * (kRight - kLeft); };
  const auto y = [&](double value) { return kBottom - yAxis.share(value) * (kBottom - kTop); };

  SvgCanvas canvas(kRight + 32, kBottom + 64, plot.title);
  canvas.text(24, 34, plot.title, std::string(kInk) + "font-size='19' font-weight='600'");
  canvas.text(24, 56, plot.subtitle, kPale);
  for (const double tick : yAxis.ticks) {
    canvas.path(pen('M', kLeft, y(tick)) + pen('L', kRight, y(tick)), "#e4e8ed");
    canvas.text(kLeft - 10, y(tick) + 4.5, yAxis.text(tick), std::string(kPale) + "text-anchor='end'");
  }
  for (const double tick : xAxis.ticks) {
    canvas.path(pen('M', x(tick), kBottom) + pen('L', x(tick), kBottom + 5), "#8a949f");
    canvas.text(x(tick), kBottom + 21, xAxis.text(tick), std::string(kPale) + "text-anchor='middle'");
  }
  canvas.path(pen('M', kLeft, kBottom) + pen('L', kRight, kBottom), "#8a949f");
  canvas.text((kLeft + kRight) / 2, kBottom + 46, plot.xLabel, std::string(kInk) + "text-anchor='middle'");
  canvas.text(-(kTop + kBottom) / 2, 22, plot.yLabel,
              std::string(kInk) + "text-anchor='middle' transform='rotate(-90)'");

  double legend = kRight;  // from the right to the left
  for (auto series = plot.series.rbegin(); series != plot.series.rend(); ++series) {
    std::string way;
    for (const auto& point : series->points) {
      if (series->hasLine) way += pen(way.empty() ? 'M' : 'L', x(point.x), y(point.y));
    }
    canvas.path(way, series->colour,
                std::string("stroke-width='2.2' stroke-linejoin='round'") +
                    (series->isDashed ? " stroke-dasharray='5 5'" : ""));
    for (const auto& point : series->points) {
      if (series->hasDots) canvas.dot(x(point.x), y(point.y), series->colour);
    }
    canvas.text(legend, 56, series->name, "text-anchor='end' font-weight='600' fill='" + series->colour + "'");
    if (!series->name.empty()) legend -= 7.5 * static_cast<double>(series->name.size()) + 18;
  }
  return canvas.finish();
}

void writeSvg(const std::string& svg, const std::string& path) {
  std::ofstream file(path);
  file << svg;
  if (!file.flush()) throw ferro::Error(ferro::ErrorCode::kIo, "the plot " + path + " cannot be written");
}
