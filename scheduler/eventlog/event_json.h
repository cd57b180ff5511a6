// Events as the lines of Spark's event log, which Spark's History Server reads: its names of events and fields, `Event`
// first, nothing between them. Remembers what later lines repeat of earlier events (hosts, submission times). Used by
// one thread.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "ferro/common/json_writer.h"
#include "ferro/scheduler/events.h"

namespace ferro {

class EventJson {
 public:
  explicit EventJson(bool logBlockUpdates) : logBlockUpdates_(logBlockUpdates) {}

  // The first line of every log.
  static void appendLogStart(std::string_view version, std::string& lines);
  // Appends the event's line; nothing for events that are not logged.
  void append(const Event& event, std::string& lines);

 private:
  struct Place {
    std::string host;
    int port = 0;
  };
  using StageKey = std::pair<StageId, int>;  // with its attempt

  void write(JsonWriter& json, const ApplicationStart& event);
  void write(JsonWriter& json, const ApplicationEnd& event);
  void write(JsonWriter& json, const EnvironmentUpdate& event);
  void write(JsonWriter& json, const BlockManagerAdded& event);
  void write(JsonWriter& json, const ExecutorAdded& event);
  void write(JsonWriter& json, const ExecutorRemoved& event);
  void write(JsonWriter& json, const JobStart& event);
  void write(JsonWriter& json, const JobEnd& event);
  void write(JsonWriter& json, const StageSubmitted& event);
  void write(JsonWriter& json, const StageCompleted& event);
  void write(JsonWriter& json, const TaskStart& event);
  void write(JsonWriter& json, const TaskEnd& event);
  void write(JsonWriter& json, const BlockUpdated& event);
  void write(JsonWriter& json, const UnpersistRdd& event);

  bool isLogged(const Event& event) const;
  const Place& placeOf(const std::string& executorId);
  void writeBlockManager(JsonWriter& json, std::string_view name, const std::string& executorId);
  void writeTaskInfo(JsonWriter& json, const TaskInfo& task, const TaskEnd* end);
  void writeEndReason(JsonWriter& json, const TaskEnd& event);

  const bool logBlockUpdates_;
  std::map<std::string, Place> places_;
  std::map<StageKey, int64_t> submitted_;  // of stages that run
  std::set<StageId> mapStages_;            // those that write a shuffle
};

}  // namespace ferro
