#include "ferro/net/secret.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>
#include <parquet/types.h>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"

using namespace ferro;
namespace fs = std::filesystem;

namespace {

std::string hexadecimal(const std::string& bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

ErrorCode codeOf(const std::function<void()>& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("no error");
  return ErrorCode::kInternal;
}

template <class Function>
std::string libraryOf(Function* function) {
  Dl_info info{};
  REQUIRE(dladdr(reinterpret_cast<const void*>(function), &info) != 0);
  return fs::path(info.dli_fname).filename().string();
}

}  // namespace

TEST_CASE("secrets are random hexadecimal digits of the length that was asked for") {
  CHECK(makeSecret(256).size() == 64);
  CHECK(makeSecret(129).size() == 34);
  CHECK(makeSecret(256) != makeSecret(256));
  CHECK(makeSecret(1024).find_first_not_of("0123456789abcdef") == std::string::npos);
}

TEST_CASE("a secret file of another user is not believed") {
  if (::geteuid() != 0) return;  // only root can give a file away
  const TempDir directory(fs::temp_directory_path().string());
  const std::string path = directory.path() + "/secret";
  writeSecretFile(path, "planted");
  REQUIRE(::chown(path.c_str(), 65'534, 65'534) == 0);
  CHECK(codeOf([&] { readSecretFile(path); }) == ErrorCode::kPermissionDenied);
}

TEST_CASE("a secret file is private, made anew, and reads back") {
  const TempDir directory(fs::temp_directory_path().string());
  const std::string path = directory.path() + "/secret";
  writeSecretFile(path, "open sesame");
  struct stat status;
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(readSecretFile(path) == "open sesame");
  CHECK(codeOf([&] { writeSecretFile(path, "again"); }) == ErrorCode::kAlreadyExists);
  CHECK(readSecretFile(path) == "open sesame");
}

TEST_CASE("a secret file that others may open, that is empty, too long or missing is refused") {
  const TempDir directory(fs::temp_directory_path().string());
  const std::string path = directory.path() + "/secret";
  writeSecretFile(path, "open sesame");
  for (const auto mode : {fs::perms::group_read, fs::perms::others_read, fs::perms::group_write}) {
    fs::permissions(path, fs::perms::owner_read | mode);
    CHECK(codeOf([&] { readSecretFile(path); }) == ErrorCode::kPermissionDenied);
  }
  const std::string empty = directory.path() + "/empty";
  writeSecretFile(empty, " \t");
  CHECK(codeOf([&] { readSecretFile(empty); }) == ErrorCode::kInvalidConf);
  const std::string endless = directory.path() + "/endless";
  writeSecretFile(endless, std::string(70'000, 'x'));
  CHECK(codeOf([&] { readSecretFile(endless); }) == ErrorCode::kInvalidConf);
  CHECK(codeOf([&] { readSecretFile(directory.path() + "/missing"); }) == ErrorCode::kNotFound);
}

TEST_CASE("HMAC-SHA256 is that of RFC 4231") {
  CHECK(hexadecimal(hmacSha256(std::string(20, '\x0b'), "Hi There")) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(hexadecimal(hmacSha256("Jefe", "what do ya want for nothing?")) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST_CASE("texts are equal only when all of them is") {
  CHECK(equalInConstantTime("", ""));
  CHECK(equalInConstantTime("abc", "abc"));
  CHECK_FALSE(equalInConstantTime("abc", "abd"));
  CHECK_FALSE(equalInConstantTime("abc", "ab"));
}

TEST_CASE("OpenSSL is the system's, not the one inside libparquet") {
  REQUIRE_FALSE(parquet::TypeToString(parquet::Type::INT32).empty());  // it is loaded
  CHECK_THAT(libraryOf(&EVP_sha256), Catch::StartsWith("libcrypto.so"));
  CHECK_THAT(libraryOf(&EVP_PKEY_free), Catch::StartsWith("libcrypto.so"));
  CHECK_THAT(libraryOf(&HMAC), Catch::StartsWith("libcrypto.so"));
  CHECK_THAT(libraryOf(&SSL_new), Catch::StartsWith("libssl.so"));
}
