// Who listens to a session by its settings: the event log, the closing summary and the lines of the log. Owned by the
// session's core, which makes it before anything can happen and ends it after everything has.
#pragma once

#include <memory>
#include <string>

#include "ferro/conf/conf.h"
#include "ferro/scheduler/eventlog/event_log.h"
#include "ferro/scheduler/listener_bus.h"
#include "ferro/scheduler/summary/run_summary.h"

namespace ferro {

class SessionObservers {
 public:
  // Adds the observers to the bus and tells it that the application starts.
  SessionObservers(const Conf& conf, const std::string& applicationId, ListenerBus& bus);

  // After the bus has delivered its last event: completes the log and prints the summary.
  void finish();

 private:
  std::shared_ptr<EventLog> eventLog_;
  std::shared_ptr<RunSummary> summary_;
};

}  // namespace ferro
