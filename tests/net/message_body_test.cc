#include "ferro/net/message_body.h"

#include <string>
#include <vector>

#include "ferro_test.h"

using namespace ferro;

TEST_CASE("the body of a message gives back the value that was put in") {
  const std::vector<std::string> names{"a", "", "ccc"};
  const Message message = makeMessage(7, names);
  CHECK(message.kind == 7);
  CHECK(readMessage<std::vector<std::string>>(message) == names);
}

TEST_CASE("a body that is too short or too long for its value is refused") {
  const std::string body = encodeBody(int64_t{42});
  for (const std::string& bad : {body.substr(1), body + "x"}) {
    CHECK_THROWS_MATCHES(decodeBody<int64_t>(bad), Error, Catch::Predicate<Error>([](const Error& error) {
                           return error.code() == ErrorCode::kMalformedData;
                         }));
  }
}
