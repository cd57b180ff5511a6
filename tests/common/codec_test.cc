#include "ferro/common/codec.h"

#include <limits>

#include "ferro/common/error.h"
#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;

namespace {

template <class T>
std::string encoded(const T& value) {
  Encoder encoder;
  encoder.write(value);
  return encoder.take();
}

// Decodes damaged bytes: a value or Error kMalformedData are fine, anything else fails the test or a sanitizer.
template <class T>
void decodeDamaged(std::string_view bytes) {
  try {
    Decoder decoder(bytes);
    decoder.read<T>();
  } catch (const Error& error) {
    REQUIRE(error.code() == ErrorCode::kMalformedData);
  }
}

ErrorCode codeOfDecoding(std::string_view bytes, auto read) {
  try {
    Decoder decoder(bytes);
    read(decoder);
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("decoded without an error");
  return ErrorCode::kInternal;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a decoded value equals the one that was encoded", "", ElementTypes) {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  Encoder encoder;
  const auto values = random.rows<TestType>(50);
  for (const TestType& value : values) encoder.write(value);
  Decoder decoder(encoder.view());
  for (const TestType& value : values) REQUIRE((decoder.read<TestType>() == value));
  CHECK(decoder.atEnd());
}

TEMPLATE_LIST_TEST_CASE("damaged bytes end in kMalformedData or a value, never worse", "", ElementTypes) {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  for (int round = 0; round < 5; ++round) {
    const std::string whole = encoded(random.make<TestType>());
    for (size_t size = 0; size < whole.size(); ++size) decodeDamaged<TestType>(std::string_view(whole).substr(0, size));
    for (size_t i = 0; i < whole.size(); ++i) {
      std::string changed = whole;
      changed[i] = static_cast<char>(random.upTo(255));
      decodeDamaged<TestType>(changed);
    }
  }
}

TEST_CASE("every prefix of a fixed-size value is refused") {
  const std::string whole = encoded(Point{1, 2, 3});
  CHECK(whole.size() == 24);
  for (size_t size = 0; size < whole.size(); ++size) {
    CHECK(codeOfDecoding(whole.substr(0, size), [](Decoder& decoder) { decoder.read<Point>(); }) ==
          ErrorCode::kMalformedData);
  }
}

TEST_CASE("a count beyond the bytes that are left is refused before memory is taken for it") {
  Encoder encoder;
  encoder.writeVarint(uint64_t{1} << 60);
  const std::string bytes = encoder.take();
  const auto refused = [&](auto read) { CHECK(codeOfDecoding(bytes, read) == ErrorCode::kMalformedData); };
  refused([](Decoder& decoder) { decoder.read<std::string>(); });
  refused([](Decoder& decoder) { decoder.read<std::vector<double>>(); });
  refused([](Decoder& decoder) { decoder.read<std::vector<Nothing>>(); });
  refused([](Decoder& decoder) { decoder.read<std::vector<Token>>(); });
  refused([](Decoder& decoder) { decoder.read<std::vector<bool>>(); });
  refused([](Decoder& decoder) { decoder.read<std::map<int, int>>(); });
}

TEST_CASE("varints hold any 64-bit number and nothing longer") {
  for (const uint64_t value :
       {uint64_t{0}, uint64_t{127}, uint64_t{128}, uint64_t{1} << 35, std::numeric_limits<uint64_t>::max()}) {
    Encoder encoder;
    encoder.writeVarint(value);
    Decoder decoder(encoder.view());
    CHECK(decoder.readVarint() == value);
    CHECK(decoder.atEnd());
  }
  const auto readVarint = [](Decoder& decoder) { decoder.readVarint(); };
  CHECK(codeOfDecoding(std::string(9, '\xff') + "\x02", readVarint) == ErrorCode::kMalformedData);
  CHECK(codeOfDecoding(std::string(11, '\x80'), readVarint) == ErrorCode::kMalformedData);
}

TEST_CASE("a view encodes as the string it shows") {
  CHECK(encoded(std::string_view("text")) == encoded(std::string("text")));
  CHECK(encoded(std::pair<const char*, int>("text", 1)) == encoded(std::pair<std::string, int>("text", 1)));
}

TEST_CASE("what travels owns all it refers to") {
  STATIC_REQUIRE(Travels<Person>);
  STATIC_REQUIRE(Travels<std::vector<std::map<std::string, Money>>>);
  STATIC_REQUIRE(!Travels<std::string_view>);
  STATIC_REQUIRE(!Travels<std::vector<std::string_view>>);
  STATIC_REQUIRE(!Travels<const char*>);
  STATIC_REQUIRE(!Travels<int*>);
  STATIC_REQUIRE(!Travels<std::pair<int, int&>>);
  STATIC_REQUIRE(!Travels<std::optional<std::pair<int, void*>>>);
  STATIC_REQUIRE(!Travels<std::unique_ptr<int>>);
  STATIC_REQUIRE(Element<std::vector<std::string_view>>);
  STATIC_REQUIRE(!Element<std::vector<int*>>);
}

TEST_CASE("a codec finds the context its decoder was given") {
  struct Context : DecodeContext {};
  Context context;
  CHECK(Decoder("", &context).context() == &context);
  CHECK(Decoder("").context() == nullptr);
}

TEST_CASE("an encoder starts anew after its bytes were taken") {
  Encoder encoder;
  encoder.write(int32_t{1});
  CHECK(encoder.take().size() == 4);
  CHECK(encoder.view().empty());
  encoder.write(int64_t{1});
  CHECK(encoder.view().size() == 8);
}
