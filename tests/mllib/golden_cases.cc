#include "golden_cases.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "training_rows.h"

namespace ferro::test {
namespace {

double numberOf(const ml::JsonValue& value) {
  double number = 0;
  if (!value.toNumber(number)) throw std::runtime_error("a golden value is not a number: " + value.text());
  return number;
}

const ml::JsonValue& member(const ml::JsonValue& value, const std::string& name) {
  const ml::JsonValue* found = value.find(name);
  if (found == nullptr) throw std::runtime_error("a golden case has no " + name);
  return *found;
}

}  // namespace

bool GoldenCase::has(const std::string& name) const {
  const ml::JsonValue* found = value_.find(name);
  return found != nullptr && !found->isNull();
}
double GoldenCase::number(const std::string& name) const { return numberOf(member(value_, name)); }
bool GoldenCase::flag(const std::string& name) const { return *member(value_, name).asFlag(); }
std::string GoldenCase::text(const std::string& name) const { return *member(value_, name).asText(); }

std::vector<double> GoldenCase::numbers(const std::string& name) const {
  std::vector<double> numbers;
  for (const ml::JsonValue& value : *member(value_, name).asArray()) numbers.push_back(numberOf(value));
  return numbers;
}

std::vector<GoldenCase> goldenCases(const std::string& file, const std::string& list) {
  const std::string path = goldenPath(file);
  if (path.empty()) return {};
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  const ml::JsonValue root = ml::JsonValue::parse(text.str(), path);
  std::vector<GoldenCase> cases;
  for (const ml::JsonValue& value : *member(root, list).asArray()) cases.emplace_back(value);
  return cases;
}

double relativeDifference(const std::vector<double>& actual, const std::vector<double>& expected) {
  if (actual.size() != expected.size()) return INFINITY;
  double largest = 0;
  double difference = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    difference = std::max(difference, std::abs(actual[i] - expected[i]));
  }
  return largest == 0 ? difference : difference / largest;
}

}  // namespace ferro::test
