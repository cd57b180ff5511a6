// Settings of the connections between processes of an application.
#pragma once

#include "ferro/conf/conf_key.h"

namespace ferro::keys {

inline constexpr ConfKey<std::optional<bool>> kSslRpcEnabled({
    .name = "ferro.ssl.rpc.enabled",
    .whenUnset = "true where other machines can reach the driver (`slurm`, `mpi`, `external`, or a "
                 "`ferro.driver.bindAddress` beyond the loopback), else false",
    .meaning =
        "Encrypts connections between the application's processes by TLS 1.3. Each process makes a certificate of "
        "its own; the application's secret, bound to the TLS session, says who may talk.",
});

inline constexpr ConfKey<ByteSize> kRpcMessageMaxSize({
    .name = "ferro.rpc.message.maxSize",
    .defaultText = "512m",
    .meaning = "Most bytes of one message between processes, such as a task with its function's arguments; bulk data "
               "that travels beside a message is not counted.",
    .range = between(1 << 20, 1LL << 31),
    .bareSizeUnit = ByteUnit::kMebibyte,
});

}  // namespace ferro::keys
