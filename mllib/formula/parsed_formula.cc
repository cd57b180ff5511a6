#include "ferro/mllib/formula/parsed_formula.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/columns/input_columns.h"

namespace ferro::ml {
namespace {

using Terms = std::vector<FormulaTerm>;
using Names = std::vector<std::string>;

// (a + b)^9 has no more terms than sets of columns; a larger exponent adds none for any formula that people write.
constexpr int kGreatestPower = 9;

std::set<std::string> setOf(const Names& names) { return {names.begin(), names.end()}; }

FormulaTerm together(const FormulaTerm& a, const FormulaTerm& b) {
  FormulaTerm both;
  both.isRemoved = a.isRemoved || b.isRemoved;
  // With an intercept nothing can interact.
  if (a.kind != FormulaTerm::Kind::kColumns || b.kind != FormulaTerm::Kind::kColumns) {
    both.kind = FormulaTerm::Kind::kNothing;
    return both;
  }
  both.columns = a.columns;
  both.columns.insert(both.columns.end(), b.columns.begin(), b.columns.end());
  return both;
}

Terms sum(Terms left, const Terms& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Terms difference(Terms left, Terms right) {
  for (FormulaTerm& term : right) term.isRemoved = true;
  return sum(std::move(left), right);
}

Terms interaction(const Terms& left, const Terms& right) {
  Terms all;
  for (const FormulaTerm& a : left) {
    for (const FormulaTerm& b : right) all.push_back(together(a, b));
  }
  return all;
}

// a * b is a + b + a:b.
Terms crossed(const Terms& left, const Terms& right) { return sum(sum(left, right), interaction(left, right)); }

// Terms that stand there twice add nothing, and would double with each power.
Terms withoutRepeats(const Terms& terms) {
  Terms kept;
  std::set<std::pair<std::set<std::string>, bool>> seen;
  for (const FormulaTerm& term : terms) {
    if (term.kind != FormulaTerm::Kind::kColumns || seen.insert({setOf(term.columns), term.isRemoved}).second) {
      kept.push_back(term);
    }
  }
  return kept;
}

class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : text_(text) {}

  std::pair<std::string, Terms> parse() {
    std::string label = startsColumn() ? column() : "";
    if (!take('~')) fail("`~` is missing");
    Terms terms = parseSum();
    if (next() != '\0') fail("this was not expected");
    return {std::move(label), std::move(terms)};
  }

 private:
  Terms parseSum() {
    Terms terms = parseProduct();
    while (true) {
      if (take('+')) {
        terms = sum(std::move(terms), parseProduct());
      } else if (take('-')) {
        terms = difference(std::move(terms), parseProduct());
      } else {
        return terms;
      }
    }
  }

  Terms parseProduct() {
    Terms terms = parseInteraction();
    while (take('*')) terms = crossed(terms, parseInteraction());
    return terms;
  }

  Terms parseInteraction() {
    Terms terms = parsePower();
    while (take(':')) terms = interaction(terms, parsePower());
    return terms;
  }

  Terms parsePower() {
    const Terms base = parseTerm();
    if (!take('^')) return base;
    const char digit = next();
    if (digit < '1' || digit > '0' + kGreatestPower) fail("a power from 1 to 9 is missing");
    ++place_;
    Terms terms = base;
    for (int i = 1; i < digit - '0'; ++i) terms = withoutRepeats(crossed(terms, base));
    return terms;
  }

  Terms parseTerm() {
    if (take('(')) {
      Terms terms = parseSum();
      if (!take(')')) fail("`)` is missing");
      return terms;
    }
    FormulaTerm term;
    if (startsColumn()) {
      term.columns = {column()};
    } else if (take('.')) {
      term.columns = {"."};
    } else if (next() == '0' || next() == '1') {
      term.kind = FormulaTerm::Kind::kIntercept;
      term.intercept = text_[place_++] == '1';
    } else {
      fail("a column, `.`, 0 or 1 is missing");
    }
    return {std::move(term)};
  }

  char next() {
    while (place_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[place_])) != 0) ++place_;
    return place_ < text_.size() ? text_[place_] : '\0';
  }
  bool take(char wanted) {
    if (next() != wanted) return false;
    ++place_;
    return true;
  }
  static bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
  bool startsColumn() {
    if (isLetter(next())) return true;
    const char second = place_ + 1 < text_.size() ? text_[place_ + 1] : '\0';
    return next() == '.' && (isLetter(second) || second == '_');
  }
  std::string column() {
    const size_t begin = place_;
    const auto belongs = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
    };
    while (place_ < text_.size() && belongs(text_[place_])) ++place_;
    return std::string(text_.substr(begin, place_ - begin));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::kInvalidArgument, "cannot read the formula `" + std::string(text_) + "`: " + what +
                                                 " before `" + std::string(text_.substr(place_)) +
                                                 "`; it takes label ~ terms, as in y ~ a + b:c - 1");
  }

  std::string_view text_;
  size_t place_ = 0;
};

// `.` stands for columns that can be features.
Names dotColumns(const arrow::Schema& schema, const std::string& label) {
  Names names;
  for (const auto& field : schema.fields()) {
    const bool canBeFeature =
        isNumeric(*field->type()) || field->type()->id() == arrow::Type::STRING || isVector(*field->type());
    if (canBeFeature && field->name() != label) names.push_back(field->name());
  }
  return names;
}

Names distinct(const Names& names) {
  Names kept;
  for (const std::string& name : names) {
    if (std::find(kept.begin(), kept.end(), name) == kept.end()) kept.push_back(name);
  }
  return kept;
}

// The interactions that the columns from `begin` on stand for, each once, short ones first: that order is the order of
// the features.
std::vector<Names> expanded(const Names& columns, size_t begin, const Names& dot) {
  if (begin == columns.size()) return {{}};
  std::vector<Names> all;
  std::set<std::set<std::string>> seen;
  const std::vector<Names> rest = expanded(columns, begin + 1, dot);
  for (const std::string& first : columns[begin] == "." ? dot : Names{columns[begin]}) {
    for (const Names& others : rest) {
      Names names{first};
      names.insert(names.end(), others.begin(), others.end());
      names = distinct(names);
      if (seen.insert(setOf(names)).second) all.push_back(std::move(names));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Names& a, const Names& b) { return a.size() < b.size(); });
  return all;
}

}  // namespace

ParsedFormula ParsedFormula::parse(std::string_view formula) {
  auto [label, terms] = FormulaParser(formula).parse();
  return {std::move(label), std::move(terms)};
}

bool ParsedFormula::hasIntercept() const {
  bool has = true;
  for (const FormulaTerm& term : terms_) {
    if (term.kind == FormulaTerm::Kind::kIntercept) has = term.intercept != term.isRemoved;
  }
  return has;
}

ResolvedFormula ParsedFormula::resolve(const arrow::Schema& schema) const {
  ResolvedFormula resolved{label_, {}, hasIntercept()};
  const Names dot = dotColumns(schema, label_);
  for (const FormulaTerm& term : terms_) {
    if (term.kind != FormulaTerm::Kind::kColumns) continue;
    for (Names& names : expanded(term.columns, 0, dot)) {
      const auto isIt = [wanted = setOf(names)](const Names& other) { return setOf(other) == wanted; };
      const auto found = std::find_if(resolved.terms.begin(), resolved.terms.end(), isIt);
      const bool isThere = found != resolved.terms.end();
      if (term.isRemoved && isThere) resolved.terms.erase(found);
      if (!term.isRemoved && !isThere) resolved.terms.push_back(std::move(names));
    }
  }
  return resolved;
}

}  // namespace ferro::ml
