// How near to its data a task runs, and where it would like to. Plain values.
#pragma once

#include <string>
#include <vector>

namespace ferro {

// Nearest first; Spark's names.
enum class Locality {
  PROCESS_LOCAL,  // the executor holds the data
  NODE_LOCAL,     // another process on the executor's host holds it
  NO_PREF,        // the task does not care, or all that it would like is gone
  ANY,
};

const char* localityName(Locality locality);

// Where one task would like to run. Both lists empty: it does not care.
struct TaskPreference {
  std::vector<std::string> executors;  // by id
  std::vector<std::string> hosts;

  bool empty() const { return executors.empty() && hosts.empty(); }
  bool operator==(const TaskPreference&) const = default;
};

}  // namespace ferro
