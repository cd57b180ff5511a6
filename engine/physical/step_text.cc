#include "ferro/engine/physical/step_text.h"

namespace ferro {

std::string listText(const std::vector<ExprPtr>& expressions, const std::string& separator) {
  std::string text;
  for (const ExprPtr& expression : expressions) text += (text.empty() ? "" : separator) + expr::text(*expression, true);
  return "[" + text + "]";
}

std::string listText(const Attributes& columns, const std::string& separator) {
  std::vector<ExprPtr> references;
  for (const Attribute& column : columns) references.push_back(column.reference());
  return listText(references, separator);
}

}  // namespace ferro
