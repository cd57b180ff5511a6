#include "ferro/engine/io/write/line_write.h"

#include <array>
#include <string_view>

#include "ferro/common/letter_case.h"

namespace ferro {

LineSettings::LineSettings(const FormatOptions& options)
    : lineEnd(options.text("lineSep", "\n")),
      suffix(compressionSuffix(lowerCase(options.text("compression", options.text("codec", ""))))) {}

ValueFormats valueFormatsOf(const FormatOptions& options) {
  constexpr std::array<std::string_view, 2> kEncodings = {"UTF-8", "UTF8"};
  options.choice("encoding", "UTF-8", kEncodings);
  options.choice("charset", "UTF-8", kEncodings);
  ValueFormats formats;
  const auto set = [&](DatePattern& format, std::string_view option) {
    if (const auto pattern = options.text(option)) format = DatePattern(*pattern, PatternUse::kFormat);
  };
  formats.zone = TimeZone::of(options.text("timeZone", "UTC"));
  set(formats.date, "dateFormat");
  set(formats.timestamp, "timestampFormat");
  set(formats.timestampWithoutZone, "timestampNTZFormat");
  return formats;
}

}  // namespace ferro
