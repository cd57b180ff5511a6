// Settings of what people see: progress, the web UI, event logs and history.
#pragma once

#include <array>

#include "ferro/conf/conf_key.h"

namespace ferro::keys {

// Levels of Spark's that Ferro has no word for.
inline constexpr std::array<ConfSubstitute, 3> kLogLevelSubstitutes{
    {{"ALL", "DEBUG", ""}, {"TRACE", "DEBUG", ""}, {"FATAL", "ERROR", ""}}};

inline constexpr ConfKey<std::string> kLogLevel({
    .name = "ferro.log.level",
    .defaultText = "WARN",
    .meaning = "What driver and executors tell in lines on stderr, this level and those that matter more. INFO: a line "
               "for each job, stage and executor; DEBUG: for each task too.",
    .choices = "DEBUG, INFO, WARN, ERROR, OFF",
    .substitutes = kLogLevelSubstitutes,
});

inline constexpr ConfKey<bool> kUiShowConsoleProgress({
    .name = "ferro.ui.showConsoleProgress",
    .defaultText = "true",
    .meaning = "Shows a progress bar of the running stages on stderr, when that is a terminal.",
});

inline constexpr ConfKey<bool> kUiEnabled({
    .name = "ferro.ui.enabled",
    .defaultText = "true",
    .meaning = "Serves the web UI of the application while it runs.",
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<int64_t> kUiPort({
    .name = "ferro.ui.port",
    .defaultText = "4040",
    .meaning = "Port of the web UI; the next free one is taken when it is in use, and 0 means any.",
    .range = between(0, 65'535),
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<bool> kUiSummary({
    .name = "ferro.ui.summary",
    .defaultText = "false",
    .meaning = "Prints a summary to stderr when the application ends: time, shuffle, spill, skew and memory of each "
               "stage, and advice where something was clearly mis-set.",
});

inline constexpr ConfKey<bool> kEventLogEnabled({
    .name = "ferro.eventLog.enabled",
    .defaultText = "false",
    .meaning = "Writes the events of the application to a file that the history server (Spark's too) can show.",
});

inline constexpr ConfKey<std::string> kEventLogDir({
    .name = "ferro.eventLog.dir",
    .defaultText = "file:/tmp/ferro-events",
    .meaning = "Directory of event logs, on a file system of the driver's machine; it is made if it is not there.",
});

inline constexpr ConfKey<bool> kEventLogCompress({
    .name = "ferro.eventLog.compress",
    .defaultText = "false",
    .meaning = "Compresses event logs, by zstd.",
});

inline constexpr ConfKey<bool> kEventLogRollingEnabled({
    .name = "ferro.eventLog.rolling.enabled",
    .defaultText = "false",
    .meaning = "Cuts the event log into several files in a directory of its own.",
});

inline constexpr ConfKey<ByteSize> kEventLogRollingMaxFileSize({
    .name = "ferro.eventLog.rolling.maxFileSize",
    .defaultText = "128m",
    .meaning = "Size, before compression, that a file of a rolling event log does not pass.",
    .range = atLeast(64 * 1024),
});

inline constexpr ConfKey<bool> kEventLogLogBlockUpdatesEnabled({
    .name = "ferro.eventLog.logBlockUpdates.enabled",
    .defaultText = "true",
    .meaning = "Logs where the blocks of persisted Rdds are, without which the history server's page of storage has no "
               "sizes.",
});

inline constexpr ConfKey<std::string> kHistoryFsLogDirectory({
    .name = "ferro.history.fs.logDirectory",
    .defaultText = "file:/tmp/ferro-events",
    .meaning = "Directory in which the history server looks for event logs.",
    .status = ConfStatus::kNoEffectYet,
});

}  // namespace ferro::keys
