// A driver program for chaos_test.py: `chaos_program SEED` runs the random program of that seed. Prints the results as
// digests, and a line whenever a task ends or an executor comes or goes, so that whoever disturbs it need not guess
// when.
#include <cstdio>
#include <memory>
#include <string>

#include <ferro/ferro.h>

#include "ferro/scheduler/listener_bus.h"
#include "random_program.h"

namespace {

class EventPrinter final : public ferro::Listener {
 public:
  void on(const ferro::Event& event) override {
    if (const auto* end = std::get_if<ferro::TaskEnd>(&event)) {
      const bool spilled = end->metrics.memoryBytesSpilled + end->metrics.shuffle.memoryBytesSpilled > 0;
      std::printf("event task %lld of executor %s%s%s%s\n", static_cast<long long>(end->task.id.value),
                  end->task.executorId.c_str(), spilled ? " has spilled" : "",
                  end->error.empty() ? "" : " failed: ", end->error.c_str());
    } else if (const auto* added = std::get_if<ferro::ExecutorAdded>(&event)) {
      std::printf("event executor %s is there\n", added->executorId.c_str());
    } else if (const auto* removed = std::get_if<ferro::ExecutorRemoved>(&event)) {
      std::printf("event executor %s is gone: %s\n", removed->executorId.c_str(), removed->reason.c_str());
    }
    std::fflush(stdout);
  }
};

}  // namespace

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s SEED [--ferro.KEY=VALUE]...\n", argv[0]);
    return 2;
  }
  session.addListener(std::make_shared<EventPrinter>());
  chaos::RandomProgram(session, std::stoull(argv[1])).run();
  std::printf("done\n");
  std::fflush(stdout);
}
