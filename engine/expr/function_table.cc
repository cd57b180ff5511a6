#include <algorithm>
#include <map>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/cast.h"
#include "ferro/engine/expr/function_families.h"

namespace ferro {

namespace {

class FunctionTable {
 public:
  FunctionTable() {
    for (const auto family : {arithmeticFunctions, arrayFunctions, comparisonFunctions, conditionalFunctions,
                              dateFunctions, datePartFunctions, hashFunctions, logicFunctions, mathFunctions,
                              nestedFunctions, partitionFunctions, regexFunctions, roundingFunctions, stringFunctions,
                              stringMatchFunctions, stringShapeFunctions, timeTextFunctions, timeZoneFunctions}) {
      for (const ScalarFunction& function : family()) add(function);
    }
    std::ranges::sort(names_);
  }

  const ScalarFunction* find(std::string_view name) const {
    const auto found = byName_.find(lowerCase(name));
    return found == byName_.end() ? nullptr : found->second;
  }

  std::span<const std::string_view> names() const { return names_; }

 private:
  void add(const ScalarFunction& function) {
    if (!byName_.emplace(lowerCase(function.name), &function).second) {
      throwInternal("two functions are called " + std::string(function.name));
    }
    names_.push_back(function.name);
  }

  std::map<std::string, const ScalarFunction*, std::less<>> byName_;
  std::vector<std::string_view> names_;
};

const FunctionTable& table() {
  static const FunctionTable functions;
  return functions;
}

}  // namespace

const ScalarFunction* findScalarFunction(std::string_view name) { return table().find(name); }

std::span<const std::string_view> scalarFunctionNames() { return table().names(); }

bool isDeterministic(const Expr& expression) {
  bool deterministic = true;
  expr::forEach(expression, [&](const Expr& node) {
    if (node.kind != ExprKind::kCall || node.function != nullptr) return;
    const ScalarFunction* function = findScalarFunction(node.name);
    if (function != nullptr && !function->deterministic) deterministic = false;
  });
  return deterministic;
}

bool canThrow(const Expr& expression) {
  bool throws = false;
  expr::forEach(expression, [&](const Expr& node) {
    if (node.kind == ExprKind::kCast) throws = throws || castCanFail(*node.child().type, *node.type);
    if (node.kind != ExprKind::kCall) return;
    if (node.function != nullptr) throws = true;
    const ScalarFunction* function = findScalarFunction(node.name);
    // Floating-point numbers have a result for everything but a division.
    const bool neverWrong = node.type != nullptr && node.type->id() == arrow::Type::DOUBLE &&
                            (node.name == "+" || node.name == "-" || node.name == "*" || node.name == "negative");
    if (function != nullptr && function->canThrow && !neverWrong) throws = true;
  });
  return throws;
}

}  // namespace ferro
