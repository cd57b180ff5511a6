// Appends values of one type to one column, nested columns included. A tree of these, built by the compiler from the
// element type, is what RowWriter writes through. One owner thread; after an append that threw, only destroy it.
#pragma once

#include "ferro/common/codec.h"
#include "ferro/common/column_arrow.h"
#include "ferro/common/column_buffer.h"

namespace ferro::detail {

// An array whose values are one buffer.
ArrayPointer makeFlatArray(TypePointer (*type)(), int64_t length, const Validity& validity, ColumnBuffer& values);

// Each writer has:
//   append(value)          one more row
//   appendEmpty()          one more row that nobody reads, below a missing value
//   bytes()                payload so far
//   finish(length, valid)  the column as an array of length rows; the writer is empty then
template <class T>
class ColumnWriter;

template <FixedElement T>
class ColumnWriter<T> {
 public:
  explicit ColumnWriter(arrow::MemoryPool* pool) : values_(pool) {}

  void append(T value) { values_.put(value); }
  void appendAll(const T* values, size_t count) { values_.putBytes(values, count * sizeof(T)); }
  void appendEmpty() { values_.put(T{}); }
  int64_t bytes() const { return values_.size(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    return makeFlatArray(&columnType<T>, length, validity, values_);
  }

 private:
  ColumnBuffer values_;
};

template <BoolElement T>
class ColumnWriter<T> {
 public:
  explicit ColumnWriter(arrow::MemoryPool* pool) : bits_(pool) {}

  void append(T value) { bits_.append(static_cast<bool>(value)); }
  void appendEmpty() { bits_.append(false); }
  int64_t bytes() const { return bits_.bytes(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    return makeArray(columnType<T>(), length, validity, {bits_.finish()});
  }

 private:
  BitBuffer bits_;
};

// Byte strings of any length, one after the other.
class TextColumn {
 public:
  explicit TextColumn(arrow::MemoryPool* pool) : ends_(pool), text_(pool, ColumnBuffer::kOffsetLimit) {}

  void append(std::string_view text) {
    text_.putBytes(text.data(), text.size());
    ends_.append(text_.size());
  }
  int64_t bytes() const { return ends_.bytes() + text_.size(); }
  ArrayPointer finish(TypePointer (*type)(), int64_t length, const Validity& validity);

 private:
  OffsetBuffer ends_;
  ColumnBuffer text_;
};

template <class T>
  requires(TextElement<T> && !HasCodec<T>)
class ColumnWriter<T> {
 public:
  explicit ColumnWriter(arrow::MemoryPool* pool) : text_(pool) {}

  void append(std::string_view value) { text_.append(value); }
  void appendEmpty() { text_.append({}); }
  int64_t bytes() const { return text_.bytes(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    return text_.finish(&columnType<T>, length, validity);
  }

 private:
  TextColumn text_;
};

// Values of a type that has a Codec, each as the bytes it encodes to.
template <HasCodec T>
class ColumnWriter<T> {
 public:
  explicit ColumnWriter(arrow::MemoryPool* pool) : encodings_(pool) {}

  void append(const T& value) {
    encoder_.clear();
    encoder_.write(value);
    encodings_.append(encoder_.view());
  }
  void appendEmpty() { encodings_.append({}); }
  int64_t bytes() const { return encodings_.bytes(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    return encodings_.finish(&columnType<T>, length, validity);
  }

 private:
  TextColumn encodings_;
  Encoder encoder_;
};

// The columns of a pair, tuple or struct, side by side.
template <class Fields, class Places = std::make_index_sequence<Fields::kSize>>
class FieldWriters;

template <class... Fields, size_t... kPlaces>
class FieldWriters<TypeList<Fields...>, std::index_sequence<kPlaces...>> : FieldSlot<kPlaces, ColumnWriter<Fields>>... {
 public:
  explicit FieldWriters([[maybe_unused]] arrow::MemoryPool* pool)
      : FieldSlot<kPlaces, ColumnWriter<Fields>>{ColumnWriter<Fields>(pool)}... {}

  void append(const Fields&... fields) { (FieldSlot<kPlaces, ColumnWriter<Fields>>::part.append(fields), ...); }
  void appendEmpty() { (FieldSlot<kPlaces, ColumnWriter<Fields>>::part.appendEmpty(), ...); }
  int64_t bytes() const { return (FieldSlot<kPlaces, ColumnWriter<Fields>>::part.bytes() + ... + int64_t{0}); }
  std::vector<ArrayPointer> finish([[maybe_unused]] int64_t length) {
    return {FieldSlot<kPlaces, ColumnWriter<Fields>>::part.finish(length, Validity::allValid())...};
  }
};

template <ProductElement T>
class ColumnWriter<T> {
 public:
  explicit ColumnWriter(arrow::MemoryPool* pool) : fields_(pool) {}

