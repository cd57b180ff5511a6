#include "ferro/common/json_writer.h"

#include <limits>

#include "ferro_test.h"

using namespace ferro;

namespace {

std::string quoted(std::string_view text) {
  std::string json;
  JsonWriter(json).value(text);
  return json;
}

}  // namespace

TEST_CASE("objects and arrays have commas between their parts and nowhere else") {
  std::string json;
  JsonWriter writer(json);
  writer.beginObject().field("a", 1).key("b").beginArray().value(1).value("x").beginObject().endObject().endArray();
  writer.key("c").beginObject().field("d", true).endObject().field("e", false).endObject();
  CHECK(json == R"({"a":1,"b":[1,"x",{}],"c":{"d":true},"e":false})");
}

TEST_CASE("numbers are written whole, from the least to the largest") {
  std::string json;
  JsonWriter writer(json);
  writer.beginArray().value(std::numeric_limits<int64_t>::min()).value(std::numeric_limits<int64_t>::max()).endArray();
  CHECK(json == "[-9223372036854775808,9223372036854775807]");
}

TEST_CASE("quotes, backslashes and control characters are escaped") {
  CHECK(quoted("a\"b\\c\n\r\t\x01\x1f") == R"("a\"b\\c\n\r\t\u0001\u001f")");
  CHECK(quoted(std::string_view("\0", 1)) == R"("\u0000")");
}

TEST_CASE("UTF-8 stays as it is") {
  CHECK(quoted("\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x9A\x80") == "\"\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x9A\x80\"");
}

TEST_CASE("bytes that are no UTF-8 are replaced one by one") {
  const std::string replaced = "\xEF\xBF\xBD";
  CHECK(quoted("a\xFFz") == "\"a" + replaced + "z\"");
  CHECK(quoted("\xC3") == "\"" + replaced + "\"");                                // cut short
  CHECK(quoted("\xC0\xAF") == "\"" + replaced + replaced + "\"");                 // longer than need be
  CHECK(quoted("\xED\xA0\x80") == "\"" + replaced + replaced + replaced + "\"");  // half of a surrogate pair
  CHECK(quoted("\xF4\x90\x80\x80") == "\"" + replaced + replaced + replaced + replaced + "\"");  // beyond Unicode
}

TEST_CASE("names that may hold anything are escaped too") {
  std::string json;
  JsonWriter(json).beginObject().keyText("a\"b").value(1).endObject();
  CHECK(json == R"({"a\"b":1})");
}
