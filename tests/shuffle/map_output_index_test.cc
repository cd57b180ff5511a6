#include "ferro/shuffle/map_output_index.h"

#include "ferro/common/error.h"
#include "ferro_test.h"

namespace ferro {
namespace {

std::vector<Segment> someSegments() { return {{0, 8, 11}, {8, 0, 0}, {8, 100, 22}}; }

TEST_CASE("an index reads back what was encoded, with checksums and without") {
  for (const bool withChecksums : {true, false}) {
    const std::string bytes = MapOutputIndex(someSegments(), withChecksums).encode();
    const MapOutputIndex index = MapOutputIndex::decode(bytes, "test.index");
    CHECK(index.numReducers() == 3);
    CHECK(index.hasChecksums() == withChecksums);
    CHECK(index.dataBytes() == 108);
    CHECK(index.segment(1).length == 0);
    CHECK(index.segment(2).offset == 8);
    CHECK(index.segment(2).length == 100);
    CHECK(index.segment(2).checksum == (withChecksums ? 22u : 0u));
  }
}

TEST_CASE("an index of any other length or content is refused with the path") {
  const std::string bytes = MapOutputIndex(someSegments(), true).encode();
  std::vector<std::string> wrong;
  for (size_t length = 0; length < bytes.size(); ++length) wrong.push_back(bytes.substr(0, length));
  wrong.push_back(bytes + "12345678");
  for (size_t at = 0; at < bytes.size(); ++at) {
    wrong.push_back(bytes);
    wrong.back()[at] = static_cast<char>(wrong.back()[at] ^ 0x80);
  }
  for (const auto& text : wrong) {
    try {
      MapOutputIndex::decode(text, "test.index");
      FAIL("accepted a damaged index of " << text.size() << " bytes");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kMalformedData);
      CHECK(std::string(error.what()).find("test.index") != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace ferro
