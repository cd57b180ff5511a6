// Settings of what people see: progress, the web UI, event logs and history.
#pragma once

#include "ferro/conf/conf_key.h"

namespace ferro::keys {

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

inline constexpr ConfKey<bool> kEventLogEnabled({
    .name = "ferro.eventLog.enabled",
    .defaultText = "false",
    .meaning = "Writes the events of the application to a file that the history server (Spark's too) can show.",
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<std::string> kEventLogDir({
    .name = "ferro.eventLog.dir",
    .defaultText = "file:/tmp/ferro-events",
    .meaning = "Directory of event logs.",
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<std::string> kHistoryFsLogDirectory({
    .name = "ferro.history.fs.logDirectory",
    .defaultText = "file:/tmp/ferro-events",
    .meaning = "Directory in which the history server looks for event logs.",
    .status = ConfStatus::kNoEffectYet,
});

}  // namespace ferro::keys
