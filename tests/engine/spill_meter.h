// Adds up what the tasks of a session spilled. Any thread may read it once the bus is drained.
#pragma once

#include <memory>

#include "ferro/engine/session_core.h"
#include "scheduler/recording_listener.h"
#include "session_grid.h"

namespace ferro::test {

class SpillMeter {
 public:
  explicit SpillMeter(const Session& session) : session_(session), listener_(std::make_shared<RecordingListener>()) {
    session.addListener(listener_);
  }
  ~SpillMeter() { session_.removeListener(listener_); }
  SpillMeter(const SpillMeter&) = delete;
  SpillMeter& operator=(const SpillMeter&) = delete;

  // Bytes that operators and shuffle writers wrote to disk for lack of memory.
  int64_t diskBytes() const {
    REQUIRE(session_.core()->bus().drain(std::chrono::seconds(20)));
    int64_t bytes = 0;
    for (const TaskEnd& end : listener_->all<TaskEnd>()) {
      bytes += end.metrics.diskBytesSpilled + end.metrics.shuffle.diskBytesSpilled;
    }
    return bytes;
  }

  // The same without the shuffle writers'.
  int64_t operatorBytes() const {
    REQUIRE(session_.core()->bus().drain(std::chrono::seconds(20)));
    int64_t bytes = 0;
    for (const TaskEnd& end : listener_->all<TaskEnd>()) bytes += end.metrics.diskBytesSpilled;
    return bytes;
  }

 private:
  const Session& session_;
  std::shared_ptr<RecordingListener> listener_;
};

inline Conf memoryConf(const std::string& memory) { return localConf("local[2]").set("ferro.driver.memory", memory); }

// Runs an operation with plenty of memory, then with so little that operators must spill, to plain and to encrypted
// files, and compares the results.
template <class Operation>
void sameWithTinyMemory(const std::string& tiny, Operation operation) {
  decltype(operation(std::declval<Session&>())) expected{};
  withSession(memoryConf("2g"), [&](Session& session) {
    SpillMeter meter(session);
    expected = operation(session);
    CHECK(meter.operatorBytes() == 0);
  });
  struct Kind {
    bool serialize;
    bool encrypt;
  };
  for (const Kind kind : {Kind{false, false}, Kind{true, false}, Kind{true, true}}) {
    INFO("tasks as bytes: " << kind.serialize << ", encrypted: " << kind.encrypt);
    Conf conf = memoryConf(tiny);
    conf.set("ferro.local.serialize", kind.serialize).set("ferro.io.encryption.enabled", kind.encrypt);
    withSession(std::move(conf), [&](Session& session) {
      SpillMeter meter(session);
      const bool same = operation(session) == expected;
      CHECK(same);
      CHECK(meter.operatorBytes() > 0);
    });
  }
}

}  // namespace ferro::test
