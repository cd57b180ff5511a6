// A hash table from keys to values that are being combined, with its memory claimed from the executor: open addressing
// over entries kept in chunks, so that they never move, and the bytes of string keys in an arena, so that a key costs
// no allocation of its own. Belongs to one task.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ferro/common/compare.h"
#include "ferro/common/footprint.h"
#include "ferro/common/short_text.h"
#include "ferro/engine/function.h"
#include "ferro/engine/task_resources.h"

namespace ferro {

// Bytes that stay where they are until the arena goes.
class KeyArena {
 public:
  bool fits(size_t bytes) const { return bytes <= left_; }
  static size_t chunkFor(size_t bytes) { return bytes > kChunk ? bytes : kChunk; }
  void addChunk(size_t bytes) {
    chunks_.push_back(std::make_unique<char[]>(bytes + ShortText::kMostBytes));
    position_ = chunks_.back().get();
    left_ = bytes;
  }
  PaddedText copy(std::string_view text) {
    if (text.empty()) return PaddedText(std::string_view(kNothing, 0));
    PaddedText copied(position_, text);
    position_ += text.size();
    left_ -= text.size();
    return copied;
  }
  void clear() {
    chunks_.clear();
    left_ = 0;
  }

 private:
  static constexpr size_t kChunk = 64 << 10;
  inline static char kNothing[ShortText::kMostBytes] = {};
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* position_ = nullptr;
  size_t left_ = 0;
};

template <class K, class C>
class CombineTable {
 public:
  static constexpr bool kTextKey = std::is_same_v<K, std::string>;
  using Key = std::conditional_t<kTextKey, std::string_view, K>;
  using Entry = std::pair<Key, C>;

  CombineTable(TaskContext& context, std::string name) : claim_(context, std::move(name)) {}
  ~CombineTable() { destroyEntries(); }
  CombineTable(const CombineTable&) = delete;
  CombineTable& operator=(const CombineTable&) = delete;

  size_t size() const { return size_; }
  int64_t claimedBytes() const { return claim_.held(); }
  Entry& entry(size_t index) { return chunks_[index / kChunkEntries].get()[index % kChunkEntries]; }

  // The value combined so far, or null.
  template <class AnyKey>
  C* find(uint64_t hash, const AnyKey& key) {
    if (slots_.empty()) return nullptr;
    const auto tag = static_cast<uint32_t>(hash);
    for (size_t slot = tag & mask_;; slot = (slot + 1) & mask_) {
      if (slots_[slot] == kEmpty) return nullptr;
      if (static_cast<uint32_t>(slots_[slot] >> 32) != tag) continue;
      Entry& found = entry(static_cast<uint32_t>(slots_[slot]));
      if (sameKey(found.first, key)) return &found.second;
    }
  }

  // Asks for the memory that find() will touch, first the slot and later what the slot leads to.
  void prefetchSlot(uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[static_cast<uint32_t>(hash) & mask_]);
  }
  void prefetchEntry(uint64_t hash) {
    if (slots_.empty()) return;
    const uint64_t slot = slots_[static_cast<uint32_t>(hash) & mask_];
    if (slot != kEmpty) __builtin_prefetch(&entry(static_cast<uint32_t>(slot)), 1);
  }

  // Adds a key that is not there. False, with nothing changed, when memory for it is refused: then empty the table. An
  // empty table takes what it needs, or throws Error kOutOfMemory.
  template <class AnyKey>
  bool insert(uint64_t hash, const AnyKey& key, C value) {
    if (!makeRoom(key)) return false;
    if constexpr (!std::is_trivially_copyable_v<C>) growth_ += static_cast<int64_t>(heapBytes(value));
    Entry* place = chunks_[size_ / kChunkEntries].get() + size_ % kChunkEntries;
    if constexpr (kTextKey) {
      new (place) Entry(arena_.copy(key), std::move(value));
    } else {
      new (place) Entry(detail::asStored(key), std::move(value));
      if constexpr (!std::is_trivially_copyable_v<Key>) growth_ += static_cast<int64_t>(heapBytes(place->first));
    }
    link(static_cast<uint32_t>(hash), static_cast<uint32_t>(size_++));
    return true;
  }

