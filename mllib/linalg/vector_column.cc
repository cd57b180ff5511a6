#include "ferro/mllib/linalg/vector_column.h"

#include <algorithm>

#include <arrow/array/array_nested.h>
#include <arrow/array/array_primitive.h>
#include <arrow/array/util.h>
#include <arrow/buffer_builder.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::ml {
namespace {

constexpr const char* kBuilding = "building a column of vectors";

// A list whose elements may be null in the type only: readers of other engines' files do not say otherwise.
bool isListOf(const arrow::DataType& type, arrow::Type::type element) {
  return type.id() == arrow::Type::LIST && type.field(0)->type()->id() == element;
}

bool holdsVectors(const arrow::DataType& type) {
  return type.id() == arrow::Type::STRUCT && type.num_fields() == 4 &&
         type.field(0)->type()->id() == arrow::Type::INT8 && type.field(1)->type()->id() == arrow::Type::INT32 &&
         isListOf(*type.field(2)->type(), arrow::Type::INT32) && isListOf(*type.field(3)->type(), arrow::Type::DOUBLE);
}

// Ascending, from 0 to below size. Without a branch for each of them.
bool areIndicesOf(int32_t size, std::span<const int32_t> indices) {
  if (indices.empty()) return true;
  bool ascend = true;
  for (size_t i = 1; i < indices.size(); ++i) ascend &= indices[i - 1] < indices[i];
  return ascend && indices.front() >= 0 && indices.back() < size;
}

template <class T>
const T* rawValues(const arrow::Array& array) {
  return static_cast<const arrow::NumericArray<typename arrow::CTypeTraits<T>::ArrowType>&>(array).raw_values();
}

}  // namespace

VectorColumn::VectorColumn(std::shared_ptr<arrow::Array> column, std::string name)
    : column_(std::move(column)), name_(std::move(name)), length_(column_->length()) {
  if (!holdsVectors(*column_->type())) {
    throw Error(ErrorCode::kInvalidArgument, "column `" + name_ + "` is of type " + sqlName(*column_->type()) +
                                                 " and should hold vectors; make them with a VectorAssembler");
  }
  const auto& vectors = static_cast<const arrow::StructArray&>(*column_);
  mayHaveNulls_ = vectors.null_count() > 0;
  for (int i = 0; i < 4; ++i) parts_.push_back(vectors.field(i));
  const auto& indexLists = static_cast<const arrow::ListArray&>(*parts_[2]);
  const auto& valueLists = static_cast<const arrow::ListArray&>(*parts_[3]);
  types_ = rawValues<int8_t>(*parts_[0]);
  sizes_ = rawValues<int32_t>(*parts_[1]);
  indexOffsets_ = indexLists.raw_value_offsets();
  indices_ = rawValues<int32_t>(*indexLists.values());
  valueOffsets_ = valueLists.raw_value_offsets();
  values_ = rawValues<double>(*valueLists.values());
}

bool readCell(const arrow::Array& column, int64_t row, Vector& value) {
  if (!holdsVectors(*column.type())) return false;
  value = Vector::of(VectorColumn(arrow::MakeArray(column.data()))[row]);
  return true;
}

VectorView VectorColumn::operator[](int64_t row) const {
  const auto begin = static_cast<size_t>(valueOffsets_[row]);
  const size_t count = static_cast<size_t>(valueOffsets_[row + 1]) - begin;
  if (types_[row] == 1) return {static_cast<int32_t>(count), true, {}, {values_ + begin, count}};
  const auto first = static_cast<size_t>(indexOffsets_[row]);
  const size_t numIndices = static_cast<size_t>(indexOffsets_[row + 1]) - first;
  const std::span<const int32_t> indices(indices_ + first, numIndices);
  if (types_[row] != 0 || numIndices != count || !areIndicesOf(sizes_[row], indices)) throwMalformed(row);
  return {sizes_[row], false, indices, {values_ + begin, count}};
}

std::optional<int32_t> VectorColumn::denseWidth() const {
  if (mayHaveNulls_ || length_ == 0) return {};
  const int32_t width = valueOffsets_[1] - valueOffsets_[0];
  for (int64_t row = 0; row < length_; ++row) {
    if (types_[row] != 1 || valueOffsets_[row + 1] - valueOffsets_[row] != width) return {};
  }
  return width;
}

std::span<const double> VectorColumn::values() const {
  return {values_ + valueOffsets_[0], static_cast<size_t>(valueOffsets_[length_] - valueOffsets_[0])};
}

bool VectorColumn::isNullSlow(int64_t row) const { return column_->IsNull(row); }

void VectorColumn::throwMalformed(int64_t row) const {
  throw Error(ErrorCode::kMalformedData, "column `" + name_ + "` has a vector in row " + std::to_string(row) +
                                             " of a batch whose size, indices and values contradict each other");
}

struct VectorColumnBuilder::Parts {
  explicit Parts(arrow::MemoryPool* pool)
      : valid(pool),
        isSparse(pool),
        types(pool),
        sizes(pool),
        indexOffsets(pool),
        indices(pool),
        valueOffsets(pool),
        values(pool) {}

  void appendRow(bool isValid, bool sparse, int32_t size) {
    check(valid.Append(isValid), kBuilding);
    check(isSparse.Append(sparse), kBuilding);
    check(types.Append(sparse ? 0 : 1), kBuilding);
    check(sizes.Append(sparse ? size : 0), kBuilding);
    check(indexOffsets.Append(checkedOffset(indices.length())), kBuilding);
    check(valueOffsets.Append(checkedOffset(values.length())), kBuilding);
  }

