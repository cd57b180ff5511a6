// How one pool of FAIR mode shares with the others, and the file that says so. Plain values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ferro {

enum class SchedulingMode { kFifo, kFair };

struct PoolSettings {
  std::string name;
  SchedulingMode mode = SchedulingMode::kFifo;  // among the pool's own jobs
  int weight = 1;
  int minShare = 0;  // tasks it may run before weights count

  bool operator==(const PoolSettings&) const = default;
};

// Reads Spark's fairscheduler.xml. Errors are kInvalidConf and name `path` and the line.
std::vector<PoolSettings> readAllocationFile(const std::string& path);
std::vector<PoolSettings> parseAllocations(std::string_view text, const std::string& path);

}  // namespace ferro
