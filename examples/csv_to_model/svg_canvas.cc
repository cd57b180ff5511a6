#include "svg_canvas.h"

namespace {

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '&': safe += "&amp;"; break;
      default: safe += c;
    }
  }
  return safe;
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height, const std::string& title) {
  out_ << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << width << ' ' << height << "' width='" << width
       << "' height='" << height << "' font-family='system-ui, Helvetica, Arial, sans-serif' font-size='13'>\n"
       << "<title>" << escaped(title) << "</title>\n<rect width='100%' height='100%' fill='white'/>\n";
}

void SvgCanvas::text(double left, double bottom, const std::string& words, const std::string& style) {
  out_ << "<text x='" << left << "' y='" << bottom << "' " << style << '>' << escaped(words) << "</text>\n";
}

void SvgCanvas::path(const std::string& commands, const std::string& colour, const std::string& style) {
  out_ << "<path fill='none' stroke='" << colour << "' " << style << " d='" << commands << "'/>\n";
}

void SvgCanvas::dot(double x, double y, const std::string& colour) {
  out_ << "<circle cx='" << x << "' cy='" << y << "' r='3.6' fill='" << colour << "'/>\n";
}

void SvgCanvas::box(double left, double top, double side, const std::string& colour, double opacity) {
  out_ << "<rect x='" << left << "' y='" << top << "' width='" << side << "' height='" << side << "' fill='" << colour
       << "' fill-opacity='" << opacity << "'/>\n";
}

std::string SvgCanvas::finish() {
  out_ << "</svg>\n";
  return out_.str();
}
