// Where a persisted Rdd's blocks may rest. A value; the names and the description are Spark's.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

struct StorageLevel {
  bool useDisk = false;
  bool useMemory = false;
  int replication = 1;

  // NOLINTBEGIN(readability-identifier-naming): users know these names from Spark.
  static const StorageLevel NONE;
  static const StorageLevel MEMORY_ONLY;
  static const StorageLevel MEMORY_ONLY_2;
  static const StorageLevel MEMORY_AND_DISK;
  static const StorageLevel MEMORY_AND_DISK_2;
  static const StorageLevel DISK_ONLY;
  static const StorageLevel DISK_ONLY_2;
  // Blocks are columns in every level, so Spark's serialised levels mean the same as the plain ones.
  static const StorageLevel MEMORY_ONLY_SER;
  static const StorageLevel MEMORY_ONLY_SER_2;
  static const StorageLevel MEMORY_AND_DISK_SER;
  static const StorageLevel MEMORY_AND_DISK_SER_2;
  // NOLINTEND(readability-identifier-naming)

  bool isValid() const { return (useDisk || useMemory) && replication > 0; }
  // "MEMORY_AND_DISK_2" or one of the _SER names; Error kInvalidArgument lists the names otherwise.
  static StorageLevel fromName(std::string_view name);
  // As Spark's UI shows it: "Disk Memory Deserialized 1x Replicated".
  std::string toString() const;

  bool operator==(const StorageLevel&) const = default;
};

inline constexpr StorageLevel StorageLevel::NONE{};
inline constexpr StorageLevel StorageLevel::MEMORY_ONLY{.useDisk = false, .useMemory = true, .replication = 1};
inline constexpr StorageLevel StorageLevel::MEMORY_ONLY_2{.useDisk = false, .useMemory = true, .replication = 2};
inline constexpr StorageLevel StorageLevel::MEMORY_AND_DISK{.useDisk = true, .useMemory = true, .replication = 1};
inline constexpr StorageLevel StorageLevel::MEMORY_AND_DISK_2{.useDisk = true, .useMemory = true, .replication = 2};
inline constexpr StorageLevel StorageLevel::DISK_ONLY{.useDisk = true, .useMemory = false, .replication = 1};
inline constexpr StorageLevel StorageLevel::DISK_ONLY_2{.useDisk = true, .useMemory = false, .replication = 2};
inline constexpr StorageLevel StorageLevel::MEMORY_ONLY_SER = MEMORY_ONLY;
inline constexpr StorageLevel StorageLevel::MEMORY_ONLY_SER_2 = MEMORY_ONLY_2;
inline constexpr StorageLevel StorageLevel::MEMORY_AND_DISK_SER = MEMORY_AND_DISK;
inline constexpr StorageLevel StorageLevel::MEMORY_AND_DISK_SER_2 = MEMORY_AND_DISK_2;

}  // namespace ferro
