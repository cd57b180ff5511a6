#include <filesystem>
#include <fstream>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/scheduler/pool_settings.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

std::string errorOf(std::string_view text) {
  try {
    parseAllocations(text, "pools.xml");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidConf);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("an allocation file as in Spark's documentation is read") {
  const auto pools = parseAllocations(R"(<?xml version="1.0"?>
<!-- who gets how much -->
<allocations>
  <pool name="production">
    <schedulingMode>FAIR</schedulingMode>
    <weight>1</weight>
    <minShare>2</minShare>
  </pool>
  <pool name='test'>
    <schedulingMode> FIFO </schedulingMode>
    <weight>2</weight>
    <minShare>3</minShare>
  </pool>
  <pool name="plain"/>
</allocations>
)",
                                      "pools.xml");
  CHECK(pools == std::vector<PoolSettings>{{"production", SchedulingMode::kFair, 1, 2},
                                           {"test", SchedulingMode::kFifo, 2, 3},
                                           {"plain", SchedulingMode::kFifo, 1, 0}});
}

TEST_CASE("a mistake in an allocation file is an error that names the line") {
  CHECK(errorOf("") == "pools.xml:1: \"<allocations\" is expected before the end");
  CHECK(errorOf("<allocations>\n  <pol name=\"a\"/>\n</allocations>") ==
        "pools.xml:2: \"<pool\" is expected, not \"<pol name=\"a\"/>\"");
  CHECK(errorOf("<allocations>\n<pool name=\"a\">\n<weight>many</weight></pool></allocations>") ==
        "pools.xml:3: weight is a whole number of at least 1, not \"many\"");
  CHECK(errorOf("<allocations><pool name=\"a\"><weight>0</weight></pool></allocations>") ==
        "pools.xml:1: weight is a whole number of at least 1, not \"0\"");
  CHECK(errorOf("<allocations><pool name=\"a\"><minShare>-1</minShare></pool></allocations>") ==
        "pools.xml:1: minShare is a whole number of at least 0, not \"-1\"");
  CHECK(errorOf("<allocations><pool name=\"a\">\n\n<schedulingMode>fair</schedulingMode></pool></allocations>") ==
        "pools.xml:3: schedulingMode is FIFO or FAIR, not \"fair\"");
  CHECK(errorOf("<allocations><pool name=\"a\"><color>red</color></pool></allocations>") ==
        "pools.xml:1: a pool may hold <schedulingMode>, <weight> and <minShare> only");
  CHECK(errorOf("<allocations><pool name=\"a\"/>\n<pool name=\"a\"/></allocations>") ==
        "pools.xml:2: pool \"a\" stands here a second time");
  CHECK(errorOf("<allocations>\n<pool name=\"a>\n</allocations>") ==
        "pools.xml:2: the quote of a pool's name is never closed");
  CHECK(errorOf("<allocations></allocations> more") == "pools.xml:1: nothing may follow </allocations>");
  CHECK(errorOf("<allocations><!-- ") == "pools.xml:1: \"-->\" is missing");
}

TEST_CASE("an allocation file is read from disk, and a missing one is an error that names it") {
  TempDir directory(std::filesystem::temp_directory_path());
  const std::string path = directory.path() + "/pools.xml";
  std::ofstream(path) << "<allocations><pool name=\"a\"><weight>7</weight></pool></allocations>";
  CHECK(readAllocationFile(path).front().weight == 7);
  CHECK_THROWS_WITH(readAllocationFile(directory.path() + "/none.xml"), Catch::Contains("none.xml"));
}
