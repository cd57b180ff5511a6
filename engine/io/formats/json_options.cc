#include "ferro/engine/io/formats/json_options.h"

#include <array>

#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 21> kNames = {"mode",
                                                     "columnNameOfCorruptRecord",
                                                     "multiLine",
                                                     "lineSep",
                                                     "samplingRatio",
                                                     "primitivesAsString",
                                                     "prefersDecimal",
                                                     "dropFieldIfAllNull",
                                                     "dateFormat",
                                                     "timestampFormat",
                                                     "timestampNTZFormat",
                                                     "allowComments",
                                                     "allowUnquotedFieldNames",
                                                     "allowSingleQuotes",
                                                     "allowNumericLeadingZeros",
                                                     "allowBackslashEscapingAnyCharacter",
                                                     "allowUnquotedControlChars",
                                                     "allowNonNumericNumbers",
                                                     "encoding",
                                                     "charset",
                                                     "timeZone"};
constexpr std::array<std::string_view, 2> kEncodings = {"UTF-8", "UTF8"};

}  // namespace

JsonOptions::JsonOptions(const std::map<std::string, std::string>& given)
    : options("json", given, kNames),
      mode(readModeOf(options)),
      corruptColumn(options.text("columnNameOfCorruptRecord", "_corrupt_record")),
      multiLine(options.flag("multiLine", false)),
      lineSeparator(options.text("lineSep")),
      samplingRatio(options.number("samplingRatio", 1)) {
  options.choice("encoding", "UTF-8", kEncodings);
  options.choice("charset", "UTF-8", kEncodings);
  formats.zone = TimeZone::of(options.text("timeZone", "UTC"));
  if (samplingRatio <= 0 || samplingRatio > 1) {
    throw Error(ErrorCode::kInvalidArgument, "option 'samplingRatio' of format json must be above 0 and at most 1");
  }
  if (lineSeparator && lineSeparator->empty()) {
    throw Error(ErrorCode::kInvalidArgument, "option 'lineSep' of format json is empty; it takes the end of a line");
  }
  if (lineSeparator == "\n") lineSeparator.reset();
  syntax = {.comments = options.flag("allowComments", false),
            .unquotedNames = options.flag("allowUnquotedFieldNames", false),
            .singleQuotes = options.flag("allowSingleQuotes", true),
            .leadingZeros = options.flag("allowNumericLeadingZeros", false),
            .anyEscape = options.flag("allowBackslashEscapingAnyCharacter", false),
            .controlCharacters = options.flag("allowUnquotedControlChars", false),
            .nonNumbers = options.flag("allowNonNumericNumbers", true)};
  rules = {.primitivesAsString = options.flag("primitivesAsString", false),
           .prefersDecimal = options.flag("prefersDecimal", false),
           .dropFieldIfAllNull = options.flag("dropFieldIfAllNull", false)};
  if (const auto pattern = options.text("dateFormat")) formats.date.emplace(*pattern, PatternUse::kParse);
  if (const auto pattern = options.text("timestampNTZFormat")) formats.localTime.emplace(*pattern, PatternUse::kParse);
  if (const auto pattern = options.text("timestampFormat")) formats.timestamp.emplace(*pattern, PatternUse::kParse);
}

}  // namespace ferro
