#include "ferro/engine/expr/number_layout.h"

#include <cmath>

#include <arrow/util/decimal.h>

#include "ferro/engine/expr/number_text.h"

namespace ferro {

std::string textWithSeparators(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : (value < 0 ? "-∞" : "∞");
  std::string text(400 + static_cast<size_t>(digits), '\0');
  const int length = std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  text.resize(static_cast<size_t>(length));
  const size_t sign = text.front() == '-' ? 1 : 0;
  const size_t point = std::min(text.find('.'), text.size());
  for (size_t at = point; at > sign + 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

}  // namespace ferro
