#include "ferro/engine/io/csv/csv_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/io/csv/date_time_pattern.h"

namespace ferro {
namespace {

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

[[noreturn]] void throwBadValue(std::string_view option, std::string_view value, std::string_view allowed) {
  throw Error(ErrorCode::kInvalidArgument, "CSV option " + std::string(option) + " cannot be '" + std::string(value) +
                                               "'; it is " + std::string(allowed));
}

bool booleanOf(std::string_view option, const std::string& text) {
  const std::string lower = lowerCase(text);
  if (lower == "true") return true;
  if (lower != "false") throwBadValue(option, text, "true or false");
  return false;
}

char characterOf(std::string_view option, const std::string& text) {
  if (text.empty()) return '\0';
  if (text.size() > 1) throwBadValue(option, text, "one ASCII character, or empty for none");
  return text[0];
}

// Java's escapes, as Spark takes them in separators: `\t` is a tab, and a backslash is written twice.
std::string unescaped(std::string_view option, const std::string& text) {
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
    if (escape == kEscapes.end())
      throwBadValue(option, text, "text with the escapes \\t \\r \\n \\b \\f \\\" \\' \\\\");
    plain.push_back(escape->second);
    ++i;
  }
  return plain;
}

std::string separatorOf(std::string_view option, const std::string& text) {
  std::string separator = unescaped(option, text);
  if (separator.empty()) throwBadValue(option, text, "one character or more");
  if (separator.find_first_of("\r\n") != std::string::npos) throwBadValue(option, text, "text without line ends");
  return separator;
}

std::string lineSeparatorOf(std::string_view option, const std::string& text) {
  if (text.empty() || text.size() > 2) throwBadValue(option, text, "one or two characters");
  return text;
}

int64_t integerOf(std::string_view option, const std::string& text, int64_t least) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least) {
    throwBadValue(option, text, "a whole number from " + std::to_string(least) + " on");
  }
  return value;
}

double ratioOf(std::string_view option, const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0 && value <= 1)) {
    throwBadValue(option, text, "a number above 0 and up to 1");
  }
  return value;
}

CsvMode modeOf(std::string_view option, const std::string& text) {
  const std::string lower = lowerCase(text);
  if (lower == "permissive") return CsvMode::kPermissive;
  if (lower == "dropmalformed") return CsvMode::kDropMalformed;
  if (lower == "failfast") return CsvMode::kFailFast;
  throwBadValue(option, text, "PERMISSIVE, DROPMALFORMED or FAILFAST");
}

TextEncoding encodingOf(std::string_view option, const std::string& text) {
  const std::string lower = lowerCase(text);
  if (lower == "utf-8" || lower == "utf8") return TextEncoding::kUtf8;
  if (lower == "iso-8859-1" || lower == "iso8859_1" || lower == "latin-1" || lower == "latin1") {
    return TextEncoding::kLatin1;
  }
  if (lower == "us-ascii" || lower == "ascii") return TextEncoding::kAscii;
  if (lower == "utf-16" || lower == "utf16") return TextEncoding::kUtf16;
  if (lower == "utf-16le") return TextEncoding::kUtf16LittleEndian;
  if (lower == "utf-16be") return TextEncoding::kUtf16BigEndian;
  throwBadValue(option, text, "UTF-8, ISO-8859-1, US-ASCII, UTF-16, UTF-16LE or UTF-16BE");
}

UnescapedQuotes unescapedQuotesOf(std::string_view option, const std::string& text) {
  const std::string lower = lowerCase(text);
  if (lower == "stop_at_delimiter") return UnescapedQuotes::kStopAtDelimiter;
  if (lower == "stop_at_closing_quote") return UnescapedQuotes::kStopAtClosingQuote;
  if (lower == "skip_value") return UnescapedQuotes::kSkipValue;
  if (lower == "raise_error") return UnescapedQuotes::kRaiseError;
  throwBadValue(option, text, "STOP_AT_DELIMITER, STOP_AT_CLOSING_QUOTE, SKIP_VALUE or RAISE_ERROR");
}

std::string patternOf(std::string_view option, const std::string& text) {
  try {
    DateTimePattern pattern(text);
  } catch (const Error& error) {
    throwBadValue(option, text, error.what());
  }
  return text;
}

void requireValue(std::string_view option, const std::string& text, std::string_view only) {
  if (lowerCase(text) != lowerCase(only)) throwBadValue(option, text, only);
}

struct KnownOption {
  std::string_view name;
  void (*set)(CsvOptions& options, std::string_view name, const std::string& text);
};

