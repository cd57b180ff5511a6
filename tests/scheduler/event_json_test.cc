// Each event as its line, with the fields that Spark's History Server cannot do without.
#include "ferro/scheduler/eventlog/event_json.h"

#include "ferro/scheduler/executor_end.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

class Lines {
 public:
  explicit Lines(bool logBlockUpdates = true) : json_(logBlockUpdates) {}

  std::string of(const Event& event) {
    std::string line;
    json_.append(event, line);
    return line;
  }

 private:
  EventJson json_;
};

StageInfo stageWithOneRdd() {
  StageInfo stage;
  stage.id = StageId{3};
  stage.attempt = 1;
  stage.name = "map";
  stage.numTasks = 4;
  stage.shuffleId = 0;
  stage.parents = {StageId{1}, StageId{2}};
  stage.rdds = {
      {.id = 7, .name = "map", .level = StorageLevel::MEMORY_AND_DISK, .numPartitions = 4, .parents = {5, 6}}};
  stage.accumulables = {{2, "rows", "41"}};
  return stage;
}

const std::string kStageBegin =
    R"({"Stage ID":3,"Stage Attempt ID":1,"Stage Name":"map","Number of Tasks":4,"RDD Info":[{"RDD ID":7,"Name":"map",)"
    R"("Scope":"{\"id\":\"7\",\"name\":\"map\"}","Callsite":"map","Parent IDs":[5,6],"Storage Level":{"Use Disk":true,)"
    R"("Use Memory":true,"Use Off Heap":false,"Deserialized":true,"Replication":1},"Barrier":false,)"
    R"("DeterministicLevel":"DETERMINATE","Number of Partitions":4,"Number of Cached Partitions":0,"Memory Size":0,)"
    R"("Disk Size":0}],"Parent IDs":[1,2],"Details":"",)";
const std::string kStageEnd =
    R"("Accumulables":[{"ID":2,"Name":"rows","Value":"41","Internal":false,"Count Failed Values":false}],)"
    R"("Resource Profile Id":0})";

TaskInfo taskOfStage3() {
  TaskInfo task;
  task.id = TaskId{11};
  task.stage = StageId{3};
  task.stageAttempt = 1;
  task.index = 2;
  task.partition = 2;
  task.executorId = "1";
  task.launchTime = 1000;
  task.locality = Locality::PROCESS_LOCAL;
  return task;
}

const std::string kTaskBegin =
    R"("Task Info":{"Task ID":11,"Index":2,"Attempt":0,"Partition ID":2,"Launch Time":1000,"Executor ID":"1",)"
    R"("Host":"node1","Locality":"PROCESS_LOCAL","Speculative":false,"Getting Result Time":0,)";

std::string endReason(Lines& lines, TaskEnd end) {
  end.task = taskOfStage3();
  const std::string line = lines.of(end);
  const size_t begin = line.find("\"Task End Reason\":") + 18;
  return line.substr(begin, line.find(",\"Task Info\"") - begin);
}

}  // namespace

TEST_CASE("a log begins with the version") {
  std::string line;
  EventJson::appendLogStart("Ferro 1.2", line);
  CHECK(line == "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"Ferro 1.2\"}\n");
}

TEST_CASE("an application starts and ends") {
  Lines lines;
  CHECK(
      lines.of(ApplicationStart{"app-1", "my \"app\"", "me", 5}) ==
      R"({"Event":"SparkListenerApplicationStart","App Name":"my \"app\"","App ID":"app-1","Timestamp":5,"User":"me"})"
      "\n");
  CHECK(lines.of(ApplicationEnd{6}) == "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":6}\n");
}

TEST_CASE("the environment has the settings, and the tables that Spark expects though they are empty") {
  Lines lines;
  CHECK(
      lines.of(EnvironmentUpdate{{{"ferro.master", "local[2]"}}, {{"os.name", "Linux"}}, 5}) ==
      R"({"Event":"SparkListenerEnvironmentUpdate","JVM Information":{},"Spark Properties":{"ferro.master":"local[2]"},)"
      R"("Hadoop Properties":{},"System Properties":{"os.name":"Linux"},"Metrics Properties":{},"Classpath Entries":{}})"
      "\n");
}

