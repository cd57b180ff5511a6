// ml::Vector: a row of features or the coefficients of a model, dense or sparse. A value: copies are independent, and
// any thread may use its own. Names and text are Spark's.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ferro/common/codec.h"

namespace ferro::ml {

// A vector that somebody else owns, such as a row of a column: valid as long as its owner.
struct VectorView {
  int32_t size = 0;
  bool isDense = true;
  std::span<const int32_t> indices{};  // ascending; of a dense vector empty
  std::span<const double> values{};    // of a dense vector all, of a sparse one those at the indices

  // Calls visit(index, value) for each value that is stored, zeros among them included.
  template <class Visit>
  void forEachActive(const Visit& visit) const {
    for (size_t i = 0; i < values.size(); ++i) visit(isDense ? static_cast<int32_t>(i) : indices[i], values[i]);
  }
  double at(int32_t index) const;
};

class Vector {
 public:
  Vector() = default;  // dense, of size 0
  static Vector dense(std::vector<double> values);
  static Vector zeros(int32_t size);
  // Error kInvalidArgument unless the indices ascend, lie in [0, size), and are as many as the values.
  static Vector sparse(int32_t size, std::vector<int32_t> indices, std::vector<double> values);
  static Vector of(const VectorView& view);

  int32_t size() const { return size_; }
  bool isDense() const { return dense_; }
  const std::vector<int32_t>& indices() const { return indices_; }
  const std::vector<double>& values() const { return values_; }
  double operator[](int32_t index) const { return view().at(index); }
  VectorView view() const { return {size_, dense_, indices_, values_}; }

  int32_t numActives() const { return static_cast<int32_t>(values_.size()); }
  int32_t numNonzeros() const;
  int32_t argmax() const;  // the first of the largest; -1 when empty
  std::vector<double> toArray() const;
  Vector toDense() const { return dense(toArray()); }
  Vector toSparse() const;    // without stored zeros
  Vector compressed() const;  // whichever takes less room, as Spark decides it
  double dot(const Vector& other) const;
  double norm(double p) const;

  // `[1.0,2.0]` or `(3,[0],[1.0])`.
  std::string toString() const;

  // Equal as vectors: a dense one may equal a sparse one.
  friend bool operator==(const Vector& a, const Vector& b);

 private:
  int32_t size_ = 0;
  bool dense_ = true;
  std::vector<int32_t> indices_;
  std::vector<double> values_;
};

// Spark's rule for what compressed() and assembled vectors are.
inline bool isSparseSmaller(int64_t numNonzeros, int64_t size) { return 12 * numNonzeros + 28 < 8 * size + 12; }

// `Vectors::dense(1, 2)` as in Spark.
struct Vectors {
  static Vector dense(std::initializer_list<double> values) { return Vector::dense(values); }
  static Vector dense(std::vector<double> values) { return Vector::dense(std::move(values)); }
  static Vector sparse(int32_t size, std::vector<int32_t> indices, std::vector<double> values) {
    return Vector::sparse(size, std::move(indices), std::move(values));
  }
  static Vector zeros(int32_t size) { return Vector::zeros(size); }
};

}  // namespace ferro::ml

namespace ferro {

template <>
struct Codec<ml::Vector> {
  static void encode(Encoder& encoder, const ml::Vector& vector);
  static ml::Vector decode(Decoder& decoder);
};

}  // namespace ferro
