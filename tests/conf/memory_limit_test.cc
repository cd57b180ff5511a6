#include "ferro/conf/memory_limit.h"

#include "ferro_test.h"

using namespace ferro;

TEST_CASE("auto means half of the machine's memory, and a size means itself") {
  ByteSize machine = ByteSize::gibibytes(16);
  CHECK(parseMemoryLimit("auto")->isAutomatic());
  CHECK(parseMemoryLimit(" AUTO ")->resolve(machine) == ByteSize::gibibytes(8));
  CHECK_FALSE(parseMemoryLimit("512m")->isAutomatic());
  CHECK(parseMemoryLimit("512m")->resolve(machine) == ByteSize::mebibytes(512));
}

TEST_CASE("a memory limit without a unit counts mebibytes, as in Spark") {
  CHECK(*parseMemoryLimit("1024") == MemoryLimit(ByteSize::gibibytes(1)));
}

TEST_CASE("a memory limit is auto or a size and nothing else") {
  CHECK_FALSE(parseMemoryLimit(""));
  CHECK_FALSE(parseMemoryLimit("automatic"));
  CHECK_FALSE(parseMemoryLimit("half"));
}

TEST_CASE("the machine has memory") {
  CHECK(physicalMemory() > ByteSize::mebibytes(1));
  CHECK(physicalMemory() < ByteSize::gibibytes(1 << 20));
}
