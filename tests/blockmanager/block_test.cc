#include "ferro/blockmanager/block.h"

#include "ferro_test.h"
#include "sample_blocks.h"

using ferro::Block;
using ferro::BlockId;

TEST_CASE("a block id has Spark's name and knows its Rdd") {
  CHECK(BlockId::rdd(3, 14).name == "rdd_3_14");
  CHECK(BlockId::rdd(3, 14).rddId() == 3);
  CHECK(BlockId::broadcast(5).name == "broadcast_5");
  CHECK_FALSE(BlockId::broadcast(5).rddId().has_value());
  CHECK_FALSE(BlockId{"rdd_x_1"}.rddId().has_value());
  CHECK_FALSE(BlockId{"rdd_12"}.rddId().has_value());
}

TEST_CASE("a block counts the rows and bytes of all its batches") {
  Block block({ferro::test::numbers(100), ferro::test::numbers(28)});
  CHECK(block.rows() == 128);
  CHECK(block.bytes() == 1024);
  CHECK(Block({}).bytes() == 0);
}
