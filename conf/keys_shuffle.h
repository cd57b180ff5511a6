// Settings of the shuffle: its files, how they are read from other machines, and the service that outlives executors.
#pragma once

#include "ferro/conf/conf_key.h"
#include "ferro/conf/duration_key.h"

namespace ferro::keys {

inline constexpr ConfKey<bool> kShuffleCompress({
    .name = "ferro.shuffle.compress",
    .defaultText = "true",
    .meaning = "Compresses what map tasks write, with `ferro.io.compression.codec`.",
});

inline constexpr ConfKey<bool> kShuffleSpillCompress({
    .name = "ferro.shuffle.spill.compress",
    .defaultText = "true",
    .meaning = "Compresses what is spilled during shuffles and sorts, with `ferro.io.compression.codec`.",
});

inline constexpr ConfKey<ByteSize> kShuffleFileBuffer({
    .name = "ferro.shuffle.file.buffer",
    .defaultText = "32k",
    .meaning = "Buffer in front of each file that a shuffle writes.",
    .range = between(1 << 10, 1 << 30),
    .bareSizeUnit = ByteUnit::kKibibyte,
});

inline constexpr ConfKey<bool> kShuffleChecksumEnabled({
    .name = "ferro.shuffle.checksum.enabled",
    .defaultText = "true",
    .meaning = "Writes a checksum for each segment of a shuffle file, which every reader verifies.",
});

inline constexpr ConfKey<ByteSize> kReducerMaxSizeInFlight({
    .name = "ferro.reducer.maxSizeInFlight",
    .defaultText = "48m",
    .meaning = "Most bytes of map output that one reduce task has asked other executors for and not yet consumed.",
    .range = atLeast(1 << 10),
    .bareSizeUnit = ByteUnit::kMebibyte,
});

inline constexpr ConfKey<int64_t> kShuffleIoMaxRetries({
    .name = "ferro.shuffle.io.maxRetries",
    .defaultText = "3",
    .meaning = "How often a fetch that failed on the network is tried again before the map output counts as lost.",
    .range = between(0, 1'000),
});

inline constexpr ConfKey<std::chrono::milliseconds> kShuffleIoRetryWait({
    .name = "ferro.shuffle.io.retryWait",
    .defaultText = "5s",
    .meaning = "How long to wait before such a fetch is tried again.",
    .range = atLeast(0),
    .bareTimeUnit = TimeUnit::kSecond,
});

inline constexpr ConfKey<bool> kShuffleServiceEnabled({
    .name = "ferro.shuffle.service.enabled",
    .defaultText = "false",
    .meaning = "Lets a service on each machine serve map outputs, so that they outlive the executor that wrote them.",
});

inline constexpr ConfKey<int64_t> kShuffleServicePort({
    .name = "ferro.shuffle.service.port",
    .defaultText = "7337",
    .meaning = "Port of that service.",
    .range = between(0, 65'535),
});

inline constexpr ConfKey<std::optional<std::string>> kShuffleServiceSecretFile({
    .name = "ferro.shuffle.service.secret.file",
    .whenUnset = "a file in the first directory of `ferro.local.dir` that the service makes for its user",
    .meaning = "File, readable by its owner alone, whose content executors of this machine prove to know when they "
               "register with the shuffle service.",
});

inline constexpr ConfKey<std::string> kShuffleServiceBindAddress({
    .name = "ferro.shuffle.service.bindAddress",
    .defaultText = "127.0.0.1",
    .meaning =
        "Address on which the shuffle service listens. Executors of other machines reach it at the name of its own.",
});

inline constexpr ConfKey<std::chrono::milliseconds> kShuffleServiceGrace({
    .name = "ferro.shuffle.service.driverGrace",
    .defaultText = "60s",
    .meaning = "How long the shuffle service keeps an application's files after its driver was last there.",
    .range = atLeast(0),
    .bareTimeUnit = TimeUnit::kSecond,
});

}  // namespace ferro::keys
