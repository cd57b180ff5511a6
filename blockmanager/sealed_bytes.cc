#include "ferro/blockmanager/sealed_bytes.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/net/secret.h"

namespace ferro {
namespace {

static_assert(std::endian::native == std::endian::little, "chunk numbers are little-endian as they lie in memory");

constexpr int64_t kSaltBytes = 16;
constexpr int64_t kTagBytes = 16;
constexpr int64_t kChunkBytes = 64 << 10;
constexpr int64_t kSealedChunkBytes = kChunkBytes + kTagBytes;
static_assert(kSaltBytes + kSealedChunkBytes == Unsealer::kMaxPieceBytes);

[[noreturn]] void throwNotSealed(const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "encrypted bytes are damaged: " + what);
}

const EVP_CIPHER* cipherFor(size_t keyBytes) {
  switch (keyBytes) {
    case 16: return EVP_aes_128_gcm();
    case 24: return EVP_aes_192_gcm();
    default: return EVP_aes_256_gcm();
  }
}

void checkCrypto(int result) {
  if (result != 1) throwInternal("OpenSSL cannot encrypt with AES-GCM");
}

struct Shape {
  int64_t chunks = 0;
  int64_t plainBytes = 0;
};

// Only a sequence of nothing ends with an empty chunk.
Shape shapeOf(int64_t sealedBytes) {
  const int64_t inChunks = sealedBytes - kSaltBytes;
  const int64_t chunks = (inChunks + kSealedChunkBytes - 1) / kSealedChunkBytes;
  const int64_t last = inChunks - (chunks - 1) * kSealedChunkBytes;
  if (inChunks < kTagBytes || last < kTagBytes || (chunks > 1 && last == kTagBytes)) {
    throwNotSealed("they end too early, after " + std::to_string(sealedBytes));
  }
  return {chunks, inChunks - chunks * kTagBytes};
}

}  // namespace

class ChunkCipher {
 public:
  ChunkCipher(const FileKey& key, std::string_view salt, bool encrypts) : context_(EVP_CIPHER_CTX_new()) {
    if (context_ == nullptr) throwInternal("OpenSSL has no memory for a cipher");
    const size_t keyBytes = key.bytes().size();
    std::string derived = hmacSha256(key.bytes(), "ferro temporary file" + std::string(salt));
    const int made = EVP_CipherInit_ex(context_.get(), cipherFor(keyBytes), nullptr,
                                       reinterpret_cast<const uint8_t*>(derived.data()), nullptr, encrypts ? 1 : 0);
    OPENSSL_cleanse(derived.data(), derived.size());
    checkCrypto(made);
  }

  void encrypt(const uint8_t* plain, int64_t size, bool isLast, uint8_t* sealed) {
    start(isLast);
    int done = 0;
    checkCrypto(EVP_EncryptUpdate(context_.get(), sealed, &done, plain, static_cast<int>(size)));
    checkCrypto(EVP_EncryptFinal_ex(context_.get(), sealed + size, &done));
    checkCrypto(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, sealed + size));
  }

  // False when the chunk is not the one that was encrypted.
  bool decrypt(const uint8_t* sealed, int64_t size, bool isLast, uint8_t* plain) {
    start(isLast);
    std::array<uint8_t, kTagBytes> tag{};
    std::memcpy(tag.data(), sealed + size, tag.size());
    uint8_t nothing = 0;
    if (plain == nullptr) plain = &nothing;
    int done = 0;
    checkCrypto(EVP_DecryptUpdate(context_.get(), plain, &done, sealed, static_cast<int>(size)));
    checkCrypto(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()));
    return EVP_DecryptFinal_ex(context_.get(), plain + size, &done) == 1;
  }

 private:
  // The nonce says which chunk it is and whether it is the last, so that one left out or cut off shows.
  void start(bool isLast) {
    std::array<uint8_t, 12> nonce{};
    std::memcpy(nonce.data(), &nextChunk_, sizeof(nextChunk_));
    nonce[sizeof(nextChunk_)] = isLast ? 1 : 0;
    ++nextChunk_;
    checkCrypto(EVP_CipherInit_ex(context_.get(), nullptr, nullptr, nullptr, nonce.data(), -1));
  }

  struct Free {
    void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
  };
  const std::unique_ptr<EVP_CIPHER_CTX, Free> context_;
  uint64_t nextChunk_ = 0;
};

