// Reads values of one type out of one column, nested columns included, by raw pointers into a batch that verifyBatch
// has approved and that stays alive. Immutable: any number of threads may read at once.
#pragma once

#include <cstring>

#include "ferro/common/codec.h"
#include "ferro/common/column_arrow.h"

namespace ferro::detail {

inline bool bitAt(const uint8_t* bits, int64_t index) { return (bits[index >> 3] >> (index & 7)) & 1; }

// Memory of a batch need not be aligned: it may be a part of a file or of a message.
template <class Value>
Value valueAt(const uint8_t* values, int64_t index) {
  Value value;
  std::memcpy(&value, values + index * static_cast<int64_t>(sizeof(Value)), sizeof(Value));
  return value;
}

// Each reader has read(row, out), which replaces out but reuses the memory it owns. One that was made without an array
// only waits to be replaced.
template <class T>
class ColumnReader;

template <FixedElement T>
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array) {
    const ColumnView view = viewOf(array);
    if (view.values != nullptr) values_ = view.values + view.offset * static_cast<int64_t>(sizeof(T));
  }

  void read(int64_t row, T& out) const { out = valueAt<T>(values_, row); }
  void readAll(int64_t row, T* out, size_t count) const {
    if (count > 0) std::memcpy(out, values_ + row * static_cast<int64_t>(sizeof(T)), count * sizeof(T));
  }

 private:
  const uint8_t* values_ = nullptr;
};

template <BoolElement T>
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array) : bits_(viewOf(array).values), offset_(viewOf(array).offset) {}

  void read(int64_t row, T& out) const { out = static_cast<T>(bitAt(bits_, offset_ + row)); }

 private:
  const uint8_t* bits_ = nullptr;
  int64_t offset_ = 0;
};

// Where the elements of one row begin and end.
struct Extent {
  int64_t begin;
  int64_t end;
};

class OffsetReader {
 public:
  OffsetReader() = default;
  explicit OffsetReader(const ColumnView& view) : offsets_(view.values), first_(view.offset) {}

  Extent at(int64_t row) const {
    return {valueAt<int32_t>(offsets_, first_ + row), valueAt<int32_t>(offsets_, first_ + row + 1)};
  }

 private:
  const uint8_t* offsets_ = nullptr;
  int64_t first_ = 0;
};

template <class T>
  requires(TextElement<T> || HasCodec<T>)
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array) : offsets_(viewOf(array)), text_(viewOf(array).text) {}

  void read(int64_t row, T& out) const {
    const Extent extent = offsets_.at(row);
    const std::string_view text(reinterpret_cast<const char*>(text_) + extent.begin, extent.end - extent.begin);
    if constexpr (HasCodec<T>) {
      out = Decoder(text).read<T>();
    } else {
      static_assert(!std::is_same_v<T, const char*>, "rows hold std::string or std::string_view, not const char*");
      out = text;
    }
  }

 private:
  OffsetReader offsets_;
  const uint8_t* text_ = nullptr;
};

// The columns of a pair, tuple or struct, side by side.
template <class Fields, class Places = std::make_index_sequence<Fields::kSize>>
class FieldReaders;

template <class... Fields, size_t... kPlaces>
class FieldReaders<TypeList<Fields...>, std::index_sequence<kPlaces...>> : FieldSlot<kPlaces, ColumnReader<Fields>>... {
 public:
  FieldReaders() = default;
  // columnAt(i) is the array of field i.
  template <class ColumnAt>
  explicit FieldReaders([[maybe_unused]] const ColumnAt& columnAt)
      : FieldSlot<kPlaces, ColumnReader<Fields>>{ColumnReader<Fields>(columnAt(static_cast<int>(kPlaces)))}... {}

  void read([[maybe_unused]] int64_t row, Fields&... fields) const {
    (FieldSlot<kPlaces, ColumnReader<Fields>>::part.read(row, fields), ...);
  }
};

