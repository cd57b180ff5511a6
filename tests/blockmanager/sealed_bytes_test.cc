#include "ferro/blockmanager/sealed_bytes.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/net/secret.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

using Key = std::shared_ptr<const FileKey>;

constexpr size_t kChunk = 64 << 10;
constexpr size_t kSaltAndTag = 32;

Key newKey(size_t bytes = 16) { return std::make_shared<const FileKey>(ferro::randomBytes(bytes)); }

std::string someBytes(size_t size, uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// Written in pieces of so many bytes.
std::string sealed(const Key& key, const std::string& plain, size_t piece = 10'000) {
  std::string out;
  const Sealer::Sink sink = [&](const uint8_t* bytes, int64_t size) {
    out.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
  };
  Sealer sealer(key);
  if (plain.empty()) sealer.write(plain.data(), 0, sink);
  for (size_t done = 0; done < plain.size(); done += piece) {
    sealer.write(plain.data() + done, static_cast<int64_t>(std::min(piece, plain.size() - done)), sink);
  }
  sealer.finish(sink);
  return out;
}

std::string unsealed(const Key& key, const std::string& bytes) {
  Unsealer unsealer(key, static_cast<int64_t>(bytes.size()));
  std::string plain(static_cast<size_t>(unsealer.plainBytes()), '\0');
  size_t taken = 0;
  size_t given = 0;
  while (const int64_t next = unsealer.nextSealedBytes()) {
    const int64_t plainBytes = unsealer.nextPlainBytes();
    unsealer.unseal(reinterpret_cast<const uint8_t*>(bytes.data()) + taken,
                    reinterpret_cast<uint8_t*>(plain.data()) + given);
    taken += static_cast<size_t>(next);
    given += static_cast<size_t>(plainBytes);
  }
  CHECK(taken == bytes.size());
  CHECK(given == plain.size());
  return plain;
}

bool isRefused(const Key& key, const std::string& bytes) {
  try {
    unsealed(key, bytes);
    return false;
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kMalformedData);
    return true;
  }
}

}  // namespace