  static int32_t checkedOffset(int64_t length) {
    if (length > INT32_MAX) {
      throw Error(ErrorCode::kOutOfMemory, "a batch of vectors has more than 2^31 values: use smaller batches");
    }
    return static_cast<int32_t>(length);
  }

  // An empty span may have no address, which Arrow must not be given.
  template <class T>
  static void append(arrow::TypedBufferBuilder<T>& to, std::span<const T> elements) {
    if (!elements.empty()) check(to.Append(elements.data(), static_cast<int64_t>(elements.size())), kBuilding);
  }

  template <class T>
  static std::shared_ptr<arrow::Buffer> bufferOf(T& builder) {
    return valueOf(builder.Finish(), kBuilding);
  }

  // Null when every bit is set: then nothing needs looking up.
  static std::shared_ptr<arrow::Buffer> bitmapOf(arrow::TypedBufferBuilder<bool>& bits, int64_t nulls) {
    auto buffer = bufferOf(bits);
    return nulls == 0 ? nullptr : buffer;
  }

  arrow::TypedBufferBuilder<bool> valid;
  arrow::TypedBufferBuilder<bool> isSparse;
  arrow::TypedBufferBuilder<int8_t> types;
  arrow::TypedBufferBuilder<int32_t> sizes;
  arrow::TypedBufferBuilder<int32_t> indexOffsets;
  arrow::TypedBufferBuilder<int32_t> indices;
  arrow::TypedBufferBuilder<int32_t> valueOffsets;
  arrow::TypedBufferBuilder<double> values;
};

VectorColumnBuilder::VectorColumnBuilder(arrow::MemoryPool* pool)
    : parts_(std::make_unique<Parts>(pool)), pool_(pool) {}
VectorColumnBuilder::~VectorColumnBuilder() = default;

void VectorColumnBuilder::appendDense(std::span<const double> values) {
  parts_->appendRow(true, false, 0);
  Parts::append(parts_->values, values);
}

std::span<double> VectorColumnBuilder::appendDense(int32_t size) {
  parts_->appendRow(true, false, 0);
  const int64_t begin = parts_->values.length();
  check(parts_->values.Append(static_cast<int64_t>(size), 0.0), kBuilding);
  return {parts_->values.mutable_data() + begin, static_cast<size_t>(size)};
}

void VectorColumnBuilder::appendSparse(int32_t size, std::span<const int32_t> indices, std::span<const double> values) {
  parts_->appendRow(true, true, size);
  Parts::append(parts_->indices, indices);
  Parts::append(parts_->values, values);
}

void VectorColumnBuilder::append(const VectorView& vector) {
  if (vector.isDense) {
    appendDense(vector.values);
  } else {
    appendSparse(vector.size, vector.indices, vector.values);
  }
}

void VectorColumnBuilder::appendCompressed(int32_t size, std::span<const int32_t> indices,
                                           std::span<const double> values) {
  const auto isNonzero = [](double value) { return value != 0; };
  const auto numNonzeros = std::count_if(values.begin(), values.end(), isNonzero);
  if (!isSparseSmaller(numNonzeros, size)) {
    const std::span<double> row = appendDense(size);
    for (size_t i = 0; i < indices.size(); ++i) row[static_cast<size_t>(indices[i])] = values[i];
    return;
  }
  parts_->appendRow(true, true, size);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (values[i] == 0) continue;
    check(parts_->indices.Append(indices[i]), kBuilding);
    check(parts_->values.Append(values[i]), kBuilding);
  }
}

void VectorColumnBuilder::appendNull() { parts_->appendRow(false, true, 0); }

int64_t VectorColumnBuilder::length() const { return parts_->types.length(); }

std::shared_ptr<arrow::Array> VectorColumnBuilder::finish() {
  Parts& parts = *parts_;
  const int64_t length = parts.types.length();
  check(parts.indexOffsets.Append(Parts::checkedOffset(parts.indices.length())), kBuilding);
  check(parts.valueOffsets.Append(Parts::checkedOffset(parts.values.length())), kBuilding);
  const int64_t nulls = parts.valid.false_count();
  const int64_t dense = parts.isSparse.false_count();
  const auto valid = Parts::bitmapOf(parts.valid, nulls);
  const auto sparse = Parts::bitmapOf(parts.isSparse, dense);
  const auto type = vectorType();
  const int64_t numIndices = parts.indices.length();
  const int64_t numValues = parts.values.length();
  const auto types = arrow::ArrayData::Make(arrow::int8(), length, {nullptr, Parts::bufferOf(parts.types)}, 0);
  const auto sizes = arrow::ArrayData::Make(arrow::int32(), length, {sparse, Parts::bufferOf(parts.sizes)}, dense);
  const auto indices = arrow::ArrayData::Make(arrow::int32(), numIndices, {nullptr, Parts::bufferOf(parts.indices)}, 0);
  const auto values = arrow::ArrayData::Make(arrow::float64(), numValues, {nullptr, Parts::bufferOf(parts.values)}, 0);
  const auto indexLists = arrow::ArrayData::Make(type->field(2)->type(), length,
                                                 {sparse, Parts::bufferOf(parts.indexOffsets)}, {indices}, dense);
  const auto valueLists = arrow::ArrayData::Make(type->field(3)->type(), length,
                                                 {nullptr, Parts::bufferOf(parts.valueOffsets)}, {values}, 0);
  auto made = arrow::ArrayData::Make(type, length, {valid}, {types, sizes, indexLists, valueLists}, nulls);
  parts_ = std::make_unique<Parts>(pool_);
  return arrow::MakeArray(made);
}

}  // namespace ferro::ml
