// Encrypts a sequence of bytes for a temporary file and gets them back: AES-GCM in chunks, so that neither side holds
// more than one, and so that damage, a cut, a wrong key and chunks in another order are errors. The format is in
// README.md. Every encrypted file consists of such sequences, each readable by itself. One thread each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ferro {

class FileKey;

// AES-GCM under the key of one sequence, which is derived from the application's key and the sequence's random salt: so
// no nonce is ever used twice with a key. Private to Sealer and Unsealer.
class ChunkCipher;

class Sealer {
 public:
  using Sink = std::function<void(const uint8_t* bytes, int64_t size)>;

  explicit Sealer(std::shared_ptr<const FileKey> key);
  ~Sealer();
  Sealer(const Sealer&) = delete;
  Sealer& operator=(const Sealer&) = delete;

  // Hands encrypted bytes to the sink as chunks fill up. What is written first begins a sequence.
  void write(const void* data, int64_t size, const Sink& sink);
  // Ends the sequence, if one was begun; what is written next begins another.
  void finish(const Sink& sink);
  // Forgets the sequence that was begun.
  void discard();

 private:
  void begin(const Sink& sink);
  void sealChunk(bool isLast, const Sink& sink);

  const std::shared_ptr<const FileKey> key_;
  std::unique_ptr<ChunkCipher> cipher_;  // null between sequences
  std::vector<uint8_t> plain_;           // of the chunk that is filling up
  std::vector<uint8_t> sealed_;
};

// Decrypts one sequence, piece by piece and in order. Every Error is kMalformedData.
class Unsealer {
 public:
  // Throws when no sequence has so many bytes.
  Unsealer(std::shared_ptr<const FileKey> key, int64_t sealedBytes);
  ~Unsealer();
  Unsealer(const Unsealer&) = delete;
  Unsealer& operator=(const Unsealer&) = delete;

  int64_t plainBytes() const { return plainBytes_; }
  // Of the next piece, as it was sealed (0 after the last) and as it will be.
  int64_t nextSealedBytes() const;
  int64_t nextPlainBytes() const;
  // Decrypts the next piece. Throws when it is not what was sealed; what was put into `plain` is worthless then.
  void unseal(const uint8_t* sealed, uint8_t* plain);

  static constexpr int64_t kMaxPieceBytes = (64 << 10) + 32;

 private:
  const std::shared_ptr<const FileKey> key_;
  std::unique_ptr<ChunkCipher> cipher_;  // null until the salt was read
  int64_t plainBytes_ = 0;
  int64_t chunks_ = 0;
  int64_t nextChunk_ = 0;
};

// Reads a sequence out of a file and decrypts all of it into `plain`, which has room for plainBytesOf(sealedBytes).
// Throws Error kIo when the file cannot be read; `path` is for errors.
void unsealFrom(int descriptor, const std::string& path, int64_t offset, int64_t sealedBytes,
                const std::shared_ptr<const FileKey>& key, uint8_t* plain);
int64_t plainBytesOf(int64_t sealedBytes);

}  // namespace ferro
