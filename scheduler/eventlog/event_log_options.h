// What the settings say about the event log. A plain value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ferro {

class Conf;

struct EventLogOptions {
  static EventLogOptions fromConf(const Conf& conf);

  bool enabled = false;
  std::string directory;  // as the user wrote it; may begin with file:
  bool compress = false;
  bool rolling = false;
  int64_t maxFileSize = 128 << 20;  // of a rolling log's files, before compression
  bool logBlockUpdates = true;
  // What may wait to be written. When the disk is slower than that for long, events are left out, and counted.
  size_t maxQueuedBytes = 64 << 20;
};

}  // namespace ferro
