// Settings of memory, cached blocks, checkpoints and compression.
#pragma once

#include "ferro/conf/conf_key.h"

namespace ferro::keys {

inline constexpr ConfKey<double> kMemoryFraction({
    .name = "ferro.memory.fraction",
    .defaultText = "0.6",
    .meaning = "Part of the memory that cached blocks and running tasks share; the rest is for the program's own data.",
    .range = between(0.01, 1),
});

inline constexpr ConfKey<double> kMemoryStorageFraction({
    .name = "ferro.memory.storageFraction",
    .defaultText = "0.5",
    .meaning = "Part of that shared memory in which cached blocks are safe from being evicted by running tasks.",
    .range = between(0, 1),
});

inline constexpr ConfKey<int64_t> kStorageReplication({
    .name = "ferro.storage.replication",
    .defaultText = "2",
    .meaning = "Number of executors that hold a block whose storage level ends in `_2`.",
    .range = between(1, 100),
});

inline constexpr ConfKey<bool> kStorageReplicationProactive({
    .name = "ferro.storage.replication.proactive",
    .defaultText = "true",
    .meaning = "Copies a block again when an executor that held a replica of it is lost.",
});

inline constexpr ConfKey<std::string> kBroadcastTopology({
    .name = "ferro.broadcast.topology",
    .defaultText = "torrent",
    .meaning = "How a broadcast value reaches executors: `torrent` in pieces that they pass on to each other in any "
               "order, `chain` from each to the next, `star` from the driver to each.",
    .choices = "torrent, chain, star",
});

inline constexpr ConfKey<ByteSize> kBroadcastBlockSize({
    .name = "ferro.broadcast.blockSize",
    .defaultText = "4m",
    .meaning = "Size of the pieces in which a broadcast value travels, before compression.",
    .range = between(1024, 1 << 30),
    .bareSizeUnit = ByteUnit::kKibibyte,
});

inline constexpr ConfKey<bool> kBroadcastCompress({
    .name = "ferro.broadcast.compress",
    .defaultText = "true",
    .meaning = "Compresses the pieces of broadcast values, with `ferro.io.compression.codec`.",
});

inline constexpr ConfKey<std::optional<std::string>> kCheckpointDir({
    .name = "ferro.checkpoint.dir",
    .whenUnset = "the program calls `setCheckpointDir` before it checkpoints",
    .meaning = "Directory in which `checkpoint()` keeps an Rdd; on a cluster one that all machines share.",
});

inline constexpr ConfKey<bool> kCleanCheckpoints({
    .name = "ferro.cleaner.referenceTracking.cleanCheckpoints",
    .defaultText = "false",
    .meaning = "Removes the checkpoint files of an Rdd when the program no longer refers to it.",
});

inline constexpr ConfSubstitute kCodecSubstitutes[] = {
    {"org.apache.spark.io.LZ4CompressionCodec", "lz4", ""},
    {"org.apache.spark.io.ZStdCompressionCodec", "zstd", ""},
    {"snappy", "lz4", "snappy is not available in Ferro; lz4 is the nearest to it"},
    {"org.apache.spark.io.SnappyCompressionCodec", "lz4", "snappy is not available in Ferro; lz4 is the nearest to it"},
    {"lzf", "lz4", "lzf is not available in Ferro; lz4 is the nearest to it"},
    {"org.apache.spark.io.LZFCompressionCodec", "lz4", "lzf is not available in Ferro; lz4 is the nearest to it"},
};

inline constexpr ConfKey<std::string> kIoCompressionCodec({
    .name = "ferro.io.compression.codec",
    .defaultText = "lz4",
    .meaning =
        "Compression of shuffle files, spills and broadcasts. Spark's `snappy` and `lzf` are not available; lz4 is "
        "taken for them, with a warning.",
    .choices = "lz4, zstd, none",
    .substitutes = kCodecSubstitutes,
});

}  // namespace ferro::keys
