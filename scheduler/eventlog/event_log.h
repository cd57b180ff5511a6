// Writes what happens in an application to its event log. Events become lines on the bus's thread; a thread of the
// log's own writes them, at most a fifth of a second later, so that a disk that hangs holds up nobody. A log that
// cannot be written is given up with one warning: it never ends a job. Owned by the session.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "ferro/scheduler/eventlog/event_json.h"
#include "ferro/scheduler/eventlog/event_log_options.h"
#include "ferro/scheduler/listener_bus.h"

namespace ferro {

class EventLog final : public Listener {
 public:
  // Null when the log is not wanted, and after a warning when it cannot be begun.
  static std::shared_ptr<EventLog> start(const EventLogOptions& options, const std::string& applicationId,
                                         std::string_view version);
  ~EventLog() override;

  // On the bus's thread.
  void on(const Event& event) override;

  // Writes what waits and says by the file's name that the log is complete. Any thread; called again it does nothing.
  void close();

 private:
  struct Shared;

  EventLog(std::shared_ptr<Shared> shared, bool logBlockUpdates);

  EventJson json_;
  // Shared with the writer's thread, which is left to itself when its disk does not answer at the end.
  const std::shared_ptr<Shared> shared_;
  std::mutex closeMutex_;  // held while the log is closed
  std::thread writer_;
};

}  // namespace ferro