template <auto Member, auto Parse>
void setTo(CsvOptions& options, std::string_view name, const std::string& text) {
  options.*Member = Parse(name, text);
}

std::string textOf(std::string_view, const std::string& text) { return text; }
int maxColumnsOf(std::string_view option, const std::string& text) {
  return static_cast<int>(std::min<int64_t>(integerOf(option, text, 1), INT32_MAX));
}
int64_t maxCharsOf(std::string_view option, const std::string& text) { return integerOf(option, text, -1); }
std::string shortTextOf(std::string_view option, const std::string& text) {
  if (text.size() > 1000) throwBadValue(option, text.substr(0, 20) + "...", "a text of up to 1000 bytes");
  return text;
}
void setNothing(CsvOptions&, std::string_view, const std::string&) {}
void requireEnglish(CsvOptions&, std::string_view name, const std::string& text) { requireValue(name, text, "en-US"); }
void requireUtc(CsvOptions&, std::string_view name, const std::string& text) { requireValue(name, text, "UTC"); }

constexpr auto kKnownOptions = std::to_array<KnownOption>({
    {"header", setTo<&CsvOptions::header, booleanOf>},
    {"inferSchema", setTo<&CsvOptions::inferSchema, booleanOf>},
    {"sep", setTo<&CsvOptions::separator, separatorOf>},
    {"delimiter", setTo<&CsvOptions::separator, separatorOf>},
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
    {"preferDate", setTo<&CsvOptions::preferDate, booleanOf>},
    {"ignoreLeadingWhiteSpace", setTo<&CsvOptions::ignoreLeadingWhiteSpace, booleanOf>},
    {"ignoreTrailingWhiteSpace", setTo<&CsvOptions::ignoreTrailingWhiteSpace, booleanOf>},
    {"multiLine", setTo<&CsvOptions::multiLine, booleanOf>},
    {"lineSep", setTo<&CsvOptions::lineSeparator, lineSeparatorOf>},
    {"encoding", setTo<&CsvOptions::encoding, encodingOf>},
    {"charset", setTo<&CsvOptions::encoding, encodingOf>},
    {"mode", setTo<&CsvOptions::mode, modeOf>},
    {"columnNameOfCorruptRecord", setTo<&CsvOptions::columnOfCorruptRecords, textOf>},
    {"samplingRatio", setTo<&CsvOptions::samplingRatio, ratioOf>},
    {"enforceSchema", setTo<&CsvOptions::enforceSchema, booleanOf>},
    {"maxColumns", setTo<&CsvOptions::maxColumns, maxColumnsOf>},
    {"maxCharsPerColumn", setTo<&CsvOptions::maxCharsPerColumn, maxCharsOf>},
    {"locale", requireEnglish},
    {"timeZone", requireUtc},
    // Read from the files' names; Spark takes these for writing only.
    {"compression", setNothing},
    {"codec", setNothing},
    {"quoteAll", setNothing},
    {"escapeQuotes", setNothing},
});

const KnownOption& knownOption(const std::string& key) {
  const std::string lower = lowerCase(key);
  std::vector<std::string_view> names;
  for (const KnownOption& known : kKnownOptions) {
    if (lowerCase(known.name) == lower) return known;
    names.push_back(known.name);
  }
  throw Error(ErrorCode::kInvalidArgument, "CSV has no option '" + key + "'; the nearest is '" +
                                               std::string(nearestName(key, names).value_or("header")) + "'");
}

void requireDistinct(const CsvOptions& options) {
  const char separator = options.separator[0];
  if (options.quote != '\0' && separator == options.quote) {
    throwBadValue("sep", options.separator, "other than the quote");
  }
  if (options.comment != '\0' && (options.comment == options.quote || options.comment == separator)) {
    throwBadValue("comment", std::string(1, options.comment), "other than the quote and the separator");
  }
}

}  // namespace

CsvOptions parseCsvOptions(const std::map<std::string, std::string>& texts) {
  CsvOptions options;
  bool escapeOfEscapeSet = false;
  for (const auto& [key, text] : texts) {
    const KnownOption& known = knownOption(key);
    known.set(options, known.name, text);
    escapeOfEscapeSet |= known.name == "charToEscapeQuoteEscaping" && !text.empty();
  }
  if (!escapeOfEscapeSet) options.escapeOfEscape = options.quote == options.escape ? '\0' : options.escape;
  // `sep` wins where both of its names are given, as in Spark.
  for (const auto& [key, text] : texts) {
    if (lowerCase(key) == "sep") options.separator = separatorOf("sep", text);
  }
  requireDistinct(options);
  return options;
}

}  // namespace ferro