Sealer::Sealer(std::shared_ptr<const FileKey> key) : key_(std::move(key)) {}
Sealer::~Sealer() = default;

void Sealer::begin(const Sink& sink) {
  const std::string salt = randomBytes(kSaltBytes);
  cipher_ = std::make_unique<ChunkCipher>(*key_, salt, true);
  plain_.reserve(kChunkBytes);
  plain_.clear();
  sealed_.resize(kSealedChunkBytes);
  sink(reinterpret_cast<const uint8_t*>(salt.data()), kSaltBytes);
}

void Sealer::write(const void* data, int64_t size, const Sink& sink) {
  if (cipher_ == nullptr) begin(sink);
  const auto* next = static_cast<const uint8_t*>(data);
  while (size > 0) {
    // A full chunk waits for what follows it: it may be the last.
    if (plain_.size() == kChunkBytes) sealChunk(false, sink);
    const int64_t part = std::min(size, kChunkBytes - static_cast<int64_t>(plain_.size()));
    plain_.insert(plain_.end(), next, next + part);
    next += part;
    size -= part;
  }
}

void Sealer::sealChunk(bool isLast, const Sink& sink) {
  const auto size = static_cast<int64_t>(plain_.size());
  cipher_->encrypt(plain_.data(), size, isLast, sealed_.data());
  plain_.clear();
  sink(sealed_.data(), size + kTagBytes);
}

void Sealer::finish(const Sink& sink) {
  if (cipher_ == nullptr) return;
  sealChunk(true, sink);
  cipher_.reset();
}

void Sealer::discard() { cipher_.reset(); }

Unsealer::Unsealer(std::shared_ptr<const FileKey> key, int64_t sealedBytes) : key_(std::move(key)) {
  const Shape shape = shapeOf(sealedBytes);
  chunks_ = shape.chunks;
  plainBytes_ = shape.plainBytes;
}
Unsealer::~Unsealer() = default;

int64_t Unsealer::nextPlainBytes() const {
  return nextChunk_ == chunks_ ? 0 : std::min(kChunkBytes, plainBytes_ - nextChunk_ * kChunkBytes);
}

// The first piece has the salt before its chunk.
int64_t Unsealer::nextSealedBytes() const {
  if (nextChunk_ == chunks_) return 0;
  return (nextChunk_ == 0 ? kSaltBytes : 0) + nextPlainBytes() + kTagBytes;
}

void Unsealer::unseal(const uint8_t* sealed, uint8_t* plain) {
  if (nextChunk_ == chunks_) throwInternal("more is decrypted than was encrypted");
  if (nextChunk_ == 0) {
    cipher_ = std::make_unique<ChunkCipher>(*key_, std::string_view(reinterpret_cast<const char*>(sealed), kSaltBytes),
                                            false);
    sealed += kSaltBytes;
  }
  const int64_t size = nextPlainBytes();
  const bool isLast = ++nextChunk_ == chunks_;
  if (!cipher_->decrypt(sealed, size, isLast, plain)) {
    throwNotSealed("chunk " + std::to_string(nextChunk_) + " of " + std::to_string(chunks_) +
                   " is not what was written under this key");
  }
}

int64_t plainBytesOf(int64_t sealedBytes) { return shapeOf(sealedBytes).plainBytes; }

void unsealFrom(int descriptor, const std::string& path, int64_t offset, int64_t sealedBytes,
                const std::shared_ptr<const FileKey>& key, uint8_t* plain) {
  Unsealer unsealer(key, sealedBytes);
  std::vector<uint8_t> piece(static_cast<size_t>(std::min(sealedBytes, Unsealer::kMaxPieceBytes)));
  while (const int64_t wanted = unsealer.nextSealedBytes()) {
    for (int64_t done = 0; done < wanted;) {
      const ssize_t got = pread(descriptor, piece.data() + done, static_cast<size_t>(wanted - done), offset + done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw Error(ErrorCode::kIo, "cannot read back " + path + ": " + std::strerror(errno));
      if (got == 0) throwNotSealed("the file ends too early");
      done += got;
    }
    const int64_t plainBytes = unsealer.nextPlainBytes();
    unsealer.unseal(piece.data(), plain);
    offset += wanted;
    plain += plainBytes;
  }
}

}  // namespace ferro