TEST_CASE("bytes of any number come back as they were, under keys of every size, however they were written") {
  const Key key = newKey(GENERATE(16, 24, 32));
  for (const size_t size : {size_t{0}, size_t{1}, size_t{15}, size_t{16}, size_t{17}, size_t{1000}, kChunk - 1, kChunk,
                            kChunk + 1, 2 * kChunk - 1, 2 * kChunk, 2 * kChunk + 1, 5 * kChunk + 12'345}) {
    for (const size_t piece : {size_t{7'777}, kChunk, size_t{1} << 20}) {
      CAPTURE(size, piece);
      const std::string plain = someBytes(size, size);
      const std::string bytes = sealed(key, plain, piece);
      const size_t chunks = std::max<size_t>(1, (size + kChunk - 1) / kChunk);
      CHECK(bytes.size() == size + 16 + 16 * chunks);
      CHECK(plainBytesOf(static_cast<int64_t>(bytes.size())) == static_cast<int64_t>(size));
      CHECK(unsealed(key, bytes) == plain);
    }
  }
}

TEST_CASE("any byte that changed is an error") {
  const Key key = newKey();
  for (const size_t size : {size_t{0}, size_t{1}, size_t{100}}) {
    const std::string bytes = sealed(key, someBytes(size));
    for (size_t i = 0; i < bytes.size(); ++i) {
      CAPTURE(size, i);
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
      CHECK(isRefused(key, damaged));
    }
  }
  const std::string bytes = sealed(key, someBytes(3 * kChunk + 500));
  for (size_t i = 0; i < bytes.size(); i += 1'009) {
    CAPTURE(i);
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x80);
    CHECK(isRefused(key, damaged));
  }
}

TEST_CASE("bytes that were cut off anywhere, or that go on, are an error") {
  const Key key = newKey();
  const std::string small = sealed(key, someBytes(200));
  for (size_t size = 0; size < small.size(); ++size) {
    CAPTURE(size);
    CHECK(isRefused(key, small.substr(0, size)));
  }
  CHECK(isRefused(key, small + '\0'));
  // Right behind a chunk, where what is left is whole chunks.
  const std::string large = sealed(key, someBytes(3 * kChunk));
  for (const size_t chunks : {1, 2}) CHECK(isRefused(key, large.substr(0, 16 + chunks * (kChunk + 16))));
  CHECK(isRefused(key, large + small));
}

TEST_CASE("chunks in another order, or of another sequence, are an error") {
  const Key key = newKey();
  const std::string one = sealed(key, someBytes(3 * kChunk, 1));
  const std::string other = sealed(key, someBytes(3 * kChunk, 2));
  const auto chunk = [](const std::string& bytes, size_t i) {
    return bytes.substr(16 + i * (kChunk + 16), kChunk + 16);
  };
  const std::string salt = one.substr(0, 16);
  REQUIRE(unsealed(key, salt + chunk(one, 0) + chunk(one, 1) + chunk(one, 2)) == someBytes(3 * kChunk, 1));
  CHECK(isRefused(key, salt + chunk(one, 1) + chunk(one, 0) + chunk(one, 2)));
  CHECK(isRefused(key, salt + chunk(one, 0) + chunk(other, 1) + chunk(one, 2)));
  CHECK(isRefused(key, other.substr(0, 16) + chunk(one, 0) + chunk(one, 1) + chunk(one, 2)));
}

TEST_CASE("another key, also one of another size, is an error") {
  for (const size_t size : {16, 24, 32}) {
    const std::string bytes = sealed(newKey(size), someBytes(1000));
    for (const size_t otherSize : {16, 24, 32}) CHECK(isRefused(newKey(otherSize), bytes));
  }
}

TEST_CASE("equal content never looks equal, nor like itself") {
  const Key key = newKey();
  const std::string plain(10 * 1000, 'a');
  const std::string first = sealed(key, plain);
  const std::string second = sealed(key, plain);
  REQUIRE(first.size() == second.size());
  size_t equal = 0;
  for (size_t i = 0; i < first.size(); ++i) equal += first[i] == second[i] ? 1 : 0;
  CHECK(equal < first.size() / 100);
  CHECK(first.find("aaaa") == std::string::npos);
}

TEST_CASE("a sealer writes several sequences, each readable by itself, and forgets one that it is told to") {
  const Key key = newKey();
  std::string out;
  const Sealer::Sink sink = [&](const uint8_t* bytes, int64_t size) {
    out.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
  };
  Sealer sealer(key);
  sealer.finish(sink);
  CHECK(out.empty());
  sealer.write("one", 3, sink);
  sealer.finish(sink);
  const std::string one = std::exchange(out, {});
  sealer.write("lost", 4, sink);
  sealer.discard();
  out.clear();
  sealer.write("two", 3, sink);
  sealer.finish(sink);
  CHECK(one.size() == 3 + kSaltAndTag);
  CHECK(unsealed(key, one) == "one");
  CHECK(unsealed(key, out) == "two");
}

TEST_CASE("a key is made for an application that wants one, of the size it wants, and never the same") {
  CHECK(FileKey::makeFor(Conf()) == nullptr);
  const Conf wanted = Conf().set("ferro.io.encryption.enabled", true);
  CHECK(FileKey::makeFor(wanted)->bytes().size() == 16);
  CHECK(FileKey::makeFor(wanted)->bytes() != FileKey::makeFor(wanted)->bytes());
  for (const int bits : {128, 192, 256}) {
    const auto key = FileKey::makeFor(Conf(wanted).set("ferro.io.encryption.keySizeBits", bits));
    CHECK(key->bytes().size() == static_cast<size_t>(bits) / 8);
  }
  for (const int bits : {0, 64, 129, 512}) {
    CHECK_THROWS_WITH(Conf(wanted).set("ferro.io.encryption.keySizeBits", bits),
                      Catch::Contains("128, 192 or 256") && Catch::Contains(std::to_string(bits)));
  }
  CHECK_THROWS_WITH(FileKey(std::string(17, 'k')), Catch::Contains("17 bytes"));
}
