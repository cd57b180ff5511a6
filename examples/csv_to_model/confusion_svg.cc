#include <numeric>

#include "confusion.h"
#include "counted.h"
#include "svg_canvas.h"

namespace {

constexpr size_t kLongestName = 16;
constexpr double kMatrixLeft = 150, kMatrixTop = 128, kSide = 560;

std::string shortened(const std::string& name) {
  if (name.size() <= kLongestName) return name;
  size_t end = kLongestName - 1;
  while ((static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;  // not within a letter
  return name.substr(0, end) + "…";
}

std::string attributes(const std::string& fill, const char* anchor) {
  return "fill='" + fill + "' text-anchor='" + anchor + "'";
}

}  // namespace

std::string toSvg(const Confusion& confusion) {
  const size_t size = confusion.classes.size();
  const double cell = kSide / static_cast<double>(size);
  SvgCanvas canvas(kMatrixLeft + kSide + 32, kMatrixTop + kSide + 32, "Confusion matrix");
  canvas.text(24, 34, "Confusion matrix: what each class was taken for",
              "fill='#16202c' font-size='19' font-weight='600'");
  canvas.text(24, 56, "test rows; a row of the picture is a class, a column what was predicted", "fill='#5b6673'");
  for (size_t row = 0; row < size; ++row) {
    const auto& counts = confusion.counts[row];
    const int64_t all = std::accumulate(counts.begin(), counts.end(), int64_t{0});
    const double top = kMatrixTop + static_cast<double>(row) * cell;
    const double left = kMatrixLeft + static_cast<double>(row) * cell;
    const std::string name = shortened(confusion.classes[row]);
    canvas.text(kMatrixLeft - 10, top + cell / 2 + 4.5, name, attributes("#16202c", "end"));
    canvas.text(left + cell / 2, kMatrixTop - 12, name, attributes("#16202c", "middle"));
    for (size_t column = 0; column < size; ++column) {
      const double share = all == 0 ? 0 : static_cast<double>(counts[column]) / static_cast<double>(all);
      const double x = kMatrixLeft + static_cast<double>(column) * cell;
      canvas.box(x + 1, top + 1, cell - 2, row == column ? "#1d5fd1" : "#d9480f", 0.06 + 0.94 * share);
      canvas.text(x + cell / 2, top + cell / 2 + 4.5, grouped(counts[column]),
                  attributes(share > 0.5 ? "white" : "#16202c", "middle"));
    }
  }
  return canvas.finish();
}