TEST_CASE("executors come and go") {
  Lines lines;
  CHECK(lines.of(ExecutorAdded{"1", "node1", 4, 5}) ==
        R"({"Event":"SparkListenerExecutorAdded","Timestamp":5,"Executor ID":"1","Executor Info":{"Host":"node1",)"
        R"("Total Cores":4,"Log Urls":{},"Attributes":{},"Resources":{},"Resource Profile Id":0,"Registration Time":5,)"
        R"("Request Time":5}})"
        "\n");
  CHECK(
      lines.of(BlockManagerAdded{"1", "node1", 7077, 1024, 5}) ==
      R"({"Event":"SparkListenerBlockManagerAdded","Block Manager ID":{"Executor ID":"1","Host":"node1","Port":7077},)"
      R"("Maximum Memory":1024,"Timestamp":5,"Maximum Onheap Memory":1024,"Maximum Offheap Memory":0})"
      "\n");
  CHECK(lines.of(ExecutorRemoved{"1", "lost", 6}) ==
        R"({"Event":"SparkListenerExecutorRemoved","Timestamp":6,"Executor ID":"1","Removed Reason":"lost"})"
        "\n");
}

TEST_CASE("executors that go with the application are not told of, as in Spark's logs") {
  CHECK(Lines().of(ExecutorRemoved{"1", std::string(kApplicationEnded), 6}).empty());
}

TEST_CASE("a block manager that nobody can reach has a port all the same, since Spark refuses 0") {
  Lines lines;
  CHECK_THAT(lines.of(BlockManagerAdded{"driver", "localhost", 0, 1, 5}), Catch::Contains(R"("Port":1})"));
}

TEST_CASE("a job starts with its stages and with Spark's names of its properties") {
  Lines lines;
  JobStart start{JobId{2}, {stageWithOneRdd()}, {"group", "what it is", "fast", "collect"}, 5};
  CHECK(lines.of(start) ==
        R"({"Event":"SparkListenerJobStart","Job ID":2,"Submission Time":5,"Stage Infos":[)" + kStageBegin + kStageEnd +
            R"(],"Stage IDs":[3],"Properties":{"spark.jobGroup.id":"group","spark.job.description":"what it is",)"
            R"("spark.scheduler.pool":"fast","callSite.short":"collect"}})"
            "\n");
}

TEST_CASE("a job ends well or with its error") {
  Lines lines;
  CHECK(lines.of(JobEnd{JobId{2}, std::nullopt, 9}) ==
        R"({"Event":"SparkListenerJobEnd","Job ID":2,"Completion Time":9,"Job Result":{"Result":"JobSucceeded"}})"
        "\n");
  CHECK(lines.of(JobEnd{JobId{2}, "no", 9}) ==
        R"({"Event":"SparkListenerJobEnd","Job ID":2,"Completion Time":9,"Job Result":{"Result":"JobFailed",)"
        R"("Exception":{"Message":"no","Stack Trace":[]}}})"
        "\n");
}

TEST_CASE("a stage that ends repeats when it was submitted") {
  Lines lines;
  CHECK(lines.of(StageSubmitted{stageWithOneRdd(), {}, 5}) ==
        R"({"Event":"SparkListenerStageSubmitted","Stage Info":)" + kStageBegin + R"("Submission Time":5,)" +
            kStageEnd +
            R"(,"Properties":{"spark.scheduler.pool":"default"}})"
            "\n");
  CHECK(lines.of(StageCompleted{stageWithOneRdd(), std::nullopt, 9}) ==
        R"({"Event":"SparkListenerStageCompleted","Stage Info":)" + kStageBegin +
            R"("Submission Time":5,"Completion Time":9,)" + kStageEnd + "}\n");
  CHECK_THAT(lines.of(StageCompleted{stageWithOneRdd(), "lost its input", 9}),
             Catch::Contains(R"("Completion Time":9,"Failure Reason":"lost its input","Accumulables")"));
}

TEST_CASE("a task starts on the host of its executor") {
  Lines lines;
  lines.of(ExecutorAdded{"1", "node1", 4, 5});
  CHECK(lines.of(TaskStart{taskOfStage3()}) ==
        R"({"Event":"SparkListenerTaskStart","Stage ID":3,"Stage Attempt ID":1,)" + kTaskBegin +
            R"("Finish Time":0,"Failed":false,"Killed":false,"Accumulables":[]}})"
            "\n");
}

