#include "ferro/common/short_text.h"

#include <random>
#include <string>

#include "ferro/common/hash.h"
#include "ferro_test.h"
#include "random_values.h"

using ferro::equalTexts;
using ferro::PaddedText;
using ferro::ShortText;

TEST_CASE("texts of up to 16 bytes are told apart by their words and size, in every byte") {
  for (size_t size = 0; size <= ShortText::kMostBytes; ++size) {
    const std::string text(size, 'a');
    CHECK(ShortText(text) == ShortText(std::string(size, 'a')));
    for (size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 'b';
      CAPTURE(size, i);
      CHECK_FALSE(ShortText(text) == ShortText(other));
      CHECK_FALSE(equalTexts(std::string_view(text), std::string_view(other)));
      CHECK(ferro::hashValue(text) != ferro::hashValue(other));
    }
  }
}

TEST_CASE("padded copies are equal where their texts are, whatever lies behind them") {
  const uint64_t seed = ferro::test::testSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 2000; ++round) {
    const size_t size = random() % 40;
    std::string text(size, ' ');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    std::string other = text;
    if (size > 0 && random() % 2 == 0) other[random() % size] = 'x';
    std::string first(64, static_cast<char>(random()));
    std::string second(64, static_cast<char>(random()));
    const PaddedText a(first.data() + random() % 8, text);
    const PaddedText b(second.data() + random() % 8, other);
    REQUIRE(std::string_view(a) == text);
    REQUIRE(equalTexts(a, b) == (text == other));
    REQUIRE(equalTexts(std::string_view(text), std::string_view(other)) == (text == other));
  }
}
