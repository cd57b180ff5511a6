#include "ferro/scheduler/eventlog/event_json.h"

#include "ferro/scheduler/eventlog/storage_level_json.h"
#include "ferro/scheduler/executor_end.h"

namespace ferro {

namespace {

// Spark refuses to read a block manager without a port; nobody listens here.
constexpr int kNoPort = 1;

void writeSettings(JsonWriter& json, std::string_view name,
                   const std::vector<std::pair<std::string, std::string>>& settings) {
  json.key(name).beginObject();
  for (const auto& [key, value] : settings) json.keyText(key).value(value);
  json.endObject();
}

JsonWriter& begin(JsonWriter& json, std::string_view event) { return json.beginObject().field("Event", event); }

}  // namespace

void EventJson::appendLogStart(std::string_view version, std::string& lines) {
  JsonWriter json(lines);
  begin(json, "SparkListenerLogStart").field("Spark Version", version).endObject();
  lines += '\n';
}

void EventJson::append(const Event& event, std::string& lines) {
  if (!isLogged(event)) return;
  JsonWriter json(lines);
  std::visit([&](const auto& known) { write(json, known); }, event);
  lines += '\n';
}

bool EventJson::isLogged(const Event& event) const {
  if (const auto* updated = std::get_if<BlockUpdated>(&event)) {
    return logBlockUpdates_ && updated->status.id.rddId().has_value();
  }
  // Spark's logs end with the executors alive; the history server would show all of them as dead.
  const auto* removed = std::get_if<ExecutorRemoved>(&event);
  return removed == nullptr || removed->reason != kApplicationEnded;
}

const EventJson::Place& EventJson::placeOf(const std::string& executorId) {
  Place& place = places_[executorId];
  if (place.host.empty()) place.host = "unknown";
  return place;
}

void EventJson::writeBlockManager(JsonWriter& json, std::string_view name, const std::string& executorId) {
  const Place& place = placeOf(executorId);
  json.key(name).beginObject();
  json.field("Executor ID", executorId);
  json.field("Host", place.host);
  json.field("Port", place.port == 0 ? kNoPort : place.port);
  json.endObject();
}

void EventJson::write(JsonWriter& json, const ApplicationStart& event) {
  begin(json, "SparkListenerApplicationStart");
  json.field("App Name", event.name);
  json.field("App ID", event.id);
  json.field("Timestamp", event.time);
  json.field("User", event.user);
  json.endObject();
}

void EventJson::write(JsonWriter& json, const ApplicationEnd& event) {
  begin(json, "SparkListenerApplicationEnd").field("Timestamp", event.time).endObject();
}

void EventJson::write(JsonWriter& json, const EnvironmentUpdate& event) {
  begin(json, "SparkListenerEnvironmentUpdate");
  writeSettings(json, "JVM Information", {});
  writeSettings(json, "Spark Properties", event.settings);
  writeSettings(json, "Hadoop Properties", {});
  writeSettings(json, "System Properties", event.system);
  writeSettings(json, "Metrics Properties", {});
  writeSettings(json, "Classpath Entries", {});
  json.endObject();
}

void EventJson::write(JsonWriter& json, const BlockManagerAdded& event) {
  places_[event.executorId] = {event.host, event.port};
  begin(json, "SparkListenerBlockManagerAdded");
  writeBlockManager(json, "Block Manager ID", event.executorId);
  json.field("Maximum Memory", event.maxMemory);
  json.field("Timestamp", event.time);
  json.field("Maximum Onheap Memory", event.maxMemory);
  json.field("Maximum Offheap Memory", 0);
  json.endObject();
}

void EventJson::write(JsonWriter& json, const ExecutorAdded& event) {
  places_[event.executorId].host = event.host;
  begin(json, "SparkListenerExecutorAdded");
  json.field("Timestamp", event.time);
  json.field("Executor ID", event.executorId);
  json.key("Executor Info").beginObject();
  json.field("Host", event.host);
  json.field("Total Cores", event.cores);
  json.key("Log Urls").beginObject().endObject();
  json.key("Attributes").beginObject().endObject();
  json.key("Resources").beginObject().endObject();
  json.field("Resource Profile Id", 0);
  json.field("Registration Time", event.time);
  json.field("Request Time", event.time);
  json.endObject().endObject();
}

void EventJson::write(JsonWriter& json, const ExecutorRemoved& event) {
  begin(json, "SparkListenerExecutorRemoved");
  json.field("Timestamp", event.time);
  json.field("Executor ID", event.executorId);
  json.field("Removed Reason", event.reason);
  json.endObject();
}

void EventJson::write(JsonWriter& json, const BlockUpdated& event) {
  begin(json, "SparkListenerBlockUpdated");
  json.key("Block Updated Info").beginObject();
  writeBlockManager(json, "Block Manager ID", event.executorId);
  json.field("Block ID", event.status.id.name);
  writeStorageLevel(json, event.status.level);
  json.field("Memory Size", event.status.memSize);
  json.field("Disk Size", event.status.diskSize);
  json.endObject().endObject();
}

void EventJson::write(JsonWriter& json, const UnpersistRdd& event) {
  begin(json, "SparkListenerUnpersistRDD").field("RDD ID", event.rddId).endObject();
}

}  // namespace ferro
