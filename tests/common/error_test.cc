#include "ferro/common/error.h"

#include "ferro_test.h"

TEST_CASE("an error carries its code and its one line") {
  ferro::Error error(ferro::ErrorCode::kNotFound, "no file here");
  CHECK(error.code() == ferro::ErrorCode::kNotFound);
  CHECK(std::string(error.what()) == "no file here");
}
