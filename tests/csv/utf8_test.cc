#include "ferro/engine/io/csv/utf8.h"

#include <string>
#include <string_view>

#include "ferro/engine/io/csv/text_class.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

constexpr size_t kNowhere = std::string_view::npos;

}  // namespace

TEST_CASE("every character that exists is valid UTF-8, and no surrogate is") {
  for (char32_t character = 0; character < 0x110000; ++character) {
    std::string text;
    appendUtf8(character, text);
    const bool surrogate = character >= 0xD800 && character < 0xE000;
    if ((findBadUtf8(text) == kNowhere) == surrogate) FAIL("character " << static_cast<uint32_t>(character));
  }
}

TEST_CASE("the first bad byte is found wherever it stands") {
  for (size_t place = 0; place < 20; ++place) {
    std::string text(20, 'x');
    text[place] = '\xFF';
    CHECK(findBadUtf8(text) == place);
  }
  CHECK(findBadUtf8("\xC0\x80") == 0);
  CHECK(findBadUtf8("ab\xE2\x82") == 2);
  CHECK(findBadUtf8("\xF4\x90\x80\x80") == 0);
}

TEST_CASE("bad bytes become replacement characters, one for each beginning of a character") {
  const std::string replacement = "\xEF\xBF\xBD";
  CHECK(repairedUtf8("x\xFFy") == "x" + replacement + "y");
  CHECK(repairedUtf8("\xE2\x82") == replacement);
  CHECK(repairedUtf8("\xE2\x82z") == replacement + "z");
  CHECK(repairedUtf8("\xC3\xA9\x80\x80") == "\xC3\xA9" + replacement + replacement);
  CHECK(repairedUtf8("") == "");
}

TEST_CASE("ASCII is told from other text at every length") {
  for (size_t length = 0; length < 40; ++length) {
    std::string text(length, 'a');
    CHECK(isAsciiText(text));
    for (char& c : text) {
      c = '\x80';
      REQUIRE_FALSE(isAsciiText(text));
      c = 'a';
    }
  }
}
