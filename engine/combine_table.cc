#include "ferro/engine/combine_table.h"

namespace ferro {

std::string combiningFor(int shuffleId) { return "combining for shuffle " + std::to_string(shuffleId); }

void KeyArena::addChunk(size_t bytes) {
  chunks_.emplace_back(bytes + ShortText::kMostBytes, '\0');
  position_ = chunks_.back().data();
  left_ = bytes;
}

void KeyArena::clear() {
  chunks_.clear();
  left_ = 0;
}

CombineTableCore::CombineTableCore(TaskContext& context, std::string name, EntryShape shape)
    : claim_(context, std::move(name)), shape_(shape) {}

CombineTableCore::~CombineTableCore() { freeChunks(); }

bool CombineTableCore::claimBytes(int64_t bytes) {
  if (claim_.tryGrow(bytes)) return true;
  if (size_ > 1) return false;
  claim_.grow(bytes);
  return true;
}

bool CombineTableCore::claimGrowth() { return claimBytes(std::exchange(growth_, 0)); }

bool CombineTableCore::makeMoreRoom(size_t textBytes) {
  if (growth_ >= kGrowthStep && !claimGrowth()) return false;
  if (!arena_.fits(textBytes)) {
    const size_t chunk = KeyArena::chunkFor(textBytes);
    if (!claimBytes(static_cast<int64_t>(chunk))) return false;
    arena_.addChunk(chunk);
  }
  if (size_ == capacity_) {
    const size_t chunk = shape_.perChunk * shape_.bytes;
    if (!claimBytes(static_cast<int64_t>(chunk))) return false;
    chunks_.push_back(nullptr);  // a place for it first, so that it cannot be lost
    chunks_.back() = ::operator new(chunk, std::align_val_t{shape_.alignment});
    capacity_ += shape_.perChunk;
  }
  return size_ * 8 < slots_.size() * 5 || growSlots();
}

bool CombineTableCore::growSlots() {
  const size_t count = slots_.empty() ? 1024 : slots_.size() * 2;
  if (!claimBytes(static_cast<int64_t>((count - slots_.size()) * sizeof(uint64_t)))) return false;
  const std::vector<uint64_t> old = std::exchange(slots_, std::vector<uint64_t>(count, kEmpty));
  mask_ = count - 1;
  for (uint64_t slot : old) {
    if (slot != kEmpty) link(static_cast<uint32_t>(slot >> 32), static_cast<uint32_t>(slot));
  }
  return true;
}

void CombineTableCore::freeChunks() {
  for (void* chunk : chunks_) ::operator delete(chunk, std::align_val_t{shape_.alignment});
  chunks_.clear();
  capacity_ = 0;
}

void CombineTableCore::forget() {
  freeChunks();
  slots_ = {};
  mask_ = 0;
  size_ = 0;
  growth_ = 0;
  arena_.clear();
  claim_.release();
}

}  // namespace ferro
