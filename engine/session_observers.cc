#include "ferro/engine/session_observers.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>
#include <vector>

#include "ferro/common/log.h"
#include "ferro/conf/keys.h"
#include "ferro/engine/session.h"
#include "ferro/scheduler/console_progress.h"
#include "ferro/scheduler/event_lines.h"
#include "ferro/scheduler/summary/summary_text.h"

namespace ferro {
namespace {

std::string userName() {
  const char* user = std::getenv("USER");
  return user == nullptr ? "uid " + std::to_string(getuid()) : user;
}

EnvironmentUpdate environmentOf(const Conf& conf) {
  EnvironmentUpdate update;
  for (const ConfSetting& setting : conf.settings()) {
    update.settings.emplace_back(setting.key, conf.redacted(setting.key, setting.text));
  }
  update.system.emplace_back("ferro.version", Session::version());
  utsname machine{};
  if (uname(&machine) == 0) {
    update.system.emplace_back("os.name", machine.sysname);
    update.system.emplace_back("os.version", machine.release);
    update.system.emplace_back("os.arch", machine.machine);
    update.system.emplace_back("host.name", machine.nodename);
  }
  update.system.emplace_back("process.id", std::to_string(getpid()));
  update.time = wallMillis();
  return update;
}

}  // namespace

SessionObservers::SessionObservers(const Conf& conf, const std::string& applicationId, ListenerBus& bus)
    : eventLog_(
          EventLog::start(EventLogOptions::fromConf(conf), applicationId, "Ferro " + std::string(Session::version()))) {
  if (eventLog_) bus.add(eventLog_);
  if (conf.get(keys::kUiSummary)) {
    summary_ = std::make_shared<RunSummary>();
    bus.add(summary_);
  }
  if (logLevel() <= LogLevel::kInfo) bus.add(std::make_shared<EventLines>());
  if (!bus.active()) return;
  bus.post(ApplicationStart{applicationId, conf.get(keys::kAppName).value_or("ferro"), userName(), wallMillis()});
  bus.post(environmentOf(conf));
}

void SessionObservers::finish() {
  if (eventLog_) eventLog_->close();
  if (summary_) ConsoleProgress::writeToStderr(summaryText(summary_->figures()));
}

}  // namespace ferro
