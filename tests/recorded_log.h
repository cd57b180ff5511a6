// What is logged as long as it lives, instead of being printed. Any thread may log meanwhile.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/common/log.h"

namespace ferro::test {

class RecordedLog {
 public:
  RecordedLog() { setLogSink(sink_); }
  ~RecordedLog() { setLogSink(nullptr); }
  RecordedLog(const RecordedLog&) = delete;
  RecordedLog& operator=(const RecordedLog&) = delete;

  std::vector<std::string> lines() const {
    std::lock_guard lock(sink_->mutex);
    return sink_->lines;
  }

 private:
  struct Sink final : LogSink {
    void write(LogLevel, std::string_view line) override {
      std::lock_guard lock(mutex);
      lines.emplace_back(line);
    }
    std::mutex mutex;
    std::vector<std::string> lines;
  };

  std::shared_ptr<Sink> sink_ = std::make_shared<Sink>();
};

}  // namespace ferro::test
