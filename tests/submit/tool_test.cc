#include "ferro/submit/tool.h"

#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::submit;

TEST_CASE("what a tool says on both sides and its exit code are kept") {
  const ToolResult result = runTool({"sh", "-c", "echo out; echo first >&2; echo second >&2; exit 3"});
  CHECK(result.exitCode == 3);
  CHECK(result.output == "out");
  CHECK(result.errors == "first|second");
}

TEST_CASE("a tool that is killed ends with 128 and the signal") {
  CHECK(runTool({"sh", "-c", "kill -9 $$"}).exitCode == 137);
}

TEST_CASE("a tool that is not there is an error, but not one that ends as if it were") {
  CHECK_THROWS_WITH(runTool({"ferro-no-such-tool"}), Catch::Contains("cannot run ferro-no-such-tool"));
  CHECK(runTool({"sh", "-c", "exit 127"}).exitCode == 127);
}
