#include "ferro/scheduler/local_executor.h"

#include <atomic>
#include <mutex>
#include <set>

#include "gate.h"
#include "test_cluster.h"

using namespace ferro;

namespace {

// Bodies travel as a number: the codec keeps them aside, so that decoding gives a body of its own.
class FakeCodec final : public TaskBodyCodec {
 public:
  std::string encode(const TaskBody& body) const override {
    if (failing) throw Error(ErrorCode::kInvalidArgument, "this function cannot travel");
    std::lock_guard lock(mutex_);
    bodies_.push_back(&body);
    return std::to_string(bodies_.size() - 1);
  }
  std::shared_ptr<const TaskBody> decode(std::string_view bytes, ExecutorEnvironment&) const override {
    ++decoded;
    std::lock_guard lock(mutex_);
    auto copy = std::make_shared<Forwarding>(*bodies_.at(std::stoul(std::string(bytes))), alive);
    return copy;
  }

  class Forwarding final : public TaskBody {
   public:
    Forwarding(const TaskBody& body, std::atomic<int>& alive) : body_(body), alive_(alive) { ++alive_; }
    ~Forwarding() override { --alive_; }
    std::unique_ptr<TaskValue> run(TaskContext& context) const override { return body_.run(context); }
    std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override { return body_.decodeValue(decoder); }

   private:
    const TaskBody& body_;
    std::atomic<int>& alive_;
  };

  bool failing = false;
  mutable std::atomic<int> decoded{0};
  mutable std::atomic<int> alive{0};

 private:
  mutable std::mutex mutex_;
  mutable std::vector<const TaskBody*> bodies_;
};

SchedulerOptions serializing() {
  SchedulerOptions options;
  options.serialize = true;
  return options;
}

}  // namespace

TEST_CASE("an executor runs as many tasks at once as it has cores") {
  TestCluster cluster({}, 3);
  Counter running;
  cluster.run(source(3), [&](TaskContext&) -> int64_t {
    running.arrive();
    running.waitFor(3);
    return 0;
  });
  CHECK(running.count() == 3);
}

TEST_CASE("a task takes as many cores as ferro.task.cpus says") {
  SchedulerOptions options;
  options.taskCpus = 2;
  TestCluster cluster(options, 5);
  std::atomic<int> running{0}, most{0};
  cluster.run(source(200), [&](TaskContext&) -> int64_t {
    const int now = ++running;
    int seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    --running;
    return 0;
  });
  CHECK(most <= 2);
}

TEST_CASE("a task that needs more cores than there are is refused at the start") {
  SchedulerOptions options;
  options.taskCpus = 3;
  CHECK_THROWS_WITH(TestCluster(options, 2),
                    "ferro.task.cpus=3 is more than the 2 cores of the master; no task could ever run");
}

TEST_CASE("a task knows itself") {
  TestCluster cluster;
  CHECK(TaskContext::get() == nullptr);
  cluster.run(source(4), [](TaskContext& context) -> int64_t {
    if (TaskContext::get() != &context) throw std::runtime_error("another task's context");
    return 0;
  });
}

TEST_CASE("with serialize each body is decoded once for its stage and dropped with it, and results pass as bytes") {
  FakeCodec codec;
  TestCluster cluster(serializing(), 4, &codec);
  auto results = cluster.run(reading({shuffleOf(source(20))}, 30));
  CHECK(results.at(29) == 29);
  CHECK(codec.decoded == 2);
  cluster.assertIdle();
  CHECK(codec.alive == 0);
}

TEST_CASE("a body that cannot travel fails its job and nothing else") {
  FakeCodec codec;
  TestCluster cluster(serializing(), 2, &codec);
  codec.failing = true;
  std::vector<int64_t> results;
  auto error =
      failureOf(cluster.submit(source(2, "map at main.cc:1"), [](TaskContext&) { return int64_t{0}; }, results));
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kInvalidArgument);
  CHECK(std::string(error->what()) ==
        "job 0 failed: stage 0 (map at main.cc:1): this function cannot travel [INVALID_ARGUMENT]");
  cluster.assertIdle();
  codec.failing = false;
  CHECK(cluster.run(source(2)) == std::vector<int64_t>{0, 1});
}

TEST_CASE("bodies of jobs that are cancelled while they are decoded are dropped too") {
  FakeCodec codec;
  TestCluster cluster(serializing(), 4, &codec);
  for (int round = 0; round < 100; ++round) {
    std::vector<int64_t> results;
    auto job = cluster.submit(
        source(8),
        [](TaskContext& context) -> int64_t {
          context.throwIfCancelled();
          return 0;
        },
        results);
    job.cancel();
    failureOf(job);
    cluster.assertIdle();
  }
  cluster.runtime.stop();
  CHECK(codec.alive == 0);
}
