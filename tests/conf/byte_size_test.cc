#include "ferro/conf/byte_size.h"

#include "ferro_test.h"

using namespace ferro;

TEST_CASE("a size is read with each of Spark's units, in any letter case") {
  CHECK(parseByteSize("0")->bytes() == 0);
  CHECK(parseByteSize("4096")->bytes() == 4096);
  CHECK(parseByteSize("10b")->bytes() == 10);
  CHECK(parseByteSize("64k")->bytes() == 65'536);
  CHECK(parseByteSize("64kb")->bytes() == 65'536);
  CHECK(parseByteSize("512m")->bytes() == int64_t{512} << 20);
  CHECK(parseByteSize("512MB")->bytes() == int64_t{512} << 20);
  CHECK(parseByteSize("1g")->bytes() == int64_t{1} << 30);
  CHECK(parseByteSize("1Gb")->bytes() == int64_t{1} << 30);
  CHECK(parseByteSize("2t")->bytes() == int64_t{2} << 40);
  CHECK(parseByteSize("2tb")->bytes() == int64_t{2} << 40);
  CHECK(parseByteSize(" 48 m ")->bytes() == int64_t{48} << 20);
}

TEST_CASE("a number alone counts the unit that its key names") {
  CHECK(*parseByteSize("32", ByteUnit::kKibibyte) == ByteSize::kibibytes(32));
  CHECK(*parseByteSize("48", ByteUnit::kMebibyte) == ByteSize::mebibytes(48));
  CHECK(*parseByteSize("48b", ByteUnit::kMebibyte) == ByteSize(48));
}

TEST_CASE("what is no size is not read as one") {
  for (const char* text : {"", " ", "m", "-1", "-1m", "+1", "1.5g", "1x", "1 m b", "1gg", "lots", "0x10", "1e3"}) {
    INFO(text);
    CHECK_FALSE(parseByteSize(text));
  }
}

TEST_CASE("a size that does not fit in 63 bits is refused") {
  CHECK(parseByteSize("9223372036854775807")->bytes() == INT64_MAX);
  CHECK_FALSE(parseByteSize("9223372036854775808"));
  CHECK(parseByteSize("8191p"));
  CHECK_FALSE(parseByteSize("8192p"));
  CHECK_FALSE(parseByteSize("9999999999999t"));
}

TEST_CASE("the text of a size is short and reads back as the same size, whatever the bare unit") {
  CHECK(toText(ByteSize(0)) == "0b");
  CHECK(toText(ByteSize(1000)) == "1000b");
  CHECK(toText(ByteSize::mebibytes(48)) == "48m");
  CHECK(toText(ByteSize::mebibytes(2048)) == "2g");
  for (int64_t bytes : {int64_t{0}, int64_t{1}, int64_t{1536}, int64_t{5} << 40, INT64_MAX}) {
    CHECK(parseByteSize(toText(ByteSize(bytes)), ByteUnit::kMebibyte)->bytes() == bytes);
  }
}
