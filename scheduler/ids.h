// What names jobs, stages and tasks: one type each, so that one cannot be taken for another, and one way to print them.
// Plain values.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace ferro {

struct JobId {
  int value = -1;
  auto operator<=>(const JobId&) const = default;
  std::string text() const { return "job " + std::to_string(value); }
};

struct StageId {
  int value = -1;
  auto operator<=>(const StageId&) const = default;
  std::string text() const { return "stage " + std::to_string(value); }
};

// One run of one task; a retry is another. Later launches have larger ids.
struct TaskId {
  int64_t value = -1;
  auto operator<=>(const TaskId&) const = default;
  std::string text() const { return "task " + std::to_string(value); }
};

}  // namespace ferro

template <>
struct std::hash<ferro::JobId> {
  size_t operator()(ferro::JobId id) const noexcept { return std::hash<int>()(id.value); }
};

template <>
struct std::hash<ferro::StageId> {
  size_t operator()(ferro::StageId id) const noexcept { return std::hash<int>()(id.value); }
};
