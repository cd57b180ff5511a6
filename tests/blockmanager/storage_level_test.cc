#include "ferro/blockmanager/storage_level.h"

#include <string>

#include "ferro/common/error.h"
#include "ferro_test.h"

using ferro::StorageLevel;

TEST_CASE("a storage level is found by Spark's name and described as Spark's UI does") {
  CHECK(StorageLevel::fromName("MEMORY_AND_DISK") == StorageLevel::MEMORY_AND_DISK);
  CHECK(StorageLevel::fromName("MEMORY_AND_DISK").toString() == "Disk Memory Deserialized 1x Replicated");
  CHECK(StorageLevel::fromName("MEMORY_ONLY").toString() == "Memory Deserialized 1x Replicated");
  CHECK(StorageLevel::fromName("DISK_ONLY_2").toString() == "Disk Serialized 2x Replicated");
}

TEST_CASE("serialised levels mean the plain ones, because blocks are columns anyway") {
  CHECK(StorageLevel::fromName("MEMORY_ONLY_SER") == StorageLevel::MEMORY_ONLY);
  CHECK(StorageLevel::MEMORY_AND_DISK_SER_2 == StorageLevel::MEMORY_AND_DISK_2);
}

TEST_CASE("an unknown storage level is an error that names the known ones") {
  CHECK_THROWS_WITH(StorageLevel::fromName("MEMORY"), Catch::Contains("'MEMORY'") && Catch::Contains("MEMORY_ONLY_2"));
}

TEST_CASE("no storage level stores nothing") {
  CHECK_FALSE(StorageLevel::NONE.isValid());
  CHECK(StorageLevel::DISK_ONLY.isValid());
}
