#include "ferro/shuffle/service/service_messages.h"

#include <charconv>

#include "ferro/common/error.h"
#include "ferro/net/message_body.h"

namespace ferro {

std::string encodeRegisterExecutor(const RegisterExecutor& registration) { return encodeBody(registration); }

RegisterExecutor decodeRegisterExecutor(std::string_view bytes) { return decodeBody<RegisterExecutor>(bytes); }

std::string encodeNumber(int number) { return std::to_string(number); }

int decodeNumber(std::string_view bytes, int most) {
  int number = -1;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), number);
  if (error != std::errc() || end != bytes.data() + bytes.size() || number < 0 || number > most) {
    throw Error(ErrorCode::kMalformedData, "a message to a shuffle service holds no number where it should");
  }
  return number;
}

}  // namespace ferro
