#include "ferro/mllib/linalg/labeled_point.h"

#include <charconv>
#include <utility>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"

namespace ferro::ml {
namespace {

// Reads the text from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool isNext(char c) {
    skipSpaces();
    return place_ < text_.size() && text_[place_] == c;
  }
  void expect(char c) {
    if (!isNext(c)) refuse(std::string("a '") + c + '\'');
    ++place_;
  }
  bool isAtEnd() {
    skipSpaces();
    return place_ == text_.size();
  }
  void expectEnd() {
    if (!isAtEnd()) refuse("the end");
  }
  template <class Number>
  Number number() {
    skipSpaces();
    Number value{};
    const auto [end, error] = std::from_chars(text_.data() + place_, text_.data() + text_.size(), value);
    if (error != std::errc()) refuse("a number");
    place_ = static_cast<size_t>(end - text_.data());
    return value;
  }
  template <class Number>
  std::vector<Number> list() {
    std::vector<Number> values;
    expect('[');
    while (!isNext(']')) {
      if (!values.empty()) expect(',');
      values.push_back(number<Number>());
    }
    expect(']');
    return values;
  }
  Vector vector() {
    if (isNext('[')) return Vector::dense(list<double>());
    expect('(');
    const auto size = number<int32_t>();
    expect(',');
    auto indices = list<int32_t>();
    expect(',');
    auto values = list<double>();
    expect(')');
    return Vector::sparse(size, std::move(indices), std::move(values));
  }

 private:
  void skipSpaces() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
  }
  [[noreturn]] void refuse(const std::string& wanted) const {
    throw Error(ErrorCode::kMalformedData,
                "\"" + std::string(text_) + "\" is no point: at character " + std::to_string(place_ + 1) +
                    " there should be " + wanted +
                    "; points look like (1.0,[0.5,2.0]), (1.0,(3,[0],[0.5])) or 1.0,0.5 2.0");
  }

  std::string_view text_;
  size_t place_ = 0;
};

}  // namespace

Vector parseVector(std::string_view text) {
  Reader reader(text);
  Vector vector = reader.vector();
  reader.expectEnd();
  return vector;
}

LabeledPoint LabeledPoint::parse(std::string_view text) {
  Reader reader(text);
  LabeledPoint point;
  if (reader.isNext('(')) {
    reader.expect('(');
    point.label = reader.number<double>();
    reader.expect(',');
    point.features = reader.vector();
    reader.expect(')');
    reader.expectEnd();
    return point;
  }
  point.label = reader.number<double>();
  reader.expect(',');
  std::vector<double> values;
  while (!reader.isAtEnd()) values.push_back(reader.number<double>());
  point.features = Vector::dense(std::move(values));
  return point;
}

std::string LabeledPoint::toString() const {
  std::string text = "(";
  appendNumber(text, label);
  return text + ',' + features.toString() + ')';
}

}  // namespace ferro::ml
