// The executors of a session are copies of the test program: they must not run the tests again.
#include "ferro/engine/session.h"

extern "C" void ferroTakeProcessRole();

void ferroTakeProcessRole() { ferro::runIfExecutor(); }