template <ProductElement T>
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array)
      : fields_([&array](int i) -> const arrow::ArrayData& { return childOf(array, i); }),
        offset_(viewOf(array).offset) {}

  void read(int64_t row, T& out) const {
    visitFields(out, [this, row](auto&... fields) { fields_.read(offset_ + row, fields...); });
  }

 private:
  FieldReaders<FieldsOf<T>> fields_;
  int64_t offset_ = 0;
};

// Reads count consecutive elements into a container that has room for them.
template <class Container>
void readElements(const ColumnReader<typename Container::value_type>& elements, int64_t begin, Container& out) {
  using Element = typename Container::value_type;
  if constexpr (FixedElement<Element>) {
    elements.readAll(begin, out.data(), out.size());
  } else if constexpr (std::is_same_v<Element, bool>) {  // a vector<bool> has no references to its elements
    for (size_t i = 0; i < out.size(); ++i) {
      bool element;
      elements.read(begin + static_cast<int64_t>(i), element);
      out[i] = element;
    }
  } else {
    for (size_t i = 0; i < out.size(); ++i) elements.read(begin + static_cast<int64_t>(i), out[i]);
  }
}

template <VectorElement T>
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array) : offsets_(viewOf(array)), elements_(childOf(array, 0)) {}

  void read(int64_t row, T& out) const {
    const Extent extent = offsets_.at(row);
    out.resize(extent.end - extent.begin);
    readElements(elements_, extent.begin, out);
  }

 private:
  OffsetReader offsets_;
  ColumnReader<typename T::value_type> elements_;
};

template <ArrayElement T>
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array) : elements_(childOf(array, 0)), offset_(viewOf(array).offset) {}

  void read(int64_t row, T& out) const {
    readElements(elements_, (offset_ + row) * static_cast<int64_t>(std::tuple_size_v<T>), out);
  }

 private:
  ColumnReader<typename T::value_type> elements_;
  int64_t offset_ = 0;
};

template <OptionalElement T>
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array)
      : validity_(viewOf(array).validity), offset_(viewOf(array).offset), values_(*valuesOf(&array)) {}

  void read(int64_t row, T& out) const {
    if (validity_ != nullptr && !bitAt(validity_, offset_ + row)) {
      out.reset();
      return;
    }
    if (!out) out.emplace();
    if constexpr (OptionalElement<Value>) {
      values_.read(offset_ + row, *out);
    } else {
      values_.read(row, *out);
    }
  }

 private:
  using Value = typename T::value_type;

  // Inside a second optional the value is the only field of a struct: see optionalType.
  static const arrow::ArrayData* valuesOf(const arrow::ArrayData* array) {
    if constexpr (OptionalElement<Value>) {
      return &childOf(*array, 0);
    } else {
      return array;
    }
  }

  const uint8_t* validity_ = nullptr;
  int64_t offset_ = 0;
  ColumnReader<Value> values_;
};

template <MapElement T>
class ColumnReader<T> {
 public:
  ColumnReader() = default;
  explicit ColumnReader(const arrow::ArrayData& array)
      : offsets_(viewOf(array)),
        keys_(childOf(childOf(array, 0), 0)),
        mapped_(childOf(childOf(array, 0), 1)),
        entriesOffset_(viewOf(childOf(array, 0)).offset) {}

  void read(int64_t row, T& out) const {
    out.clear();
    const Extent extent = offsets_.at(row);
    for (int64_t i = extent.begin; i < extent.end; ++i) {
      typename T::key_type key{};
      typename T::mapped_type mapped{};
      keys_.read(entriesOffset_ + i, key);
      mapped_.read(entriesOffset_ + i, mapped);
      out.emplace(std::move(key), std::move(mapped));
    }
  }

 private:
  OffsetReader offsets_;
  ColumnReader<typename T::key_type> keys_;
  ColumnReader<typename T::mapped_type> mapped_;
  int64_t entriesOffset_ = 0;
};

}  // namespace ferro::detail
