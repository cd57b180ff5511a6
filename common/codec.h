// Bytes for values that travel: arguments of functions, results, accumulator updates. Little-endian, lengths as
// varints. An Encoder or Decoder belongs to one thread. A decoder trusts nothing it reads: bad bytes are an Error
// kMalformedData.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "ferro/common/element.h"

namespace ferro {

static_assert(std::endian::native == std::endian::little, "Ferro's encodings are those of little-endian machines");

namespace detail {

// Encodings that may come out empty get one byte all the same, so that no count can exceed the bytes that are left.
template <class T>
concept MayEncodeEmpty = HasCodec<T> || std::is_empty_v<T> || ArrayElement<T>;

}  // namespace detail

class Encoder {
 public:
  void writeRaw(const void* data, size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  void writeVarint(uint64_t value);

  template <class T>
  void write(const T& value);

  std::string_view view() const { return bytes_; }
  // Gives the bytes away and starts anew, empty.
  std::string take() { return std::exchange(bytes_, std::string()); }
  // Starts anew but keeps the memory.
  void clear() { bytes_.clear(); }

 private:
  void writeText(std::string_view text);
  template <class T>
  void writeValue(const T& value);
  template <class Sequence>
  void writeElements(const Sequence& sequence);

  std::string bytes_;
};

// What a Codec may need besides bytes when it decodes; rooms below derive from it.
class DecodeContext {
 public:
  virtual ~DecodeContext() = default;
};

// Reads from bytes of the caller's, which must stay alive as long as the decoder and whatever readRaw returned.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes, DecodeContext* context = nullptr) : bytes_(bytes), context_(context) {}

  std::string_view readRaw(size_t size);
  uint64_t readVarint();

  template <class T>
  T read();

  bool atEnd() const { return bytes_.empty(); }
  size_t remaining() const { return bytes_.size(); }
  DecodeContext* context() const { return context_; }

 private:
  // A number of elements, each of which takes at least elementBytes of what is left.
  size_t readCount(size_t elementBytes);
  [[noreturn]] static void fail(const char* what);

  template <class T>
  T readValue();
  template <class T>
  T readScalar();
  template <class T, class... Fields>
  T readProduct(TypeList<Fields...>);
  template <class T>
  T readVector();
  template <class T>
  T readArray();
  template <class T>
  T readMap();

  std::string_view bytes_;
  DecodeContext* context_;
};

template <class T>
void Encoder::write(const T& value) {
  if constexpr (detail::MayEncodeEmpty<T>) {
    const size_t before = bytes_.size();
    writeValue(value);
    if (bytes_.size() == before) bytes_.push_back('\0');
  } else {
    writeValue(value);
  }
}

template <class T>
void Encoder::writeValue(const T& value) {
  if constexpr (HasCodec<T>) {
    Codec<T>::encode(*this, value);
  } else if constexpr (ScalarElement<T>) {
    writeRaw(&value, sizeof(value));
  } else if constexpr (TextElement<T>) {
    writeText(value);
  } else if constexpr (ProductElement<T>) {
    visitFields(value, [this](const auto&... fields) { (write(fields), ...); });
  } else if constexpr (VectorElement<T>) {
    writeVarint(value.size());
    writeElements(value);
  } else if constexpr (ArrayElement<T>) {
    writeElements(value);
  } else if constexpr (OptionalElement<T>) {
    write(value.has_value());
    if (value) write(*value);
  } else if constexpr (MapElement<T>) {
    writeVarint(value.size());
    for (const auto& [key, mapped] : value) {
      write(key);
      write(mapped);
    }
  } else {
    static_assert(
        kAlwaysFalse<T>,
        "this type cannot travel: use numbers, bool, enums, std::string, pair, tuple, array, vector, optional, "
        "map, unordered_map or a plain struct of at most 24 of these, or specialise ferro::Codec<T>");
  }
}

template <class Sequence>
void Encoder::writeElements(const Sequence& sequence) {
  using Element = typename Sequence::value_type;
  if constexpr (FixedElement<Element>) {
    if (!sequence.empty()) writeRaw(sequence.data(), sequence.size() * sizeof(Element));
  } else {
    for (const Element& element : sequence) write(element);
  }
}

template <class T>
T Decoder::read() {
  static_assert(
      Travels<T>,
      "this type cannot be decoded: views and pointers do not own what they point to (use ferro::Stored<T>), and "
      "other types specialise ferro::Codec<T>");
  if constexpr (detail::MayEncodeEmpty<T>) {
    const size_t before = bytes_.size();
    T value = readValue<T>();
    if (bytes_.size() == before) readRaw(1);
    return value;
  } else {
    return readValue<T>();
  }
}

template <class T>
T Decoder::readValue() {
  if constexpr (HasCodec<T>) {
    return Codec<T>::decode(*this);
  } else if constexpr (ScalarElement<T>) {
    return readScalar<T>();
  } else if constexpr (TextElement<T>) {
    return T(readRaw(readCount(1)));
  } else if constexpr (ProductElement<T>) {
    return readProduct<T>(FieldsOf<T>{});
  } else if constexpr (VectorElement<T>) {
    return readVector<T>();
  } else if constexpr (ArrayElement<T>) {
    return readArray<T>();
  } else if constexpr (OptionalElement<T>) {
    return read<bool>() ? T(read<typename T::value_type>()) : T();
  } else {
    return readMap<T>();
  }
}

template <class T>
T Decoder::readScalar() {
  if constexpr (BoolElement<T>) {
    const char byte = readRaw(1).front();
    if (byte != 0 && byte != 1) fail("a truth value that is neither 0 nor 1");
    return static_cast<T>(byte != 0);
  } else {
    T value;
    std::memcpy(&value, readRaw(sizeof(T)).data(), sizeof(T));
    return value;
  }
}

template <class T, class... Fields>
T Decoder::readProduct(TypeList<Fields...>) {
  return T{read<Fields>()...};  // braces, because they fix the order of evaluation
}

template <class T>
T Decoder::readVector() {
  using Element = typename T::value_type;
  T elements;
  if constexpr (FixedElement<Element>) {
    const size_t count = readCount(sizeof(Element));
    elements.resize(count);
    if (count > 0) std::memcpy(elements.data(), readRaw(count * sizeof(Element)).data(), count * sizeof(Element));
  } else {
    constexpr size_t kTrustedCount = 1024;  // beyond this, memory grows only as elements really arrive
    const size_t count = readCount(1);
    elements.reserve(count < kTrustedCount ? count : kTrustedCount);
    for (size_t i = 0; i < count; ++i) elements.push_back(read<Element>());
  }
  return elements;
}

template <class T>
T Decoder::readArray() {
  using Element = typename T::value_type;
  if constexpr (FixedElement<Element>) {
    T elements;
    const size_t size = elements.size() * sizeof(Element);
    if (size > 0) std::memcpy(elements.data(), readRaw(size).data(), size);
    return elements;
  } else {
    return [this]<size_t... Index>(std::index_sequence<Index...>) {
      return T{(static_cast<void>(Index), read<Element>())...};
    }(std::make_index_sequence<std::tuple_size_v<T>>{});
  }
}

template <class T>
T Decoder::readMap() {
  T entries;
  const size_t count = readCount(2);
  for (size_t i = 0; i < count; ++i) {
    auto key = read<typename T::key_type>();
    entries.emplace(std::move(key), read<typename T::mapped_type>());
  }
  return entries;
}

}  // namespace ferro
