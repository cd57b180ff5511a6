// How CSV text is written: Spark's options of the CSV source, read from their texts. A plain value; any thread may read
// one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ferro/engine/expr/date_pattern.h"
#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/formats/read_mode.h"

namespace ferro {

enum class TextEncoding : uint8_t { kUtf8, kLatin1, kWindows1252, kAscii, kUtf16, kUtf16LittleEndian, kUtf16BigEndian };

// What becomes of a quoted value that goes on behind its closing quote.
enum class UnescapedQuotes : uint8_t { kStopAtDelimiter, kStopAtClosingQuote, kSkipValue, kRaiseError };

struct CsvOptions {
  bool header = false;
  bool inferSchema = false;
  bool multiLine = false;
  bool enforceSchema = true;
  bool preferDate = true;
  bool ignoreLeadingWhiteSpace = false;
  bool ignoreTrailingWhiteSpace = false;
  std::string separator = ",";
  std::string lineSeparator{};  // empty: LF, CR LF and CR
  char quote = '"';             // NUL: nothing is quoted
  char escape = '\\';           // NUL: none
  char escapeOfEscape = '\\';   // NUL: none
  char comment = '\0';          // NUL: no comments
  std::string nullValue{};
  std::string emptyValue{};
  std::string nanValue = "NaN";
  std::string positiveInfinity = "Inf";
  std::string negativeInfinity = "-Inf";
  std::optional<DatePattern> dateFormat{};       // none: yyyy-MM-dd
  std::optional<DatePattern> timestampFormat{};  // none: what a cast from text takes
  std::optional<DatePattern> localTimeFormat{};  // of timestamps without zone; none: what a cast from text takes
  TimeZonePtr zone = TimeZone::utc();            // of timestamps that name none
  TextEncoding encoding = TextEncoding::kUtf8;
  ReadMode mode = ReadMode::kPermissive;
  UnescapedQuotes unescapedQuotes = UnescapedQuotes::kStopAtDelimiter;
  std::string columnOfCorruptRecords = "_corrupt_record";
  double samplingRatio = 1.0;
  int maxColumns = 20480;
  int64_t maxCharsPerColumn = -1;  // -1: any number

  // Whether records can be found from the middle of a file.
  bool canSplit() const { return !multiLine && encoding == TextEncoding::kUtf8; }
};

// The texts by their names. Those that every source of files takes are known besides CSV's own.
FormatOptions csvFormatOptions(const std::map<std::string, std::string>& texts);

// Keys in any letter case. An unknown one is an Error kInvalidArgument that names the nearest known one, a value that
// makes no sense one that says which do.
CsvOptions parseCsvOptions(const std::map<std::string, std::string>& texts);

}  // namespace ferro
