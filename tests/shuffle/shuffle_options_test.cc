#include "ferro/shuffle/shuffle_options.h"

#include "ferro/conf/conf.h"
#include "ferro_test.h"

namespace ferro {
namespace {

TEST_CASE("without settings the shuffle compresses with LZ4 and keeps checksums") {
  const ShuffleOptions options = ShuffleOptions::from(Conf());
  const ShuffleOptions defaults;
  CHECK(options.codec == ShuffleCodec::kLz4);
  CHECK(options.codec == defaults.codec);
  CHECK(options.compress == defaults.compress);
  CHECK(options.spillCompress == defaults.spillCompress);
  CHECK(options.fileBufferBytes == defaults.fileBufferBytes);
  CHECK(options.checksum == defaults.checksum);
}

TEST_CASE("settings reach the shuffle, by Spark's names too") {
  Conf conf;
  conf.set("spark.io.compression.codec", "zstd");
  conf.set("ferro.shuffle.compress", "false");
  conf.set("ferro.shuffle.spill.compress", "false");
  conf.set("ferro.shuffle.file.buffer", "1m");
  conf.set("ferro.shuffle.checksum.enabled", "false");
  const ShuffleOptions options = ShuffleOptions::from(conf);
  CHECK(options.codec == ShuffleCodec::kZstd);
  CHECK_FALSE(options.compress);
  CHECK_FALSE(options.spillCompress);
  CHECK(options.fileBufferBytes == 1 << 20);
  CHECK_FALSE(options.checksum);
  conf.set("ferro.io.compression.codec", "none");
  CHECK(ShuffleOptions::from(conf).codec == ShuffleCodec::kNone);
}

}  // namespace
}  // namespace ferro
