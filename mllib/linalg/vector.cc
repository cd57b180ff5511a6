#include "ferro/mllib/linalg/vector.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"

namespace ferro::ml {
namespace {

[[noreturn]] void throwBadSparse(const std::string& what) {
  throw Error(ErrorCode::kInvalidArgument, "a sparse vector " + what);
}

void checkSparse(int32_t size, const std::vector<int32_t>& indices, const std::vector<double>& values) {
  if (size < 0) throwBadSparse("has size " + std::to_string(size) + ", and must have 0 or more");
  if (indices.size() != values.size()) {
    throwBadSparse("has " + std::to_string(indices.size()) + " indices and " + std::to_string(values.size()) +
                   " values: give one value for each index");
  }
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= size) {
      throwBadSparse("of size " + std::to_string(size) + " has index " + std::to_string(indices[i]) +
                     ": indices count from 0 and end before the size");
    }
    if (i > 0 && indices[i] <= indices[i - 1]) {
      throwBadSparse("has index " + std::to_string(indices[i]) + " behind " + std::to_string(indices[i - 1]) +
                     ": indices must ascend");
    }
  }
}

template <class Values, class Append>
std::string listText(const Values& values, const Append& append) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ',';
    append(text, values[i]);
  }
  return text + "]";
}

std::string listText(const std::vector<double>& values) {
  return listText(values, [](std::string& text, double value) { appendNumber(text, value); });
}

}  // namespace

double VectorView::at(int32_t index) const {
  if (index < 0 || index >= size) {
    throw Error(ErrorCode::kInvalidArgument,
                "index " + std::to_string(index) + " is outside of a vector of size " + std::to_string(size));
  }
  if (isDense) return values[static_cast<size_t>(index)];
  const auto found = std::lower_bound(indices.begin(), indices.end(), index);
  if (found == indices.end() || *found != index) return 0;
  return values[static_cast<size_t>(found - indices.begin())];
}

Vector Vector::dense(std::vector<double> values) {
  Vector made;
  made.size_ = static_cast<int32_t>(values.size());
  made.values_ = std::move(values);
  return made;
}

void Vector::set(int32_t index, double value) {
  if (index < 0 || index >= size_) static_cast<void>(at(index));
  if (dense_) {
    values_[static_cast<size_t>(index)] = value;
    return;
  }
  const auto found = std::lower_bound(indices_.begin(), indices_.end(), index);
  const auto place = values_.begin() + (found - indices_.begin());
  if (found != indices_.end() && *found == index) {
    *place = value;
    return;
  }
  values_.insert(place, value);
  indices_.insert(found, index);
}

std::ostream& operator<<(std::ostream& out, const Vector& vector) { return out << vector.toString(); }

Vector Vector::zeros(int32_t size) { return dense(std::vector<double>(static_cast<size_t>(size))); }

Vector Vector::sparse(int32_t size, std::vector<int32_t> indices, std::vector<double> values) {
  checkSparse(size, indices, values);
  Vector made;
  made.size_ = size;
  made.dense_ = false;
  made.indices_ = std::move(indices);
  made.values_ = std::move(values);
  return made;
}

Vector Vector::of(const VectorView& view) {
  std::vector<double> values(view.values.begin(), view.values.end());
  if (view.isDense) return dense(std::move(values));
  return sparse(view.size, {view.indices.begin(), view.indices.end()}, std::move(values));
}

int32_t Vector::numNonzeros() const {
  return static_cast<int32_t>(std::count_if(values_.begin(), values_.end(), [](double value) { return value != 0; }));
}

int32_t Vector::argmax() const {
  const std::vector<double> all = toArray();
  if (all.empty()) return -1;
  return static_cast<int32_t>(std::max_element(all.begin(), all.end()) - all.begin());
}

std::vector<double> Vector::toArray() const {
  if (dense_) return values_;
  std::vector<double> all(static_cast<size_t>(size_));
  for (size_t i = 0; i < indices_.size(); ++i) all[static_cast<size_t>(indices_[i])] = values_[i];
  return all;
}

Vector Vector::toSparse() const {
  std::vector<int32_t> indices;
  std::vector<double> values;
  view().forEachActive([&](int32_t index, double value) {
    if (value == 0) return;
    indices.push_back(index);
    values.push_back(value);
  });
  return sparse(size_, std::move(indices), std::move(values));
}

Vector Vector::compressed() const { return isSparseSmaller(numNonzeros(), size_) ? toSparse() : toDense(); }

double Vector::dot(const Vector& other) const {
  if (size_ != other.size_) {
    throw Error(ErrorCode::kInvalidArgument, "the product of vectors of sizes " + std::to_string(size_) + " and " +
                                                 std::to_string(other.size_) + " does not exist: both need one size");
  }
  const Vector& walked = dense_ ? other : *this;
  const Vector& looked = dense_ ? *this : other;
  double sum = 0;
  walked.view().forEachActive([&](int32_t index, double value) { sum += value * looked[index]; });
  return sum;
}

double Vector::norm(double p) const {
  if (!(p >= 1)) {
    throw Error(ErrorCode::kInvalidArgument, "a norm's p must be 1 or more, and is " + ferro::numberText(p));
  }
  double sum = 0;
  for (const double value : values_) {
    const double size = std::abs(value);
    if (std::isinf(p)) {
      sum = std::max(sum, size);
    } else {
      sum += p == 1 ? size : p == 2 ? size * size : std::pow(size, p);
    }
  }
  if (p == 1 || std::isinf(p)) return sum;
  return p == 2 ? std::sqrt(sum) : std::pow(sum, 1 / p);
}

std::string Vector::toString() const {
  if (dense_) return listText(values_);
  const auto appendIndex = [](std::string& text, int32_t index) { text += std::to_string(index); };
  return "(" + std::to_string(size_) + "," + listText(indices_, appendIndex) + "," + listText(values_) + ")";
}

bool operator==(const Vector& a, const Vector& b) {
  if (a.size_ != b.size_) return false;
  if (a.dense_ && b.dense_) return a.values_ == b.values_;
  return a.toArray() == b.toArray();
}

}  // namespace ferro::ml

namespace ferro {

void Codec<ml::Vector>::encode(Encoder& encoder, const ml::Vector& vector) {
  encoder.write(vector.isDense());
  encoder.write(vector.size());
  encoder.write(vector.indices());
  encoder.write(vector.values());
}

ml::Vector Codec<ml::Vector>::decode(Decoder& decoder) {
  const bool isDense = decoder.read<bool>();
  const auto size = decoder.read<int32_t>();
  auto indices = decoder.read<std::vector<int32_t>>();
  auto values = decoder.read<std::vector<double>>();
  return isDense ? ml::Vector::dense(std::move(values))
                 : ml::Vector::sparse(size, std::move(indices), std::move(values));
}

}  // namespace ferro
