// A hash table from keys to values that are being combined, with its memory claimed from the executor: open addressing
// over entries kept in chunks, so that they never move, and the bytes of string keys in an arena, so that a key costs
// no allocation of its own. Belongs to one task.
#pragma once

#include <cstdint>
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

// What the memory of a shuffle's map side is called.
std::string combiningFor(int shuffleId);

// Bytes that stay where they are until the arena goes.
class KeyArena {
 public:
  bool fits(size_t bytes) const { return bytes <= left_; }
  static size_t chunkFor(size_t bytes) { return bytes > kChunk ? bytes : kChunk; }
  void addChunk(size_t bytes);
  PaddedText copy(std::string_view text) {
    if (text.empty()) return PaddedText(std::string_view(kNothing, 0));
    PaddedText copied(position_, text);
    position_ += text.size();
    left_ -= text.size();
    return copied;
  }
  void clear();

 private:
  static constexpr size_t kChunk = 64 << 10;
  inline static char kNothing[ShortText::kMostBytes] = {};
  std::vector<std::string> chunks_;  // long ones, whose bytes stay in place when the vector grows
  char* position_ = nullptr;
  size_t left_ = 0;
};

// What a table has whatever its types are: the slots, raw memory for the entries, and the claim that covers them.
class CombineTableCore {
 public:
  CombineTableCore(const CombineTableCore&) = delete;
  CombineTableCore& operator=(const CombineTableCore&) = delete;

  size_t size() const { return size_; }
  int64_t claimedBytes() const { return claim_.held(); }

  // Counts what values have grown by on the heap. False when that memory is refused: then empty the table.
  bool noteGrowth(int64_t bytes) {
    growth_ += bytes;
    return growth_ < kGrowthStep || claimGrowth();
  }

  // Asks for the memory that find() will touch.
  void prefetchSlot(uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[static_cast<uint32_t>(hash) & mask_]);
  }

 protected:
  static constexpr uint64_t kEmpty = ~uint64_t{0};

  struct EntryShape {
    size_t bytes;
    size_t alignment;
    size_t perChunk;
  };

  CombineTableCore(TaskContext& context, std::string name, EntryShape shape);
  ~CombineTableCore();

  // For one more entry and the text of its key.
  bool makeRoom(size_t textBytes) {
    if (growth_ < kGrowthStep && arena_.fits(textBytes) && size_ < capacity_ && size_ * 8 < slots_.size() * 5) {
      return true;
    }
    return makeMoreRoom(textBytes);
  }

  void link(uint32_t tag, uint32_t index) {
    size_t slot = tag & mask_;
    while (slots_[slot] != kEmpty) slot = (slot + 1) & mask_;
    slots_[slot] = static_cast<uint64_t>(tag) << 32 | index;
  }

  // After all entries were destroyed.
  void forget();

  std::vector<uint64_t> slots_;  // the hash's lower half, then the entry's index
  size_t mask_ = 0;
  std::vector<void*> chunks_;  // of entries, owned
  size_t size_ = 0;
  int64_t growth_ = 0;
  KeyArena arena_;

 private:
  static constexpr int64_t kGrowthStep = 64 << 10;

  bool claimBytes(int64_t bytes);
  bool claimGrowth();
  bool makeMoreRoom(size_t textBytes);
  bool growSlots();
  void freeChunks();

  MemoryClaim claim_;
  const EntryShape shape_;
  size_t capacity_ = 0;  // of the chunks
};

template <class K, class C>
class CombineTable : public CombineTableCore {
 public:
  static constexpr bool kTextKey = std::is_same_v<K, std::string>;
  using Key = std::conditional_t<kTextKey, std::string_view, K>;
  using Entry = std::pair<Key, C>;

  CombineTable(TaskContext& context, std::string name)
      : CombineTableCore(context, std::move(name), {sizeof(Entry), alignof(Entry), kChunkEntries}) {}
  ~CombineTable() { destroyEntries(); }

  Entry& entry(size_t index) { return static_cast<Entry*>(chunks_[index / kChunkEntries])[index % kChunkEntries]; }

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

  // The same for what the slot leads to.
  void prefetchEntry(uint64_t hash) {
    if (slots_.empty()) return;
    const uint64_t slot = slots_[static_cast<uint32_t>(hash) & mask_];
    if (slot != kEmpty) __builtin_prefetch(&entry(static_cast<uint32_t>(slot)), 1);
  }

  // Adds a key that is not there. False, with nothing changed, when memory for it is refused: then empty the table. An
  // empty table takes what it needs, or throws Error kOutOfMemory.
  template <class AnyKey>
  bool insert(uint64_t hash, const AnyKey& key, C value) {
    if constexpr (kTextKey) {
      return insertText(hash, key, std::move(value));
    } else {
      if (!makeRoom(0)) return false;
      if constexpr (!std::is_trivially_copyable_v<C>) growth_ += static_cast<int64_t>(heapBytes(value));
      Entry* place = new (&entry(size_)) Entry(detail::asStored(key), std::move(value));
      if constexpr (!std::is_trivially_copyable_v<Key>) growth_ += static_cast<int64_t>(heapBytes(place->first));
      link(static_cast<uint32_t>(hash), static_cast<uint32_t>(size_++));
      return true;
    }
  }

  // After all entries went elsewhere.
  void clear() {
    destroyEntries();
    forget();
  }

 private:
  static constexpr size_t kChunkEntries = sizeof(Entry) >= 256 ? 64 : 1024;

  // Whatever kind of text the key is, its bytes are copied.
  bool insertText(uint64_t hash, std::string_view key, C value) {
    if (!makeRoom(key.size())) return false;
    if constexpr (!std::is_trivially_copyable_v<C>) growth_ += static_cast<int64_t>(heapBytes(value));
    new (&entry(size_)) Entry(arena_.copy(key), std::move(value));
    link(static_cast<uint32_t>(hash), static_cast<uint32_t>(size_++));
    return true;
  }

  template <class AnyKey>
  static bool sameKey(const Key& key, const AnyKey& other) {
    if constexpr (std::is_same_v<AnyKey, PaddedText>) {
      return equalTexts(PaddedText(key), other);
    } else {
      return equalValues(key, other);
    }
  }

  void destroyEntries() {
    if constexpr (!std::is_trivially_destructible_v<Entry>) {
      for (size_t i = 0; i < size_; ++i) entry(i).~Entry();
    }
  }
};

}  // namespace ferro
