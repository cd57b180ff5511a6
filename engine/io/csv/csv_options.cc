#include "ferro/engine/io/csv/csv_options.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"

namespace ferro {
namespace {

char characterOf(const FormatOptions& given, std::string_view name, const std::string& text) {
  if (text.size() > 1) given.throwBadValue(name, "one ASCII character, or empty for none");
  return text.empty() ? '\0' : text[0];
}

// Java's escapes, as Spark takes them in separators: `\t` is a tab, and a backslash is written twice.
std::string unescaped(const FormatOptions& given, std::string_view name, const std::string& text) {
  static constexpr std::array<std::pair<char, char>, 8> kEscapes = {
      {{'t', '\t'}, {'r', '\r'}, {'n', '\n'}, {'b', '\b'}, {'f', '\f'}, {'"', '"'}, {'\'', '\''}, {'\\', '\\'}}};
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      plain.push_back(text[i]);
      continue;
    }
    const std::string_view rest = std::string_view(text).substr(i + 1);
    if (rest.starts_with("u0000")) {
      plain.push_back('\0');
      i += 5;
      continue;
    }
    const auto escape = std::find_if(kEscapes.begin(), kEscapes.end(),
                                     [&](const auto& known) { return !rest.empty() && known.first == rest[0]; });
    if (escape == kEscapes.end()) {
      given.throwBadValue(name, "text with the escapes \\t \\r \\n \\b \\f \\\" \\' \\\\");
    }
    plain.push_back(escape->second);
    ++i;
  }
  return plain;
}

std::string separatorOf(const FormatOptions& given, std::string_view name, const std::string& text) {
  std::string separator = unescaped(given, name, text);
  if (separator.empty()) given.throwBadValue(name, "one character or more");
  if (separator.find_first_of("\r\n") != std::string::npos) given.throwBadValue(name, "text without line ends");
  return separator;
}

std::string lineSeparatorOf(const FormatOptions& given, std::string_view name, const std::string& text) {
  if (text.empty() || text.size() > 2) given.throwBadValue(name, "one or two characters");
  return text;
}

int64_t integerOf(const FormatOptions& given, std::string_view name, int64_t least) {
  const int64_t value = given.integer(name, least);
  if (value < least) given.throwBadValue(name, "a whole number from " + std::to_string(least) + " on");
  return value;
}

double ratioOf(const FormatOptions& given, std::string_view name, const std::string&) {
  const double value = given.number(name, 1);
  if (!(value > 0 && value <= 1)) given.throwBadValue(name, "a number above 0 and up to 1");
  return value;
}

TextEncoding encodingOf(const FormatOptions& given, std::string_view name, const std::string& text) {
  const std::string lower = lowerCase(text);
  if (lower == "utf-8" || lower == "utf8") return TextEncoding::kUtf8;
  if (lower == "iso-8859-1" || lower == "iso8859_1" || lower == "latin-1" || lower == "latin1") {
    return TextEncoding::kLatin1;
  }
  if (lower == "windows-1252" || lower == "cp1252") return TextEncoding::kWindows1252;
  if (lower == "us-ascii" || lower == "ascii") return TextEncoding::kAscii;
  if (lower == "utf-16" || lower == "utf16") return TextEncoding::kUtf16;
  if (lower == "utf-16le") return TextEncoding::kUtf16LittleEndian;
  if (lower == "utf-16be") return TextEncoding::kUtf16BigEndian;
  given.throwBadValue(name, "UTF-8, ISO-8859-1, windows-1252, US-ASCII, UTF-16, UTF-16LE or UTF-16BE");
}

UnescapedQuotes unescapedQuotesOf(const FormatOptions& given, std::string_view name, const std::string& text) {
  const std::string lower = lowerCase(text);
  if (lower == "stop_at_delimiter") return UnescapedQuotes::kStopAtDelimiter;
  if (lower == "stop_at_closing_quote") return UnescapedQuotes::kStopAtClosingQuote;
  if (lower == "skip_value") return UnescapedQuotes::kSkipValue;
  if (lower == "raise_error") return UnescapedQuotes::kRaiseError;
  given.throwBadValue(name, "STOP_AT_DELIMITER, STOP_AT_CLOSING_QUOTE, SKIP_VALUE or RAISE_ERROR");
}

DatePattern patternOf(const FormatOptions& given, std::string_view name, const std::string& text) {
  try {
    return {text, PatternUse::kParse};
  } catch (const Error& error) {
    given.throwBadValue(name, std::string("a pattern of letters such as dd/MM/yyyy: ") + error.what());
  }
}

struct KnownOption {
  std::string_view name;
  void (*set)(CsvOptions& options, const FormatOptions& given, std::string_view name, const std::string& text);
};

template <auto Member, auto Parse>
void setTo(CsvOptions& options, const FormatOptions& given, std::string_view name, const std::string& text) {
  options.*Member = Parse(given, name, text);
}

