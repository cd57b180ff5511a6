// What a shuffle service must know of an application after a restart: its port, its secret and its executors. It lies
// in the application's own folder, which only this user can enter, and goes with it. Functions without state; any
// thread may call them.
#pragma once

#include <string>
#include <vector>

#include "ferro/shuffle/service/service_messages.h"

namespace ferro {

struct SavedApplication {
  int port = 0;
  std::vector<RegisterExecutor> executors;  // the last registration of each
};

// Replaces what was saved before, as a whole. Throws Error.
void saveApplication(const std::string& folder, const SavedApplication& application);

// Those whose folders lie in the roots. What is damaged or belongs to another user is left out, with a line in the log.
std::vector<SavedApplication> savedApplications(const std::vector<std::string>& roots);

}  // namespace ferro
