#include "number_forms.h"

namespace {

// Patterns have no backslashes, which SQL would have to have twice.
const std::string kBefore = "^ *[(]?[-+]? *(USD|EUR|GBP|CHF|[$€£¥])? *[-+]?";
const std::string kBehind = " *(USD|EUR|GBP|CHF|[$€£¥])? *[)]?-? *$";
const std::string kPoints = "([0-9]{1,3}(,[0-9]{3})+|[0-9]+)([.][0-9]+)?";   // 1,340.83
const std::string kCommas = "([0-9]{1,3}([. ][0-9]{3})+|[0-9]+)(,[0-9]+)?";  // 1.340,83

const std::string kYearFirst = "^ *([0-9]{4})[/.-]([0-9]{1,2})[/.-]([0-9]{1,2})([ T].*)?$";
const std::string kSlashes = "^ *([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})( .*)?$";
const std::string kPointsOrDashes = "^ *([0-9]{1,2})[.-]([0-9]{1,2})[.-]([0-9]{4})( .*)?$";

std::string amount(bool isComma) {
  const std::string digits =
      isComma ? "regexp_replace(regexp_replace($, '[^0-9,]', ''), ',', '.')" : "regexp_replace($, '[^0-9.]', '')";
  return "CASE WHEN $ RLIKE '[-(]' THEN -1 ELSE 1 END * CAST(" + digits + " AS DOUBLE)";
}

// Of a text whose parts are put in the order year, month, day.
std::string days(const std::string& pattern, const std::string& order) {
  return "CAST(datediff(TRY_CAST(regexp_replace($, '" + pattern + "', '" + order +
         "') AS DATE), DATE '1970-01-01') AS DOUBLE)";
}

// $1 stays what it is: a group of a pattern.
bool isColumn(const std::string& expression, size_t at) {
  return expression[at] == '$' && at + 1 < expression.size() &&
         (expression[at + 1] == ',' || expression[at + 1] == ' ');
}

}  // namespace

const std::vector<NumberForm>& numberForms() {
  static const std::vector<NumberForm> kForms{
      {"numbers such as 1,340.83", "Number", kBefore + kPoints + kBehind, amount(false)},
      {"numbers such as 1.340,83", "Number", kBefore + kCommas + kBehind, amount(true)},
      {"percentages", "Percent", "^ *[-+]?" + kPoints + " *% *$", amount(false)},
      {"percentages such as 1,5 %", "Percent", "^ *[-+]?" + kCommas + " *% *$", amount(true)},
      {"dates as days since 1970", "Days", kYearFirst, days(kYearFirst, "$1-$2-$3")},
      {"dates as days since 1970, month first", "Days", kSlashes, days(kSlashes, "$3-$1-$2")},
      {"dates as days since 1970, day first", "Days", kSlashes, days(kSlashes, "$3-$2-$1")},
      {"dates as days since 1970, day first", "Days", kPointsOrDashes, days(kPointsOrDashes, "$3-$2-$1")},
  };
  return kForms;
}

std::string numberIn(const NumberForm& form, const std::string& column) {
  std::string number;
  for (size_t i = 0; i < form.expression.size(); ++i) {
    number += isColumn(form.expression, i) ? column : std::string(1, form.expression[i]);
  }
  return "CASE WHEN " + column + " RLIKE '" + form.pattern + "' THEN " + number + " END";
}
