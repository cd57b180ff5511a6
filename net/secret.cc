#include "ferro/net/secret.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/common/text.h"

namespace ferro {
namespace {

constexpr size_t kMostSecretBytes = 64 << 10;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

std::string readAll(int descriptor, const std::string& what) {
  std::string content(kMostSecretBytes + 1, '\0');
  size_t length = 0;
  while (length < content.size()) {
    const ssize_t got = ::read(descriptor, content.data() + length, content.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throwErrno(errno, "cannot read " + what);
    if (got == 0) break;
    length += static_cast<size_t>(got);
  }
  if (length > kMostSecretBytes) {
    throw Error(ErrorCode::kInvalidConf, what + " is longer than 64 KiB; it holds one line");
  }
  content.resize(length);
  return content;
}

}  // namespace

std::string makeSecret(int bits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : randomBytes((static_cast<size_t>(bits) + 7) / 8)) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

std::string readSecretFile(const std::string& path) {
  const int opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) throwErrno(errno, "cannot open the secret file " + path);
  const Descriptor file(opened);
  // Asked of the open file, so that nobody can change the name's meaning in between.
  struct stat status;
  if (::fstat(file.number(), &status) != 0) throwErrno(errno, "cannot examine the secret file " + path);
  // A file in a shared directory may be another user's, who would then be trusted.
  if (status.st_uid != ::geteuid() && status.st_uid != 0) {
    throw Error(ErrorCode::kPermissionDenied, "the secret file " + path + " belongs to user " +
                                                  std::to_string(status.st_uid) + "; it must belong to you or to root");
  }
  if ((status.st_mode & 077) != 0) {
    throw Error(ErrorCode::kPermissionDenied, "others than its owner may open the secret file " + path +
                                                  "; make it private with chmod 600, and the secret a new one");
  }
  std::string secret(trim(readAll(file.number(), "the secret file " + path)));
  if (secret.empty()) throw Error(ErrorCode::kInvalidConf, "the secret file " + path + " is empty");
  return secret;
}

std::string takeSecretDescriptor(int descriptor) {
  const std::string what = "the secret from descriptor " + std::to_string(descriptor);
  ::lseek(descriptor, 0, SEEK_SET);  // of a pipe it cannot be asked, nor need it
  std::string secret(trim(readAll(descriptor, what)));
  if (descriptor == STDIN_FILENO) {
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing > 0) {
      ::dup2(nothing, STDIN_FILENO);
      ::close(nothing);
    }
  } else {
    ::close(descriptor);
  }
  if (secret.empty()) throw Error(ErrorCode::kInvalidConf, what + " is empty");
  return secret;
}

void writeSecretFile(const std::string& path, std::string_view secret) {
  const int opened = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (opened < 0) throwErrno(errno, "cannot make the secret file " + path);
  const Descriptor file(opened);
  const std::string line = std::string(secret) + '\n';
  size_t written = 0;
  while (written < line.size()) {
    const ssize_t put = ::write(file.number(), line.data() + written, line.size() - written);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throwErrno(errno, "cannot write the secret file " + path);
    written += static_cast<size_t>(put);
  }
}

std::string randomBytes(size_t count) {
  std::string bytes(count, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1) {
    throwInternal("OpenSSL has no random bytes");
  }
  return bytes;
}

std::string hmacSha256(std::string_view key, std::string_view message) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int length = 0;
  const unsigned char* made =
      HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data(), &length);
  if (made == nullptr) throwInternal("OpenSSL made no HMAC");
  return {reinterpret_cast<const char*>(digest.data()), length};
}

bool equalInConstantTime(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace ferro