TEST_CASE("a task that ends has its type, metrics in Spark's units, and what it added to named accumulators") {
  Lines lines;
  lines.of(ExecutorAdded{"1", "node1", 4, 5});
  lines.of(StageSubmitted{stageWithOneRdd(), {}, 5});
  TaskEnd end;
  end.task = taskOfStage3();
  end.finishTime = 1500;
  end.metrics = {.runNanos = 480'000'000,
                 .decodeNanos = 20'000'000,
                 .resultBytes = 100,
                 .memoryBytesSpilled = 1,
                 .diskBytesSpilled = 2,
                 .peakMemoryBytes = 3,
                 .inputRows = 4,
                 .inputBytes = 5,
                 .outputRows = 6,
                 .outputBytes = 7,
                 .shuffle = {.bytesWritten = 10,
                             .recordsWritten = 11,
                             .memoryBytesSpilled = 20,
                             .diskBytesSpilled = 30,
                             .bytesRead = 100,
                             .recordsRead = 12,
                             .segmentsRead = 5,
                             .writeNanos = 13,
                             .readNanos = 14,
                             .remoteBytesRead = 40,
                             .remoteSegmentsRead = 2,
                             .fetchWaitNanos = 7'000'000}};
  end.accumulables = {{2, "rows", "5"}};
  CHECK(
      lines.of(end) ==
      R"({"Event":"SparkListenerTaskEnd","Stage ID":3,"Stage Attempt ID":1,"Task Type":"ShuffleMapTask",)"
      R"("Task End Reason":{"Reason":"Success"},)" +
          kTaskBegin +
          R"("Finish Time":1500,"Failed":false,"Killed":false,"Accumulables":[{"ID":2,"Name":"rows","Update":"5",)"
          R"("Internal":false,"Count Failed Values":false}]},"Task Metrics":{"Executor Deserialize Time":20,)"
          R"("Executor Run Time":480,"Peak Execution Memory":3,"Result Size":100,"JVM GC Time":0,)"
          R"("Result Serialization Time":0,"Memory Bytes Spilled":21,"Disk Bytes Spilled":32,"Shuffle Read Metrics":{)"
          R"("Remote Blocks Fetched":2,"Local Blocks Fetched":3,"Fetch Wait Time":7,"Remote Bytes Read":40,)"
          R"("Remote Bytes Read To Disk":0,"Local Bytes Read":60,"Total Records Read":12},"Shuffle Write Metrics":{)"
          R"("Shuffle Bytes Written":10,"Shuffle Write Time":13,"Shuffle Records Written":11},"Input Metrics":{)"
          R"("Bytes Read":5,"Records Read":4},"Output Metrics":{"Bytes Written":7,"Records Written":6},)"
          R"("Updated Blocks":[]}})"
          "\n");
}

TEST_CASE("a task of a job's last stage is a result task") {
  Lines lines;
  TaskEnd end;
  end.task = taskOfStage3();
  CHECK_THAT(lines.of(end), Catch::Contains(R"("Task Type":"ResultTask")"));
}

TEST_CASE("a task that fails, is killed or loses its input says so in Spark's words") {
  Lines lines;
  lines.of(BlockManagerAdded{"2", "node2", 99, 1, 5});
  TaskEnd failed;
  failed.reason = TaskEndReason::kFailed;
  failed.error = "no";
  CHECK(endReason(lines, failed) ==
        R"({"Reason":"ExceptionFailure","Class Name":"ferro::Error","Description":"no","Stack Trace":[],)"
        R"("Full Stack Trace":"no","Accumulator Updates":[]})");
  TaskEnd killed;
  killed.reason = TaskEndReason::kCancelled;
  killed.error = "not needed";
  CHECK(endReason(lines, killed) == R"({"Reason":"TaskKilled","Kill Reason":"not needed","Accumulator Updates":[]})");
  TaskEnd starved;
  starved.reason = TaskEndReason::kFetchFailed;
  starved.error = "gone";
  starved.lostInput = LostInput{4, 6, "2"};
  CHECK(
      endReason(lines, starved) ==
      R"({"Reason":"FetchFailed","Block Manager Address":{"Executor ID":"2","Host":"node2","Port":99},"Shuffle ID":4,)"
      R"("Map ID":6,"Map Index":6,"Reduce ID":2,"Message":"gone"})");
}

TEST_CASE("blocks of Rdds are logged where they lie, other blocks and unwanted updates are not") {
  const BlockUpdated update{"driver", {BlockId::rdd(1, 2), StorageLevel::MEMORY_ONLY, 100, 0}};
  Lines lines;
  CHECK(lines.of(update) ==
        R"({"Event":"SparkListenerBlockUpdated","Block Updated Info":{"Block Manager ID":{"Executor ID":"driver",)"
        R"("Host":"unknown","Port":1},"Block ID":"rdd_1_2","Storage Level":{"Use Disk":false,"Use Memory":true,)"
        R"("Use Off Heap":false,"Deserialized":true,"Replication":1},"Memory Size":100,"Disk Size":0}})"
        "\n");
  CHECK(lines.of(BlockUpdated{"driver", {BlockId::broadcast(3), StorageLevel::MEMORY_ONLY, 100, 0}}).empty());
  CHECK(Lines(false).of(update).empty());
  CHECK(lines.of(UnpersistRdd{1}) == "{\"Event\":\"SparkListenerUnpersistRDD\",\"RDD ID\":1}\n");
}
