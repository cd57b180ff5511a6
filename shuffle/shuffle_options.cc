#include "ferro/shuffle/shuffle_options.h"

#include <string>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/shuffle/shuffle_network.h"

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

ShuffleFetchOptions ShuffleFetchOptions::from(const Conf& conf) {
  return {.maxBytesInFlight = conf.get(keys::kReducerMaxSizeInFlight).bytes(),
          .maxRetries = static_cast<int>(conf.get(keys::kShuffleIoMaxRetries)),
          .retryWait = conf.get(keys::kShuffleIoRetryWait),
          .requestDeadline = conf.get(keys::kNetworkTimeout)};
}

}  // namespace ferro
