#include "ferro/engine/exec/word_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "ferro/common/hash.h"
#include "ferro/engine/exec/text_table.h"

namespace ferro {
namespace {

constexpr uint64_t kEmptySlot = ~uint64_t{0};
constexpr size_t kMinSlots = 256;
constexpr size_t kHashedRows = 512;               // rows whose hashes are computed before any is looked up
constexpr size_t kSlotAhead = 24;                 // rows for which the slot is asked for in advance
constexpr size_t kKeyAhead = 12;                  // and those for which what the slot leads to is
constexpr uint64_t kMostDirect = 1 << 20;         // keys below this are small
constexpr size_t kCachedSlots = size_t{1} << 14;  // tables up to this size are in the cache anyway

// kWords 0: as many as `words` says.
template <size_t kWords>
uint32_t tagOf(const uint64_t* key, size_t words) {
  const size_t count = kWords == 0 ? words : kWords;
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (size_t i = 0; i < count; ++i) hash = detail::multiplyAndFold(hash ^ key[i], 0xa0761d6478bd642f);
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

}  // namespace

template <size_t kWords>
bool WordTable::equals(uint32_t number, const uint64_t* key) const {
  if constexpr (kWords == 0) {
    return std::memcmp(keys_.data() + number * words_, key, words_ * sizeof(uint64_t)) == 0;
  } else {
    const uint64_t* kept = keys_.data() + number * kWords;
    uint64_t different = 0;
    for (size_t i = 0; i < kWords; ++i) different |= kept[i] ^ key[i];
    return different == 0;
  }
}

template <size_t kWords>
void WordTable::insertRows(const uint64_t* rows, std::span<uint32_t> numbers) {
  const size_t words = kWords == 0 ? words_ : kWords;
  std::array<uint32_t, kHashedRows> tags;
  for (size_t begin = 0; begin < numbers.size(); begin += kHashedRows) {
    const size_t count = std::min(kHashedRows, numbers.size() - begin);
    for (size_t i = 0; i < count; ++i) tags[i] = tagOf<kWords>(rows + (begin + i) * words, words);
    for (size_t i = 0; i < count; ++i) {
      if (slots_.size() * 5 <= static_cast<size_t>(size_) * 8) growSlots();
      const size_t mask = slots_.size() - 1;
      if (slots_.size() > kCachedSlots) {
        if (i + kSlotAhead < count) __builtin_prefetch(&slots_[tags[i + kSlotAhead] & mask]);
        if (i + kKeyAhead < count) {
          const uint64_t slot = slots_[tags[i + kKeyAhead] & mask];
          if (slot != kEmptySlot) __builtin_prefetch(keys_.data() + static_cast<uint32_t>(slot) * words);
        }
      }
      const uint64_t* key = rows + (begin + i) * words;
      uint32_t number = kNoKey;
      size_t slot = tags[i] & mask;
      for (; slots_[slot] != kEmptySlot; slot = (slot + 1) & mask) {
        if (static_cast<uint32_t>(slots_[slot] >> 32) != tags[i]) continue;
        if (!equals<kWords>(static_cast<uint32_t>(slots_[slot]), key)) continue;
        number = static_cast<uint32_t>(slots_[slot]);
        break;
      }
      if (number == kNoKey) {
        number = size_++;
        keys_.insert(keys_.end(), key, key + words);
        slots_[slot] = static_cast<uint64_t>(tags[i]) << 32 | number;
      }
      numbers[begin + i] = number;
    }
  }
}

template <size_t kWords>
void WordTable::findRows(const uint64_t* rows, std::span<uint32_t> numbers) const {
  const size_t words = kWords == 0 ? words_ : kWords;
  const size_t mask = slots_.size() - 1;
  std::array<uint32_t, kHashedRows> tags;
  for (size_t begin = 0; begin < numbers.size(); begin += kHashedRows) {
    const size_t count = std::min(kHashedRows, numbers.size() - begin);
    for (size_t i = 0; i < count; ++i) tags[i] = tagOf<kWords>(rows + (begin + i) * words, words);
    for (size_t i = 0; i < count; ++i) {
      if (slots_.size() > kCachedSlots) {
        if (i + kSlotAhead < count) __builtin_prefetch(&slots_[tags[i + kSlotAhead] & mask]);
        if (i + kKeyAhead < count) {
          const uint64_t slot = slots_[tags[i + kKeyAhead] & mask];
          if (slot != kEmptySlot) __builtin_prefetch(keys_.data() + static_cast<uint32_t>(slot) * words);
        }
      }
      uint32_t number = kNoKey;
      for (size_t slot = tags[i] & mask; slots_[slot] != kEmptySlot; slot = (slot + 1) & mask) {
        if (static_cast<uint32_t>(slots_[slot] >> 32) != tags[i]) continue;
        if (!equals<kWords>(static_cast<uint32_t>(slots_[slot]), rows + (begin + i) * words)) continue;
        number = static_cast<uint32_t>(slots_[slot]);
        break;
      }
      numbers[begin + i] = number;
    }
  }
}

template <class Number>
bool WordTable::insertSmall(const Number* keys, std::span<uint32_t> numbers) {
  if (!isDirect_ || words_ != 1) return false;
  uint64_t all = 0;
  for (size_t i = 0; i < numbers.size(); ++i) all |= keys[i];
  if (all >= kMostDirect) return false;
  if (all >= direct_.size()) direct_.resize(std::bit_ceil(all + 1), kNoKey);
  for (size_t i = 0; i < numbers.size(); ++i) {
    uint32_t& number = direct_[keys[i]];
    if (number == kNoKey) {
      number = size_++;
      keys_.push_back(keys[i]);
    }
    numbers[i] = number;
  }
  return true;
}

template <class Number>
bool WordTable::findSmall(const Number* keys, std::span<uint32_t> numbers) const {
  if (!isDirect_ || words_ != 1) return false;
  const uint32_t* const direct = direct_.data();
  const size_t end = direct_.size();
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = keys[i] < end ? direct[keys[i]] : kNoKey;
  return true;
}

template bool WordTable::insertSmall(const uint8_t*, std::span<uint32_t>);
template bool WordTable::insertSmall(const uint16_t*, std::span<uint32_t>);
template bool WordTable::insertSmall(const uint32_t*, std::span<uint32_t>);
template bool WordTable::insertSmall(const uint64_t*, std::span<uint32_t>);
template bool WordTable::findSmall(const uint8_t*, std::span<uint32_t>) const;
template bool WordTable::findSmall(const uint16_t*, std::span<uint32_t>) const;
template bool WordTable::findSmall(const uint32_t*, std::span<uint32_t>) const;
template bool WordTable::findSmall(const uint64_t*, std::span<uint32_t>) const;

void WordTable::leaveDirect() {
  isDirect_ = false;
  direct_ = {};
  if (size_ > 0) rebuildSlots(std::max(kMinSlots, std::bit_ceil(size_t{size_} * 2)));
}

void WordTable::insert(const uint64_t* rows, std::span<uint32_t> numbers) {
  if (insertSmall(rows, numbers)) return;
  if (isDirect_) leaveDirect();
  switch (words_) {
    case 1: return insertRows<1>(rows, numbers);
    case 2: return insertRows<2>(rows, numbers);
    case 3: return insertRows<3>(rows, numbers);
    case 4: return insertRows<4>(rows, numbers);
    default: return insertRows<0>(rows, numbers);
  }
}

void WordTable::find(const uint64_t* rows, std::span<uint32_t> numbers) const {
  if (size_ == 0) {
    std::fill(numbers.begin(), numbers.end(), kNoKey);
    return;
  }
  if (findSmall(rows, numbers)) return;
  switch (words_) {
    case 1: return findRows<1>(rows, numbers);
    case 2: return findRows<2>(rows, numbers);
    case 3: return findRows<3>(rows, numbers);
    case 4: return findRows<4>(rows, numbers);
    default: return findRows<0>(rows, numbers);
  }
}

void WordTable::growSlots() {
  const size_t count = slots_.empty() ? kMinSlots : slots_.size() * 2;
  const std::vector<uint64_t> old = std::exchange(slots_, std::vector<uint64_t>(count, kEmptySlot));
  for (uint64_t kept : old) {
    if (kept == kEmptySlot) continue;
    size_t slot = (kept >> 32) & (count - 1);
    while (slots_[slot] != kEmptySlot) slot = (slot + 1) & (count - 1);
    slots_[slot] = kept;
  }
}

void WordTable::rebuildSlots(size_t count) {
  slots_.assign(count, kEmptySlot);
  for (uint32_t number = 0; number < size_; ++number) {
    const uint32_t tag = tagOf<0>(key(number), words_);
    size_t slot = tag & (count - 1);
    while (slots_[slot] != kEmptySlot) slot = (slot + 1) & (count - 1);
    slots_[slot] = static_cast<uint64_t>(tag) << 32 | number;
  }
}

void WordTable::widen(size_t more) {
  if (isDirect_) leaveDirect();
  std::vector<uint64_t> wider(size_ * (words_ + more), 0);
  for (size_t i = 0; i < size_; ++i) {
    std::copy_n(keys_.data() + i * words_, words_, wider.data() + i * (words_ + more));
  }
  keys_ = std::move(wider);
  words_ += more;
  if (!slots_.empty()) rebuildSlots(slots_.size());
}

int64_t WordTable::bytes() const {
  return static_cast<int64_t>((slots_.capacity() + keys_.capacity()) * sizeof(uint64_t) +
                              direct_.capacity() * sizeof(uint32_t));
}

void WordTable::clear() {
  size_ = 0;
  slots_ = {};
  keys_ = {};
  isDirect_ = true;
  direct_ = {};
}

}  // namespace ferro
