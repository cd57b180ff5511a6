#include "ferro/blockmanager/storage_level.h"

#include <array>
#include <utility>

#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr std::array<std::pair<std::string_view, StorageLevel>, 11> kNames{{
    {"NONE", StorageLevel::NONE},
    {"MEMORY_ONLY", StorageLevel::MEMORY_ONLY},
    {"MEMORY_ONLY_2", StorageLevel::MEMORY_ONLY_2},
    {"MEMORY_ONLY_SER", StorageLevel::MEMORY_ONLY_SER},
    {"MEMORY_ONLY_SER_2", StorageLevel::MEMORY_ONLY_SER_2},
    {"MEMORY_AND_DISK", StorageLevel::MEMORY_AND_DISK},
    {"MEMORY_AND_DISK_2", StorageLevel::MEMORY_AND_DISK_2},
    {"MEMORY_AND_DISK_SER", StorageLevel::MEMORY_AND_DISK_SER},
    {"MEMORY_AND_DISK_SER_2", StorageLevel::MEMORY_AND_DISK_SER_2},
    {"DISK_ONLY", StorageLevel::DISK_ONLY},
    {"DISK_ONLY_2", StorageLevel::DISK_ONLY_2},
}};

}  // namespace

StorageLevel StorageLevel::fromName(std::string_view name) {
  std::string known;
  for (const auto& [knownName, level] : kNames) {
    if (knownName == name) return level;
    known += (known.empty() ? "" : ", ") + std::string(knownName);
  }
  throw Error(ErrorCode::kInvalidArgument, "unknown storage level '" + std::string(name) + "'; use one of " + known);
}

std::string StorageLevel::toString() const {
  std::string text;
  if (useDisk) text += "Disk ";
  if (useMemory) text += "Memory ";
  text += useMemory ? "Deserialized " : "Serialized ";
  return text + std::to_string(replication) + "x Replicated";
}

}  // namespace ferro
