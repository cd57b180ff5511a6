// The part of EventJson that writes tasks.
#include <algorithm>

#include "ferro/scheduler/eventlog/event_json.h"
#include "ferro/scheduler/locality.h"

namespace ferro {

namespace {

constexpr int64_t kNanosPerMilli = 1'000'000;

void writeShuffleRead(JsonWriter& json, const ShuffleMetrics& shuffle) {
  json.key("Shuffle Read Metrics").beginObject();
  json.field("Remote Blocks Fetched", shuffle.remoteSegmentsRead);
  json.field("Local Blocks Fetched", shuffle.segmentsRead - shuffle.remoteSegmentsRead);
  json.field("Fetch Wait Time", shuffle.fetchWaitNanos / kNanosPerMilli);
  json.field("Remote Bytes Read", shuffle.remoteBytesRead);
  json.field("Remote Bytes Read To Disk", 0);
  json.field("Local Bytes Read", std::max<int64_t>(0, shuffle.bytesRead - shuffle.remoteBytesRead));
  json.field("Total Records Read", shuffle.recordsRead);
  json.endObject();
}

void writeShuffleWrite(JsonWriter& json, const ShuffleMetrics& shuffle) {
  json.key("Shuffle Write Metrics").beginObject();
  json.field("Shuffle Bytes Written", shuffle.bytesWritten);
  json.field("Shuffle Write Time", shuffle.writeNanos);
  json.field("Shuffle Records Written", shuffle.recordsWritten);
  json.endObject();
}

void writeMetrics(JsonWriter& json, const TaskMetrics& metrics) {
  json.key("Task Metrics").beginObject();
  json.field("Executor Deserialize Time", metrics.decodeNanos / kNanosPerMilli);
  json.field("Executor Run Time", metrics.runNanos / kNanosPerMilli);
  json.field("Peak Execution Memory", metrics.peakMemoryBytes);
  json.field("Result Size", metrics.resultBytes);
  json.field("JVM GC Time", 0);
  json.field("Result Serialization Time", 0);
  json.field("Memory Bytes Spilled", metrics.memoryBytesSpilled + metrics.shuffle.memoryBytesSpilled);
  json.field("Disk Bytes Spilled", metrics.diskBytesSpilled + metrics.shuffle.diskBytesSpilled);
  writeShuffleRead(json, metrics.shuffle);
  writeShuffleWrite(json, metrics.shuffle);
  json.key("Input Metrics").beginObject();
  json.field("Bytes Read", metrics.inputBytes).field("Records Read", metrics.inputRows).endObject();
  json.key("Output Metrics").beginObject();
  json.field("Bytes Written", metrics.outputBytes).field("Records Written", metrics.outputRows).endObject();
  json.key("Updated Blocks").beginArray().endArray();
  json.endObject();
}

}  // namespace

void EventJson::writeTaskInfo(JsonWriter& json, const TaskInfo& task, const TaskEnd* end) {
  json.key("Task Info").beginObject();
  json.field("Task ID", task.id.value);
  json.field("Index", task.index);
  json.field("Attempt", task.attempt);
  json.field("Partition ID", task.partition);
  json.field("Launch Time", task.launchTime);
  json.field("Executor ID", task.executorId);
  json.field("Host", placeOf(task.executorId).host);
  json.field("Locality", localityName(task.locality));
  json.field("Speculative", task.speculative);
  json.field("Getting Result Time", 0);
  json.field("Finish Time", end == nullptr ? 0 : end->finishTime);
  json.field("Failed",
             end != nullptr && (end->reason == TaskEndReason::kFailed || end->reason == TaskEndReason::kFetchFailed));
  json.field("Killed", end != nullptr && end->reason == TaskEndReason::kCancelled);
  json.key("Accumulables").beginArray();
  if (end != nullptr) {
    for (const AccumulableInfo& update : end->accumulables) {
      json.beginObject().field("ID", update.id).field("Name", update.name).field("Update", update.text);
      json.field("Internal", false).field("Count Failed Values", false).endObject();
    }
  }
  json.endArray().endObject();
}

void EventJson::writeEndReason(JsonWriter& json, const TaskEnd& event) {
  json.key("Task End Reason").beginObject();
  switch (event.reason) {
    case TaskEndReason::kSuccess: json.field("Reason", "Success"); break;
    case TaskEndReason::kCancelled:
      json.field("Reason", "TaskKilled").field("Kill Reason", event.error);
      json.key("Accumulator Updates").beginArray().endArray();
      break;
    case TaskEndReason::kFetchFailed: {
      const LostInput lost = event.lostInput.value_or(LostInput{});
      json.field("Reason", "FetchFailed");
      writeBlockManager(json, "Block Manager Address", lost.executorId);
      json.field("Shuffle ID", lost.shuffleId).field("Map ID", lost.mapId).field("Map Index", lost.mapId);
      json.field("Reduce ID", event.task.partition).field("Message", event.error);
      break;
    }
    case TaskEndReason::kFailed:
      json.field("Reason", "ExceptionFailure").field("Class Name", "ferro::Error").field("Description", event.error);
      json.key("Stack Trace").beginArray().endArray();
      json.field("Full Stack Trace", event.error);
      json.key("Accumulator Updates").beginArray().endArray();
      break;
  }
  json.endObject();
}

void EventJson::write(JsonWriter& json, const TaskStart& event) {
  json.beginObject().field("Event", "SparkListenerTaskStart");
  json.field("Stage ID", event.task.stage.value);
  json.field("Stage Attempt ID", event.task.stageAttempt);
  writeTaskInfo(json, event.task, nullptr);
  json.endObject();
}

void EventJson::write(JsonWriter& json, const TaskEnd& event) {
  json.beginObject().field("Event", "SparkListenerTaskEnd");
  json.field("Stage ID", event.task.stage.value);
  json.field("Stage Attempt ID", event.task.stageAttempt);
  json.field("Task Type", mapStages_.contains(event.task.stage) ? "ShuffleMapTask" : "ResultTask");
  writeEndReason(json, event);
  writeTaskInfo(json, event.task, &event);
  writeMetrics(json, event.metrics);
  json.endObject();
}

}  // namespace ferro
