#define CATCH_CONFIG_RUNNER
#include "ferro_test.h"

// Test programs whose processes may have another role than to run tests define this; see tests/engine/process_role.cc.
extern "C" [[gnu::weak]] void ferroTakeProcessRole();

int main(int argc, char** argv) {
  if (ferroTakeProcessRole != nullptr) ferroTakeProcessRole();
  return Catch::Session().run(argc, argv);
}
