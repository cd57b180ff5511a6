#include "ferro/shuffle/shuffle_options.h"

#include <string>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"

namespace ferro {
namespace {

ShuffleCodec codecOf(const std::string& name) {
  if (name == "lz4") return ShuffleCodec::kLz4;
  if (name == "zstd") return ShuffleCodec::kZstd;
  if (name == "none") return ShuffleCodec::kNone;
  throwInternal("the settings allow a codec that the shuffle does not know: " + name);
}

}  // namespace

ShuffleOptions ShuffleOptions::from(const Conf& conf) {
  return {.codec = codecOf(conf.get(keys::kIoCompressionCodec)),
          .compress = conf.get(keys::kShuffleCompress),
          .spillCompress = conf.get(keys::kShuffleSpillCompress),
          .fileBufferBytes = conf.get(keys::kShuffleFileBuffer).bytes(),
          .checksum = conf.get(keys::kShuffleChecksumEnabled)};
}

}  // namespace ferro
