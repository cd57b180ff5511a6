#include "ferro/engine/io/csv/csv_options.h"

#include <string>

#include "csv_error.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;
using ferro::test::mentions;

namespace {

std::string optionsMessage(const std::map<std::string, std::string>& texts) {
  try {
    parseCsvOptions(texts);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
  return "no error";
}

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
  CHECK(mentions(optionsMessage({{"headr", "true"}}), "did you mean 'header'?"));
  CHECK(mentions(optionsMessage({{"nulvalue", ""}}), "did you mean 'nullValue'?"));
}

TEST_CASE("a value that makes no sense is an error that says which do") {
  CHECK(mentions(optionsMessage({{"header", "yes"}}), "true or false"));
  CHECK(mentions(optionsMessage({{"mode", "strict"}}), "PERMISSIVE, DROPMALFORMED, FAILFAST"));
  CHECK(mentions(optionsMessage({{"encoding", "ebcdic"}}), "ISO-8859-1"));
  CHECK(mentions(optionsMessage({{"quote", "ab"}}), "one ASCII character"));
  CHECK(mentions(optionsMessage({{"sep", ""}}), "one character or more"));
  CHECK(mentions(optionsMessage({{"sep", "\\x"}}), "escapes"));
  CHECK(mentions(optionsMessage({{"sep", "\n"}}), "without line ends"));
  CHECK(mentions(optionsMessage({{"sep", "\""}}), "other than the quote"));
  CHECK(mentions(optionsMessage({{"comment", ","}}), "other than the quote and the separator"));
  CHECK(mentions(optionsMessage({{"samplingRatio", "1.5"}}), "above 0 and up to 1"));
  CHECK(mentions(optionsMessage({{"maxColumns", "0"}}), "from 1 on"));
  CHECK(mentions(optionsMessage({{"lineSep", ""}}), "one or two characters"));
  CHECK(mentions(optionsMessage({{"dateFormat", "yyyy-QQ"}}), "letters"));
  CHECK(mentions(optionsMessage({{"unescapedQuoteHandling", "guess"}}), "STOP_AT_DELIMITER"));
  CHECK(mentions(optionsMessage({{"timeZone", "Europe/Berln"}}), "Europe/Berlin"));
  CHECK(parseCsvOptions({{"timeZone", "Europe/Berlin"}}).zone->id() == "Europe/Berlin");
  CHECK(mentions(optionsMessage({{"emptyValue", std::string(2000, 'x')}}), "1000 bytes"));
}
