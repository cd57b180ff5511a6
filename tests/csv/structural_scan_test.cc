#include "ferro/engine/io/csv/structural_scan.h"

#include <random>
#include <string>
#include <vector>

#include "ferro_test.h"

using namespace ferro;

namespace {

struct Expected {
  std::vector<uint32_t> positions;
  std::vector<uint32_t> lineEnds;
  bool hasQuote = false;
  bool hasCarriageReturn = false;
  bool hasLoneCarriageReturn = false;
  bool isAscii = true;
};

Expected scanSlowly(const std::string& text) {
  Expected expected;
  for (uint32_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') expected.lineEnds.push_back(static_cast<uint32_t>(expected.positions.size()));
    if (c == ',' || c == '"' || c == '\n') expected.positions.push_back(i);
    expected.hasQuote |= c == '"';
    expected.hasCarriageReturn |= c == '\r';
    expected.hasLoneCarriageReturn |= c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    expected.isAscii &= static_cast<unsigned char>(c) < 0x80;
  }
  return expected;
}

}  // namespace

TEST_CASE("the structure of random text is found as a slow loop finds it") {
  const unsigned seed = 20261118;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  StructuralIndex index;
  for (int round = 0; round < 3'000; ++round) {
    const std::string alphabets[] = {"abcdefgh,\n", ",\n\"\r", "aaaaaaaaaaaaaaaaaaaaaaa\xC3,", ",", "x,\r\n", "\r\nx"};
    const std::string& alphabet = alphabets[random() % 6];
    std::string text(random() % 400, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    const Expected expected = scanSlowly(text);
    // What stands behind the text must not matter.
    const std::string padded = text + std::string(kTextPadding, ",\"\r\n\xFF"[random() % 5]);
    scanStructure(padded.data(), text.size(), {',', '"'}, index);
    INFO("round " << round);
    REQUIRE(std::vector(index.positions(), index.positions() + index.numPositions) == expected.positions);
    REQUIRE(index.lineEnds == expected.lineEnds);
    REQUIRE(index.positions()[-1] == UINT32_MAX);
    REQUIRE(index.hasQuote == expected.hasQuote);
    REQUIRE(index.hasCarriageReturn == expected.hasCarriageReturn);
    REQUIRE(index.hasLoneCarriageReturn == expected.hasLoneCarriageReturn);
    REQUIRE(index.isAscii == expected.isAscii);
  }
}