bool flagOf(const FormatOptions& given, std::string_view name, const std::string&) { return given.flag(name, false); }
std::string textOf(const FormatOptions&, std::string_view, const std::string& text) { return text; }
int maxColumnsOf(const FormatOptions& given, std::string_view name, const std::string&) {
  return static_cast<int>(std::min<int64_t>(integerOf(given, name, 1), INT32_MAX));
}
int64_t maxCharsOf(const FormatOptions& given, std::string_view name, const std::string&) {
  return integerOf(given, name, -1);
}
ReadMode modeOf(const FormatOptions& given, std::string_view, const std::string&) { return readModeOf(given); }
std::string shortTextOf(const FormatOptions& given, std::string_view name, const std::string& text) {
  if (text.size() > 1000) given.throwBadValue(name, "a text of up to 1000 bytes");
  return text;
}
void setNothing(CsvOptions&, const FormatOptions&, std::string_view, const std::string&) {}
void requireEnglish(CsvOptions&, const FormatOptions& given, std::string_view name, const std::string& text) {
  if (lowerCase(text) != "en-us") given.throwBadValue(name, "en-US");
}
TimeZonePtr zoneOf(const FormatOptions&, std::string_view, const std::string& text) { return TimeZone::of(text); }

// A later one wins where two names of an option are given: `sep` and `encoding`, as in Spark.
constexpr auto kKnownOptions = std::to_array<KnownOption>({
    {"header", setTo<&CsvOptions::header, flagOf>},
    {"inferSchema", setTo<&CsvOptions::inferSchema, flagOf>},
    {"delimiter", setTo<&CsvOptions::separator, separatorOf>},
    {"sep", setTo<&CsvOptions::separator, separatorOf>},
    {"quote", setTo<&CsvOptions::quote, characterOf>},
    {"escape", setTo<&CsvOptions::escape, characterOf>},
    {"comment", setTo<&CsvOptions::comment, characterOf>},
    {"charToEscapeQuoteEscaping", setTo<&CsvOptions::escapeOfEscape, characterOf>},
    {"unescapedQuoteHandling", setTo<&CsvOptions::unescapedQuotes, unescapedQuotesOf>},
    {"nullValue", setTo<&CsvOptions::nullValue, textOf>},
    {"emptyValue", setTo<&CsvOptions::emptyValue, shortTextOf>},
    {"nanValue", setTo<&CsvOptions::nanValue, textOf>},
    {"positiveInf", setTo<&CsvOptions::positiveInfinity, textOf>},
    {"negativeInf", setTo<&CsvOptions::negativeInfinity, textOf>},
    {"dateFormat", setTo<&CsvOptions::dateFormat, patternOf>},
    {"timestampFormat", setTo<&CsvOptions::timestampFormat, patternOf>},
    {"timestampNTZFormat", setTo<&CsvOptions::localTimeFormat, patternOf>},
    {"preferDate", setTo<&CsvOptions::preferDate, flagOf>},
    {"ignoreLeadingWhiteSpace", setTo<&CsvOptions::ignoreLeadingWhiteSpace, flagOf>},
    {"ignoreTrailingWhiteSpace", setTo<&CsvOptions::ignoreTrailingWhiteSpace, flagOf>},
    {"multiLine", setTo<&CsvOptions::multiLine, flagOf>},
    {"lineSep", setTo<&CsvOptions::lineSeparator, lineSeparatorOf>},
    {"charset", setTo<&CsvOptions::encoding, encodingOf>},
    {"encoding", setTo<&CsvOptions::encoding, encodingOf>},
    {"mode", setTo<&CsvOptions::mode, modeOf>},
    {"columnNameOfCorruptRecord", setTo<&CsvOptions::columnOfCorruptRecords, textOf>},
    {"samplingRatio", setTo<&CsvOptions::samplingRatio, ratioOf>},
    {"enforceSchema", setTo<&CsvOptions::enforceSchema, flagOf>},
    {"maxColumns", setTo<&CsvOptions::maxColumns, maxColumnsOf>},
    {"maxCharsPerColumn", setTo<&CsvOptions::maxCharsPerColumn, maxCharsOf>},
    {"locale", requireEnglish},
    {"timeZone", setTo<&CsvOptions::zone, zoneOf>},
    // Read from the files' names; Spark takes these for writing only.
    {"compression", setNothing},
    {"codec", setNothing},
    {"quoteAll", setNothing},
    {"escapeQuotes", setNothing},
});

void requireDistinct(const FormatOptions& given, const CsvOptions& options) {
  const char separator = options.separator[0];
  if (options.quote != '\0' && separator == options.quote) given.throwBadValue("sep", "other than the quote");
  if (options.comment != '\0' && (options.comment == options.quote || options.comment == separator)) {
    given.throwBadValue("comment", "other than the quote and the separator");
  }
}

}  // namespace

FormatOptions csvFormatOptions(const std::map<std::string, std::string>& texts) {
  std::array<std::string_view, kKnownOptions.size()> names;
  std::transform(kKnownOptions.begin(), kKnownOptions.end(), names.begin(),
                 [](const auto& known) { return known.name; });
  return {"csv", texts, names};
}

CsvOptions parseCsvOptions(const std::map<std::string, std::string>& texts) {
  const FormatOptions given = csvFormatOptions(texts);
  CsvOptions options;
  for (const KnownOption& known : kKnownOptions) {
    if (const auto text = given.text(known.name)) known.set(options, given, known.name, *text);
  }
  if (given.text("charToEscapeQuoteEscaping", "").empty()) {
    options.escapeOfEscape = options.quote == options.escape ? '\0' : options.escape;
  }
  requireDistinct(given, options);
  return options;
}

}  // namespace ferro
