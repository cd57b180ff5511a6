#include "ferro/engine/io/csv/csv_options.h"

#include <string>

#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

std::string messageOf(const std::map<std::string, std::string>& texts) {
  try {
    parseCsvOptions(texts);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
  return "no error";
}

bool mentions(const std::string& message, const std::string& part) { return message.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("options are read from their texts, in any letter case") {
  const CsvOptions options = parseCsvOptions({{"HEADER", "TRUE"},
                                              {"inferschema", "true"},
                                              {"sep", "\\t"},
                                              {"quote", "'"},
                                              {"Escape", "~"},
                                              {"comment", "#"},
                                              {"nullValue", "NA"},
                                              {"encoding", "latin1"},
                                              {"mode", "failfast"},
                                              {"samplingRatio", "0.5"},
                                              {"maxColumns", "7"}});
  CHECK(options.header);
  CHECK(options.inferSchema);
  CHECK(options.separator == "\t");
  CHECK(options.quote == '\'');
  CHECK(options.escape == '~');
  CHECK(options.escapeOfEscape == '~');
  CHECK(options.comment == '#');
  CHECK(options.nullValue == "NA");
  CHECK(options.encoding == TextEncoding::kLatin1);
  CHECK(options.mode == ReadMode::kFailFast);
  CHECK(options.samplingRatio == 0.5);
  CHECK(options.maxColumns == 7);
}

TEST_CASE("a quote that escapes itself needs nothing to escape its escape") {
  CHECK(parseCsvOptions({{"escape", "\""}}).escapeOfEscape == '\0');
  CHECK(parseCsvOptions({{"escape", "\""}, {"charToEscapeQuoteEscaping", "!"}}).escapeOfEscape == '!');
}

TEST_CASE("the separator may have two names and several characters") {
  CHECK(parseCsvOptions({{"delimiter", "||"}}).separator == "||");
  CHECK(parseCsvOptions({{"delimiter", ";"}, {"sep", "|"}}).separator == "|");
  CHECK(parseCsvOptions({{"sep", "\\\\"}}).separator == "\\");
}

TEST_CASE("an unknown option is an error that names the nearest") {
  CHECK(mentions(messageOf({{"headr", "true"}}), "did you mean 'header'?"));
  CHECK(mentions(messageOf({{"nulvalue", ""}}), "did you mean 'nullValue'?"));
}

TEST_CASE("a value that makes no sense is an error that says which do") {
  CHECK(mentions(messageOf({{"header", "yes"}}), "true or false"));
  CHECK(mentions(messageOf({{"mode", "strict"}}), "PERMISSIVE, DROPMALFORMED, FAILFAST"));
  CHECK(mentions(messageOf({{"encoding", "ebcdic"}}), "ISO-8859-1"));
  CHECK(mentions(messageOf({{"quote", "ab"}}), "one ASCII character"));
  CHECK(mentions(messageOf({{"sep", ""}}), "one character or more"));
  CHECK(mentions(messageOf({{"sep", "\\x"}}), "escapes"));
  CHECK(mentions(messageOf({{"sep", "\n"}}), "without line ends"));
  CHECK(mentions(messageOf({{"sep", "\""}}), "other than the quote"));
  CHECK(mentions(messageOf({{"comment", ","}}), "other than the quote and the separator"));
  CHECK(mentions(messageOf({{"samplingRatio", "1.5"}}), "above 0 and up to 1"));
  CHECK(mentions(messageOf({{"maxColumns", "0"}}), "from 1 on"));
  CHECK(mentions(messageOf({{"lineSep", ""}}), "one or two characters"));
  CHECK(mentions(messageOf({{"dateFormat", "yyyy-QQ"}}), "letters"));
  CHECK(mentions(messageOf({{"unescapedQuoteHandling", "guess"}}), "STOP_AT_DELIMITER"));
  CHECK(mentions(messageOf({{"timeZone", "Europe/Berlin"}}), "UTC"));
  CHECK(mentions(messageOf({{"emptyValue", std::string(2000, 'x')}}), "1000 bytes"));
}
