#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/text_source.h"
#include "ferro_test.h"
#include "io_task.h"

using namespace ferro;
using namespace ferro::test;

namespace {

struct Format {
  const char* extension;
  arrow::Compression::type type;
};
constexpr Format kFormats[] = {
    {"gz", arrow::Compression::GZIP}, {"zst", arrow::Compression::ZSTD}, {"bz2", arrow::Compression::BZ2}};

std::string compress(arrow::Compression::type type, const std::string& text) {
  auto codec = valueOf(arrow::util::Codec::Create(type), "codec");
  auto compressor = valueOf(codec->MakeCompressor(), "compressor");
  std::string output(2 * text.size() + 4096, '\0');
  auto* to = reinterpret_cast<uint8_t*>(output.data());
  int64_t read = 0;
  int64_t written = 0;
  while (read < static_cast<int64_t>(text.size())) {
    auto step = valueOf(compressor->Compress(static_cast<int64_t>(text.size()) - read,
                                             reinterpret_cast<const uint8_t*>(text.data()) + read,
                                             static_cast<int64_t>(output.size()) - written, to + written),
                        "compress");
    read += step.bytes_read;
    written += step.bytes_written;
  }
  written += valueOf(compressor->End(static_cast<int64_t>(output.size()) - written, to + written), "end").bytes_written;
  output.resize(static_cast<size_t>(written));
  return output;
}

std::vector<std::string> readLines(IoTask& task, const std::string& path) {
  auto splits = planTextSplits(path, 8);
  REQUIRE(splits.size() == 1);
  TextSource source({1, "text", 1, nullptr}, {}, {splits});
  OneInput none;
  auto rows = source.open(task.context, 0, none);
  return rowsOf(static_cast<Iterator<std::string_view>&>(*rows));
}

// Hard to compress, so that there are many bytes to damage and several input buffers.
std::string numbers(int count) {
  std::string text;
  uint64_t state = 1;
  for (int i = 0; i < count; ++i)
    text += std::to_string(state = state * 6364136223846793005ULL + 1442695040888963407ULL) + "\n";
  return text;
}

}  // namespace

TEST_CASE("compressed text is one split and reads as the plain text does") {
  IoTask task;
  const std::string text = numbers(50'000);
  for (const Format& format : kFormats) {
    INFO(format.extension);
    const std::string packed = compress(format.type, text);
    const auto lines = readLines(task, task.write(std::string("n.") + format.extension, packed));
    CHECK(lines.size() == 50'000);
    std::string joined;
    for (const auto& line : lines) joined += line + "\n";
    CHECK((joined == text));
  }
}

TEST_CASE("streams one after another in a file are one text") {
  IoTask task;
  for (const Format& format : kFormats) {
    INFO(format.extension);
    const std::string packed =
        compress(format.type, "one\ntw") + compress(format.type, "") + compress(format.type, "o\nthree");
    CHECK((readLines(task, task.write(std::string("n.") + format.extension, packed)) ==
           std::vector<std::string>{"one", "two", "three"}));
  }
}

TEST_CASE("a compressed file that holds nothing has no rows") {
  IoTask task;
  for (const Format& format : kFormats) {
    CHECK(readLines(task, task.write(std::string("none.") + format.extension, compress(format.type, ""))).empty());
  }
}

TEST_CASE("a truncated archive is an error that names file and byte, wherever it is cut") {
  IoTask task;
  for (const Format& format : kFormats) {
    const std::string packed = compress(format.type, numbers(20'000));
    for (size_t length : {size_t{1}, size_t{3}, size_t{12}, packed.size() / 2, packed.size() - 1}) {
      INFO(format.extension << " cut to " << length << " of " << packed.size());
      const std::string path = task.write(std::string("cut.") + format.extension, packed.substr(0, length));
      const Error error = errorOf([&] { readLines(task, path); });
      CHECK(error.code() == ErrorCode::kMalformedData);
      CHECK_THAT(error.what(), Catch::Contains(path) && Catch::Contains("at byte " + std::to_string(length)));
    }
  }
}

TEST_CASE("a damaged archive is an error, not other text") {
  IoTask task;
  for (const Format& format : {kFormats[0], kFormats[2]}) {
    std::string packed = compress(format.type, numbers(20'000));
    packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x10);
    const std::string path = task.write(std::string("bad.") + format.extension, packed);
    CHECK(errorOf([&] { readLines(task, path); }).code() == ErrorCode::kMalformedData);
  }
}

TEST_CASE("what is not compressed at all in spite of its name is an error") {
  IoTask task;
  for (const Format& format : kFormats) {
    const std::string path = task.write(std::string("plain.") + format.extension, "just text\n");
    CHECK(errorOf([&] { readLines(task, path); }).code() == ErrorCode::kMalformedData);
  }
}
