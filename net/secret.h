// The application's secret: where it comes from, and the proof that somebody knows it. Pure functions over OpenSSL; any
// thread may call them. Secrets travel by environment or by a file that only its owner can read, never by argv.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ferro {

// Random, as hexadecimal digits.
std::string makeSecret(int bits);
// Without the line end. Error kPermissionDenied when others than the owner may read the file, kInvalidConf when it is
// empty.
std::string readSecretFile(const std::string& path);
// What an open file holds, from its beginning where it has one. The file is closed; standard input stays open, on
// nothing.
std::string takeSecretDescriptor(int descriptor);
// Made anew with mode 0600; Error kAlreadyExists when something is there.
void writeSecretFile(const std::string& path, std::string_view secret);

std::string randomBytes(size_t count);
std::string hmacSha256(std::string_view key, std::string_view message);
// In a time that does not depend on where they differ.
bool equalInConstantTime(std::string_view a, std::string_view b);

}  // namespace ferro
