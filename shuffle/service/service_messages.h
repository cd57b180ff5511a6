// What executors and drivers say to a shuffle service, as values and as bytes. Decoders trust nothing. Pure functions;
// any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/net/message.h"

namespace ferro {

namespace message_kinds {
inline constexpr uint16_t kRegisterExecutor = kShuffleFirst + 16;  // RegisterExecutor, answered by the port as text
// These come to the port of the application.
inline constexpr uint16_t kDriverHere = kShuffleFirst + 17;      // this connection is the driver's
inline constexpr uint16_t kRemoveShuffle = kShuffleFirst + 18;   // the shuffle's id as text; its files are not needed
inline constexpr uint16_t kEndApplication = kShuffleFirst + 19;  // answered when all files are gone
}  // namespace message_kinds

// An executor of this host has put map outputs, or will, into these directories.
struct RegisterExecutor {
  std::string applicationId;
  std::string executorId;
  std::vector<std::string> directories;
  // How processes of the application prove to belong to it.
  bool authenticate = true;
  std::string secret;
  bool tls = false;
  int port = 0;  // where the application was served before the service was restarted; 0 for anywhere
};

std::string encodeRegisterExecutor(const RegisterExecutor& registration);
RegisterExecutor decodeRegisterExecutor(std::string_view bytes);

std::string encodeNumber(int number);
// Throws Error kMalformedData unless it is a number from 0 to `most`.
int decodeNumber(std::string_view bytes, int most);

}  // namespace ferro
