// R's formulas as Spark understands them: `y ~ a + b:c - 1`. Parsed, and then resolved against the columns of a table,
// which say what `.` stands for. Values; pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro::ml {

// What remains when columns are known: terms of one column, or of several that interact.
struct ResolvedFormula {
  std::string label{};  // empty: there is none
  std::vector<std::vector<std::string>> terms{};
  bool hasIntercept = true;
};

// A part of a sum.
struct FormulaTerm {
  enum class Kind { kColumns, kIntercept, kNothing };
  Kind kind = Kind::kColumns;
  bool isRemoved = false;              // it comes after a minus
  bool intercept = true;               // kIntercept: 1 or 0
  std::vector<std::string> columns{};  // kColumns: those that interact; "." for each of the table's
};

class ParsedFormula {
 public:
  // label ~ terms, with + - : * ^ . ( ) 0 1. Error kInvalidArgument that shows the place.
  static ParsedFormula parse(std::string_view formula);

  const std::string& label() const { return label_; }
  bool hasIntercept() const;
  ResolvedFormula resolve(const arrow::Schema& schema) const;

 private:
  ParsedFormula(std::string label, std::vector<FormulaTerm> terms)
      : label_(std::move(label)), terms_(std::move(terms)) {}

  std::string label_;
  std::vector<FormulaTerm> terms_;
};

}  // namespace ferro::ml