  void append(const T& value) {
    visitFields(value, [this](const auto&... fields) { fields_.append(fields...); });
  }
  void appendEmpty() { fields_.appendEmpty(); }
  int64_t bytes() const { return fields_.bytes(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    return makeArray(columnType<T>(), length, validity, {}, fields_.finish(length));
  }

 private:
  FieldWriters<FieldsOf<T>> fields_;
};

template <VectorElement T>
class ColumnWriter<T> {
 public:
  using Element = typename T::value_type;

  explicit ColumnWriter(arrow::MemoryPool* pool) : ends_(pool), elements_(pool) {}

  void append(const T& value) {
    if (value.size() > static_cast<size_t>(ColumnBuffer::kOffsetLimit - count_)) [[unlikely]]
      throwColumnTooLarge();
    if constexpr (FixedElement<Element>) {
      elements_.appendAll(value.data(), value.size());
    } else {
      for (const Element& element : value) elements_.append(element);
    }
    count_ += static_cast<int64_t>(value.size());
    ends_.append(count_);
  }
  void appendEmpty() { ends_.append(count_); }
  int64_t bytes() const { return ends_.bytes() + elements_.bytes(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    return makeArray(columnType<T>(), length, validity, {ends_.finish()},
                     {elements_.finish(std::exchange(count_, 0), {})});
  }

 private:
  OffsetBuffer ends_;
  ColumnWriter<Element> elements_;
  int64_t count_ = 0;
};

template <ArrayElement T>
class ColumnWriter<T> {
 public:
  using Element = typename T::value_type;

  explicit ColumnWriter(arrow::MemoryPool* pool) : elements_(pool) {}

  void append(const T& value) {
    if constexpr (FixedElement<Element>) {
      elements_.appendAll(value.data(), value.size());
    } else {
      for (const Element& element : value) elements_.append(element);
    }
  }
  void appendEmpty() {
    for (size_t i = 0; i < std::tuple_size_v<T>; ++i) elements_.appendEmpty();
  }
  int64_t bytes() const { return elements_.bytes(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    const auto count = length * static_cast<int64_t>(std::tuple_size_v<T>);
    return makeArray(columnType<T>(), length, validity, {}, {elements_.finish(count, {})});
  }

 private:
  ColumnWriter<Element> elements_;
};

template <OptionalElement T>
class ColumnWriter<T> {
 public:
  explicit ColumnWriter(arrow::MemoryPool* pool) : present_(pool), values_(pool) {}

  void append(const T& value) {
    present_.append(value.has_value());
    if (value) {
      values_.append(*value);
    } else {
      values_.appendEmpty();
    }
  }
  void appendEmpty() {
    present_.append(false);
    values_.appendEmpty();
  }
  int64_t bytes() const { return present_.bytes() + values_.bytes(); }
  // No validity from outside ever meets that of an optional: see optionalType.
  ArrayPointer finish(int64_t length, const Validity&) {
    Validity validity{.bits = nullptr, .nulls = present_.zeros()};
    auto bits = present_.finish();
    if (validity.nulls > 0) validity.bits = std::move(bits);
    if constexpr (OptionalElement<Value>) {
      return makeArray(columnType<T>(), length, validity, {}, values_.finish(length));
    } else {
      return values_.finish(length, validity);
    }
  }

 private:
  using Value = typename T::value_type;
  using Values = std::conditional_t<OptionalElement<Value>, FieldWriters<TypeList<Value>>, ColumnWriter<Value>>;

  BitBuffer present_;
  Values values_;
};

template <MapElement T>
class ColumnWriter<T> {
 public:
  explicit ColumnWriter(arrow::MemoryPool* pool) : ends_(pool), entries_(pool) {}

  void append(const T& value) {
    if (value.size() > static_cast<size_t>(ColumnBuffer::kOffsetLimit - count_)) [[unlikely]]
      throwColumnTooLarge();
    for (const auto& [key, mapped] : value) entries_.append(key, mapped);
    count_ += static_cast<int64_t>(value.size());
    ends_.append(count_);
  }
  void appendEmpty() { ends_.append(count_); }
  int64_t bytes() const { return ends_.bytes() + entries_.bytes(); }
  ArrayPointer finish(int64_t length, const Validity& validity) {
    const int64_t count = std::exchange(count_, 0);
    TypePointer type = columnType<T>();
    ArrayPointer entries = makeArray(elementType(*type), count, {}, {}, entries_.finish(count));
    return makeArray(std::move(type), length, validity, {ends_.finish()}, {std::move(entries)});
  }

 private:
  OffsetBuffer ends_;
  FieldWriters<TypeList<typename T::key_type, typename T::mapped_type>> entries_;
  int64_t count_ = 0;
};

}  // namespace ferro::detail
