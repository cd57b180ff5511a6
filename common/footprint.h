// How much heap a value holds beyond itself, so that structures full of values can be counted against a memory limit.
// An estimate that knows what the standard library and malloc do. Pure functions; any thread may call them.
#pragma once

#include <cstddef>

#include "ferro/common/codec.h"

namespace ferro {

namespace detail {

// What malloc takes for a request: its own word in front, in steps of 16 bytes, at least 32.
constexpr size_t allocated(size_t bytes) {
  if (bytes == 0) return 0;
  const size_t rounded = (bytes + sizeof(size_t) + 15) / 16 * 16;
  return rounded < 32 ? 32 : rounded;
}

// The pointers around each entry of a map.
inline constexpr size_t kMapNodeBytes = 4 * sizeof(void*);

template <class Sequence>
size_t heapBytesOfElements(const Sequence& sequence);

}  // namespace detail

template <class T>
size_t heapBytes(const T& value) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    return 0;
  } else if constexpr (HasCodec<T>) {
    Encoder encoder;
    encoder.write(value);
    return encoder.view().size();
  } else if constexpr (TextElement<T>) {
    return value.capacity() < sizeof(T) / 2 ? 0 : detail::allocated(value.capacity() + 1);
  } else if constexpr (ProductElement<T>) {
    return visitFields(value, [](const auto&... fields) { return (heapBytes(fields) + ... + size_t{0}); });
  } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
    return detail::allocated(value.capacity() / 8);
  } else if constexpr (VectorElement<T>) {
    return detail::allocated(value.capacity() * sizeof(typename T::value_type)) + detail::heapBytesOfElements(value);
  } else if constexpr (ArrayElement<T>) {
    return detail::heapBytesOfElements(value);
  } else if constexpr (OptionalElement<T>) {
    return value ? heapBytes(*value) : 0;
  } else if constexpr (MapElement<T>) {
    size_t bytes = value.size() * detail::allocated(sizeof(typename T::value_type) + detail::kMapNodeBytes);
    for (const auto& [key, mapped] : value) bytes += heapBytes(key) + heapBytes(mapped);
    return bytes;
  } else {
    static_assert(kAlwaysFalse<T>, "the memory of this type is unknown: specialise ferro::Codec<T>");
  }
}

// Of a long sequence only some elements are looked at: whoever grows one asks again and again.
template <class Sequence>
size_t detail::heapBytesOfElements(const Sequence& sequence) {
  constexpr size_t kLookedAt = 16;
  size_t bytes = 0;
  if constexpr (!std::is_trivially_copyable_v<typename Sequence::value_type>) {
    const size_t step = sequence.size() <= kLookedAt ? 1 : sequence.size() / kLookedAt;
    for (size_t i = 0; i < sequence.size(); i += step) bytes += heapBytes(sequence[i]) * step;
  }
  return bytes;
}

// How many elements a value keeps on the heap, so that whoever watches it grow can tell an element more from room for
// more: bytes come in jumps, elements do not.
template <class T>
size_t heapElements(const T& value) {
  if constexpr (std::is_trivially_copyable_v<T> || HasCodec<T>) {
    return 0;
  } else if constexpr (TextElement<T> || VectorElement<T> || MapElement<T>) {
    return value.size();
  } else if constexpr (ProductElement<T>) {
    return visitFields(value, [](const auto&... fields) { return (heapElements(fields) + ... + size_t{0}); });
  } else if constexpr (OptionalElement<T>) {
    return value ? heapElements(*value) : 0;
  } else {
    return 0;
  }
}

}  // namespace ferro