  // Counts what values have grown by on the heap. False when that memory is refused: then empty the table.
  bool noteGrowth(int64_t bytes) {
    growth_ += bytes;
    if (growth_ < kGrowthStep) return true;
    return claimBytes(std::exchange(growth_, 0));
  }

  // After all entries went elsewhere.
  void clear() {
    destroyEntries();
    chunks_.clear();
    slots_ = {};
    mask_ = 0;
    size_ = 0;
    growth_ = 0;
    arena_.clear();
    claim_.release();
  }

 private:
  static constexpr uint64_t kEmpty = ~uint64_t{0};
  static constexpr size_t kChunkEntries = sizeof(Entry) >= 256 ? 64 : 1024;
  static constexpr int64_t kGrowthStep = 64 << 10;

  template <class AnyKey>
  static bool sameKey(const Key& key, const AnyKey& other) {
    if constexpr (std::is_same_v<AnyKey, PaddedText>) {
      return equalTexts(PaddedText(key), other);
    } else {
      return equalValues(key, other);
    }
  }

  bool claimBytes(int64_t bytes) {
    if (claim_.tryGrow(bytes)) return true;
    if (size_ > 1) return false;
    claim_.grow(bytes);
    return true;
  }

  template <class AnyKey>
  bool makeRoom(const AnyKey& key) {
    if (growth_ >= kGrowthStep && !claimBytes(std::exchange(growth_, 0))) return false;
    if constexpr (kTextKey) {
      size_t bytes = std::string_view(key).size();
      if (!arena_.fits(bytes)) {
        if (!claimBytes(static_cast<int64_t>(KeyArena::chunkFor(bytes)))) return false;
        arena_.addChunk(KeyArena::chunkFor(bytes));
      }
    }
    if (size_ == chunks_.size() * kChunkEntries) {
      if (!claimBytes(kChunkEntries * sizeof(Entry))) return false;
      chunks_.emplace_back(
          static_cast<Entry*>(::operator new(kChunkEntries * sizeof(Entry), std::align_val_t{alignof(Entry)})));
    }
    return size_ * 8 < slots_.size() * 5 || growSlots();
  }

  bool growSlots() {
    size_t count = slots_.empty() ? 1024 : slots_.size() * 2;
    if (!claimBytes(static_cast<int64_t>((count - slots_.size()) * sizeof(uint64_t)))) return false;
    std::vector<uint64_t> old = std::exchange(slots_, std::vector<uint64_t>(count, kEmpty));
    mask_ = count - 1;
    for (uint64_t slot : old) {
      if (slot != kEmpty) link(static_cast<uint32_t>(slot >> 32), static_cast<uint32_t>(slot));
    }
    return true;
  }

  void link(uint32_t tag, uint32_t index) {
    size_t slot = tag & mask_;
    while (slots_[slot] != kEmpty) slot = (slot + 1) & mask_;
    slots_[slot] = static_cast<uint64_t>(tag) << 32 | index;
  }

  void destroyEntries() {
    if constexpr (!std::is_trivially_destructible_v<Entry>) {
      for (size_t i = 0; i < size_; ++i) entry(i).~Entry();
    }
  }

  struct FreeEntries {
    void operator()(Entry* entries) const { ::operator delete(entries, std::align_val_t{alignof(Entry)}); }
  };

  MemoryClaim claim_;
  std::vector<uint64_t> slots_;  // the hash's lower half, then the entry's index
  size_t mask_ = 0;
  std::vector<std::unique_ptr<Entry, FreeEntries>> chunks_;
  size_t size_ = 0;
  int64_t growth_ = 0;
  KeyArena arena_;
};

}  // namespace ferro
