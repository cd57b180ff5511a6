#include "ferro/scheduler/listener_bus.h"

#include <functional>

#include "ferro/common/log.h"
#include "ferro_test.h"
#include "gate.h"
#include "recorded_log.h"
#include "recording_listener.h"

using namespace ferro;

namespace {

class FunctionListener final : public Listener {
 public:
  explicit FunctionListener(std::function<void(const Event&)> function) : function_(std::move(function)) {}
  void on(const Event& event) override { function_(event); }

 private:
  std::function<void(const Event&)> function_;
};

constexpr std::chrono::seconds kBusLimit{30};

}  // namespace

TEST_CASE("listeners hear events in the order in which they were posted") {
  ListenerBus bus;
  auto listener = std::make_shared<RecordingListener>();
  bus.add(listener);
  for (int rdd = 0; rdd < 1000; ++rdd) bus.post(UnpersistRdd{rdd});
  REQUIRE(bus.drain(kBusLimit));
  const auto events = listener->events();
  REQUIRE(events.size() == 1000);
  for (int rdd = 0; rdd < 1000; ++rdd) CHECK(std::get<UnpersistRdd>(events[static_cast<size_t>(rdd)]).rddId == rdd);
}

TEST_CASE("while nobody listens events go nowhere") {
  ListenerBus bus;
  CHECK(!bus.active());
  bus.post(UnpersistRdd{1});
  auto listener = std::make_shared<RecordingListener>();
  bus.add(listener);
  CHECK(bus.active());
  bus.post(UnpersistRdd{2});
  bus.remove(listener);
  bus.post(UnpersistRdd{3});
  CHECK(!bus.active());
  REQUIRE(bus.drain(kBusLimit));
  CHECK(listener->events().size() <= 1);
}

TEST_CASE("a listener that throws is removed with a warning, and the others go on") {
  const test::RecordedLog log;
  ListenerBus bus;
  int calls = 0;
  bus.add(std::make_shared<FunctionListener>([&](const Event&) {
    ++calls;
    throw std::runtime_error("no more");
  }));
  auto listener = std::make_shared<RecordingListener>();
  bus.add(listener);
  bus.post(UnpersistRdd{1});
  bus.post(UnpersistRdd{2});
  REQUIRE(bus.drain(kBusLimit));
  CHECK(calls == 1);
  CHECK(listener->events().size() == 2);
  CHECK(log.lines() == std::vector<std::string>{"WARN a listener failed and is removed: std::runtime_error: no more"});
}

TEST_CASE("a listener may post, add and remove") {
  ListenerBus bus;
  auto added = std::make_shared<RecordingListener>();
  std::shared_ptr<Listener> self;
  self = std::make_shared<FunctionListener>([&](const Event& event) {
    if (std::get<UnpersistRdd>(event).rddId != 1) return;
    bus.add(added);
    bus.remove(self);
    bus.post(UnpersistRdd{2});
  });
  bus.add(self);
  bus.post(UnpersistRdd{1});
  REQUIRE(bus.drain(kBusLimit));
  REQUIRE(bus.drain(kBusLimit));
  CHECK(added->events().size() == 1);
}

TEST_CASE("drain gives up after its limit when a listener hangs") {
  ListenerBus bus;
  Gate gate;
  bus.add(std::make_shared<FunctionListener>([&](const Event&) { gate.pass(); }));
  bus.post(UnpersistRdd{1});
  CHECK(!bus.drain(std::chrono::milliseconds(20)));
  gate.open();
  CHECK(bus.drain(kBusLimit));
}

TEST_CASE("stop delivers what was posted, and later posts go nowhere") {
  ListenerBus bus;
  auto listener = std::make_shared<RecordingListener>();
  bus.add(listener);
  bus.post(UnpersistRdd{1});
  bus.stop();
  bus.post(UnpersistRdd{2});
  bus.stop();
  CHECK(listener->events().size() == 1);
}
