#include "ferro/blockmanager/file_key.h"

#include <utility>

#include <openssl/crypto.h>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/net/secret.h"

namespace ferro {

FileKey::FileKey(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.size() != 16 && bytes_.size() != 24 && bytes_.size() != 32) {
    throw Error(ErrorCode::kMalformedData, "a key for temporary files has " + std::to_string(bytes_.size()) +
                                               " bytes; AES keys have 16, 24 or 32");
  }
}

FileKey::~FileKey() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

std::shared_ptr<const FileKey> FileKey::makeFor(const Conf& conf) {
  if (!conf.get(keys::kIoEncryptionEnabled)) return nullptr;
  return std::make_shared<const FileKey>(
      randomBytes(static_cast<size_t>(conf.get(keys::kIoEncryptionKeySizeBits)) / 8));
}

}  // namespace ferro
