#define XXH_INLINE_ALL
#include "ferro/shuffle/checksum.h"

#include <xxhash.h>

namespace ferro {

struct Checksum::State {
  XXH3_state_t xxh3;
};

Checksum::Checksum() : state_(std::make_unique<State>()) { reset(); }

Checksum::~Checksum() = default;

void Checksum::update(const void* data, size_t size) { XXH3_64bits_update(&state_->xxh3, data, size); }

uint64_t Checksum::digest() const { return XXH3_64bits_digest(&state_->xxh3); }

void Checksum::reset() { XXH3_64bits_reset(&state_->xxh3); }

uint64_t Checksum::of(const void* data, size_t size) { return XXH3_64bits(data, size); }

}  // namespace ferro
