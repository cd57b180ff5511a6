// The part of EventJson that writes jobs and stages.
#include "ferro/scheduler/eventlog/event_json.h"
#include "ferro/scheduler/eventlog/storage_level_json.h"

namespace ferro {

namespace {

void writeRdd(JsonWriter& json, const RddInfo& rdd) {
  json.beginObject();
  json.field("RDD ID", rdd.id);
  json.field("Name", rdd.name);
  // The box of the DAG in which the step stands: its own. Spark wants the object as a text.
  std::string scope;
  JsonWriter(scope).beginObject().field("id", std::to_string(rdd.id)).field("name", rdd.name).endObject();
  json.field("Scope", scope);
  json.field("Callsite", rdd.name);
  json.key("Parent IDs").beginArray();
  for (int parent : rdd.parents) json.value(parent);
  json.endArray();
  writeStorageLevel(json, rdd.level);
  json.field("Barrier", rdd.barrier);
  json.field("DeterministicLevel", rdd.deterministic ? "DETERMINATE" : "INDETERMINATE");
  json.field("Number of Partitions", rdd.numPartitions);
  json.field("Number of Cached Partitions", 0);
  json.field("Memory Size", 0);
  json.field("Disk Size", 0);
  json.endObject();
}

void writeAccumulables(JsonWriter& json, const std::vector<AccumulableInfo>& accumulables) {
  json.key("Accumulables").beginArray();
  for (const AccumulableInfo& accumulable : accumulables) {
    json.beginObject().field("ID", accumulable.id).field("Name", accumulable.name).field("Value", accumulable.text);
    json.field("Internal", false).field("Count Failed Values", false).endObject();
  }
  json.endArray();
}

// When the stage began and how it ended, as far as that is known.
struct StageTimes {
  int64_t submitted = 0;
  int64_t completed = 0;
  const std::string* error = nullptr;
};

void writeStage(JsonWriter& json, const StageInfo& stage, const StageTimes& times) {
  json.beginObject();
  json.field("Stage ID", stage.id.value);
  json.field("Stage Attempt ID", stage.attempt);
  json.field("Stage Name", stage.name);
  json.field("Number of Tasks", stage.numTasks);
  json.key("RDD Info").beginArray();
  for (const RddInfo& rdd : stage.rdds) writeRdd(json, rdd);
  json.endArray();
  json.key("Parent IDs").beginArray();
  for (StageId parent : stage.parents) json.value(parent.value);
  json.endArray();
  json.field("Details", "");
  if (times.submitted != 0) json.field("Submission Time", times.submitted);
  if (times.completed != 0) json.field("Completion Time", times.completed);
  if (times.error != nullptr) json.field("Failure Reason", *times.error);
  writeAccumulables(json, stage.accumulables);
  json.field("Resource Profile Id", 0);
  json.endObject();
}

// With Spark's names, by which the history server finds group, description and pool.
void writeProperties(JsonWriter& json, const JobProperties& properties) {
  const std::string& description = properties.description.empty() ? properties.callSite : properties.description;
  json.key("Properties").beginObject();
  if (!properties.group.empty()) json.field("spark.jobGroup.id", properties.group);
  if (!description.empty()) json.field("spark.job.description", description);
  json.field("spark.scheduler.pool", properties.pool.empty() ? "default" : properties.pool);
  if (!properties.callSite.empty()) json.field("callSite.short", properties.callSite);
  json.endObject();
}

}  // namespace

void EventJson::write(JsonWriter& json, const JobStart& event) {
  json.beginObject().field("Event", "SparkListenerJobStart");
  json.field("Job ID", event.job.value);
  json.field("Submission Time", event.time);
  json.key("Stage Infos").beginArray();
  for (const StageInfo& stage : event.stages) writeStage(json, stage, {});
  json.endArray();
  json.key("Stage IDs").beginArray();
  for (const StageInfo& stage : event.stages) json.value(stage.id.value);
  json.endArray();
  writeProperties(json, event.properties);
  json.endObject();
}

void EventJson::write(JsonWriter& json, const JobEnd& event) {
  json.beginObject().field("Event", "SparkListenerJobEnd");
  json.field("Job ID", event.job.value);
  json.field("Completion Time", event.time);
  json.key("Job Result").beginObject();
  json.field("Result", event.error ? "JobFailed" : "JobSucceeded");
  if (event.error) {
    json.key("Exception").beginObject().field("Message", *event.error);
    json.key("Stack Trace").beginArray().endArray().endObject();
  }
  json.endObject().endObject();
}

void EventJson::write(JsonWriter& json, const StageSubmitted& event) {
  submitted_[{event.stage.id, event.stage.attempt}] = event.time;
  if (event.stage.shuffleId) mapStages_.insert(event.stage.id);
  json.beginObject().field("Event", "SparkListenerStageSubmitted");
  json.key("Stage Info");
  writeStage(json, event.stage, {.submitted = event.time});
  writeProperties(json, event.properties);
  json.endObject();
}

void EventJson::write(JsonWriter& json, const StageCompleted& event) {
  const auto submitted = submitted_.extract({event.stage.id, event.stage.attempt});
  json.beginObject().field("Event", "SparkListenerStageCompleted");
  json.key("Stage Info");
  writeStage(json, event.stage,
             {.submitted = submitted.empty() ? event.time : submitted.mapped(),
              .completed = event.time,
              .error = event.error ? &*event.error : nullptr});
  json.endObject();
}

}  // namespace ferro
