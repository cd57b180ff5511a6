// How shuffle data are written: the part of the settings that this room uses. A plain value.
#pragma once

#include <cstdint>

namespace ferro {

class Conf;

enum class ShuffleCodec { kNone, kLz4, kZstd };

struct ShuffleOptions {
  ShuffleCodec codec = ShuffleCodec::kLz4;  // ferro.io.compression.codec
  bool compress = true;                     // ferro.shuffle.compress: map outputs
  bool spillCompress = true;                // ferro.shuffle.spill.compress: what a writer spills before its commit
  int64_t fileBufferBytes = 32 << 10;       // ferro.shuffle.file.buffer
  bool checksum = true;                     // ferro.shuffle.checksum.enabled

  static ShuffleOptions from(const Conf& conf);
};

}  // namespace ferro
