// ml::Vector: a row of features or the coefficients of a model, dense or sparse. A value: copies are independent, and
// any thread may use its own. Names and text are Spark's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

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
  // The values one after another, zeros that are not stored included.
  class Iterator {
   public:
    using value_type = double;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const Vector& vector, int32_t index) : vector_(&vector), index_(index) {}

    double operator*() const {
      if (vector_->dense_) return vector_->values_[static_cast<size_t>(index_)];
      return atStored() ? vector_->values_[stored_] : 0;
    }
    Iterator& operator++() {
      if (atStored()) ++stored_;
      ++index_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    bool atStored() const { return stored_ < vector_->indices_.size() && vector_->indices_[stored_] == index_; }

    const Vector* vector_ = nullptr;
    int32_t index_ = 0;
    size_t stored_ = 0;  // of a sparse vector: the first stored value that is not behind
  };
  using value_type = double;
  using const_iterator = Iterator;

  // What stands at an index, to read and to write: v[0] = 5. A sparse vector stores a value that is written; reading
  // changes nothing. Valid as long as the vector.
  class Element {
   public:
    Element(Vector& vector, int32_t index) : vector_(&vector), index_(index) {}
    operator double() const { return vector_->at(index_); }  // NOLINT(google-explicit-constructor): it is that value
    Element& operator=(double value) {
      vector_->set(index_, value);
      return *this;
    }
    Element& operator=(const Element& other) { return *this = static_cast<double>(other); }
    Element(const Element&) = default;
    Element& operator+=(double value) { return *this = vector_->at(index_) + value; }
    Element& operator-=(double value) { return *this = vector_->at(index_) - value; }
    Element& operator*=(double value) { return *this = vector_->at(index_) * value; }
    Element& operator/=(double value) { return *this = vector_->at(index_) / value; }

   private:
    Vector* vector_;
    int32_t index_;
  };

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
  // Error kInvalidArgument for an index outside.
  double at(int32_t index) const { return view().at(index); }
  double operator[](int32_t index) const& { return at(index); }
  Element operator[](int32_t index) & { return {*this, index}; }
  void set(int32_t index, double value);
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }
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

// As toString() has it.
std::ostream& operator<<(std::ostream& out, const Vector& vector);

// For Row::get<ml::Vector>("features"); false when the column does not hold vectors.
bool readCell(const arrow::Array& column, int64_t row, Vector& value);

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
