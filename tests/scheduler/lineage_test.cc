#include "ferro/scheduler/lineage.h"

#include <thread>

#include "fake_lineage.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

FakeNodePtr chainOfSteps(int length) {
  auto node = source(1);
  for (int i = 0; i < length; ++i) node = narrow({node});
  return node;
}

FakeNodePtr chainOfShuffles(int length) {
  auto node = source(1);
  for (int i = 0; i < length; ++i) node = reading({shuffleOf(node)}, 1);
  return node;
}

}  // namespace

TEST_CASE("a lineage of a million narrow steps is let go without a deep stack") {
  auto node = chainOfSteps(1'000'000);
  std::weak_ptr<FakeNode> last = node;
  node.reset();
  CHECK(last.expired());
}

TEST_CASE("a lineage of a hundred thousand shuffles is let go without a deep stack") {
  auto node = chainOfShuffles(100'000);
  std::weak_ptr<FakeNode> last = node;
  node.reset();
  CHECK(last.expired());
}

TEST_CASE("the last owner of a lineage may be the body of a task") {
  auto mapSide = chainOfShuffles(20'000);
  std::weak_ptr<FakeNode> last = mapSide;
  std::shared_ptr<const TaskBody> writer = shuffleOf(std::move(mapSide))->writer();
  REQUIRE(!last.expired());
  std::thread([body = std::move(writer)]() mutable { body.reset(); }).join();
  CHECK(last.expired());
}

TEST_CASE("cutting off the parents lets go of the lineage behind") {
  auto node = chainOfSteps(100'000);
  auto checkpointed = narrow({node});
  std::weak_ptr<FakeNode> last = node;
  node.reset();
  checkpointed->cut();
  CHECK(last.expired());
  CHECK(checkpointed->parents().narrow.empty());
}

TEST_CASE("a lineage that is shared stays until its last holder lets go") {
  auto shared = chainOfSteps(10);
  auto left = narrow({shared});
  auto right = narrow({shared});
  std::weak_ptr<FakeNode> watch = shared;
  shared.reset();
  left.reset();
  CHECK(!watch.expired());
  right.reset();
  CHECK(watch.expired());
}
