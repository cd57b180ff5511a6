// Texts as SQL: an expression, or a statement, or an error of the user's. Whatever is understood has a name.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ferro/common/error.h"
#include "ferro/engine/sql/expression_parser.h"
#include "ferro/engine/sql/select_statement.h"

namespace {

template <class Parse>
void check(const Parse& parse) {
  try {
    parse();
  } catch (const ferro::Error& error) {
    if (error.code() != ferro::ErrorCode::kInvalidArgument) std::abort();
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check([&] { ferro::expr::columnName(*ferro::sql::parseExpression(text)); });
  check([&] { ferro::sql::parseSelect(text); });
  return 0;
}
