// The files of one application's event log, named as Spark's History Server looks for them. One file `<application>`,
// or with rolling a directory `eventlog_v2_<application>` of files `events_<n>_<application>` and an empty one that
// says how the application stands; `.zstd` when compressed, `.inprogress` until the end. One thread at a time; errors
// are ferro::Error and name the path.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ferro/scheduler/eventlog/event_log_options.h"
#include "ferro/scheduler/eventlog/log_file.h"

namespace ferro {

class EventLogFiles {
 public:
  // Makes the directory, if need be, and the first file.
  EventLogFiles(const EventLogOptions& options, std::string applicationId);

  // Whole lines; they are with the operating system when it returns.
  void write(std::string_view lines);
  // Says by its names that the log is complete.
  void finish();

  // Where the log is, for people.
  const std::string& place() const { return place_; }

 private:
  void beginFile();
  std::string statusPath() const;
  void beginRolling();
  void roll();

  const std::string applicationId_;
  const bool compress_;
  const bool rolling_;
  const int64_t maxFileSize_;
  std::string place_;  // the file, or the directory of a rolling log
  int numFiles_ = 0;
  std::unique_ptr<LogFile> file_;
};

}  // namespace ferro
