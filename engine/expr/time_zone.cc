#include "ferro/engine/expr/time_zone.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/time_text.h"

namespace ferro {
namespace {

// No zone is further from UTC: as far as Java's ZoneOffset goes.
constexpr int64_t kMaxOffset = 18 * 3'600;

constexpr std::array<std::pair<std::string_view, std::string_view>, 28> kJavaShortIds{{
    {"ACT", "Australia/Darwin"},
    {"AET", "Australia/Sydney"},
    {"AGT", "America/Argentina/Buenos_Aires"},
    {"ART", "Africa/Cairo"},
    {"AST", "America/Anchorage"},
    {"BET", "America/Sao_Paulo"},
    {"BST", "Asia/Dhaka"},
    {"CAT", "Africa/Harare"},
    {"CNT", "America/St_Johns"},
    {"CST", "America/Chicago"},
    {"CTT", "Asia/Shanghai"},
    {"EAT", "Africa/Addis_Ababa"},
    {"ECT", "Europe/Paris"},
    {"EST", "-05:00"},
    {"HST", "-10:00"},
    {"IET", "America/Indiana/Indianapolis"},
    {"IST", "Asia/Kolkata"},
    {"JST", "Asia/Tokyo"},
    {"MIT", "Pacific/Apia"},
    {"MST", "-07:00"},
    {"NET", "Asia/Yerevan"},
    {"NST", "Pacific/Auckland"},
    {"PLT", "Asia/Karachi"},
    {"PNT", "America/Phoenix"},
    {"PRT", "America/Puerto_Rico"},
    {"PST", "America/Los_Angeles"},
    {"SST", "Pacific/Guadalcanal"},
    {"VST", "Asia/Ho_Chi_Minh"},
}};

std::string_view withoutShortId(std::string_view id) {
  for (const auto& [shortId, full] : kJavaShortIds) {
    if (id == shortId) return full;
  }
  return id;
}

std::filesystem::path zoneDirectory() {
  const char* given = std::getenv("TZDIR");
  return given != nullptr && *given != '\0' ? given : "/usr/share/zoneinfo";
}

// Names of regions begin with a capital letter and cannot lead out of the directory.
bool isRegionName(std::string_view id) {
  if (id.empty() || id[0] < 'A' || id[0] > 'Z' || id.find("//") != std::string_view::npos) return false;
  return std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '_' ||
           c == '-' || c == '+';
  });
}

// +01:00, and +01:00:30 where there are seconds.
std::string offsetId(int seconds) {
  const int size = std::abs(seconds);
  std::string text(1, seconds < 0 ? '-' : '+');
  const auto append = [&](int value) {
    text += {static_cast<char>('0' + value / 10), static_cast<char>('0' + value % 10)};
  };
  append(size / 3'600);
  text += ':';
  append(size / 60 % 60);
  if (size % 60 != 0) {
    text += ':';
    append(size % 60);
  }
  return text;
}

std::vector<std::string> regionNames() {
  std::vector<std::string> names{"UTC"};
  const std::filesystem::path root = zoneDirectory();
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(root, error), end; at != end && !error; at.increment(error)) {
    const std::string name = at->path().lexically_relative(root).string();
    const bool isCopy = name.starts_with("posix") || name.starts_with("right");
    if (isCopy && at->is_directory(error)) at.disable_recursion_pending();
    if (!isCopy && isRegionName(name) && at->is_regular_file(error)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

// Reads a TZif file (RFC 8536), whose times have 64 bits since its version 2.
class TimeZone::Reader {
 public:
  Reader(std::string id, std::string bytes) : zone_(TimeZone(std::move(id))), bytes_(std::move(bytes)) {}

  TimeZonePtr read() {
    Header header = readHeader();
    if (header.version >= '2') {
      skipBody(header, 4);
      header = readHeader();
    }
    readBody(header, header.version >= '2' ? 8 : 4);
    if (header.version >= '2') readRule();
    zone_.standardOffset_ = zone_.first_.offset;
    if (zone_.rule_) {
      // Ireland's winter time is the exception by law, and the standard in Java.
      zone_.standardOffset_ = std::min(zone_.rule_->standard.offset, zone_.rule_->daylight.offset);
    } else {
      for (const uint8_t kind : zone_.kinds_) {
        if (!zone_.periods_[kind].isDaylight) zone_.standardOffset_ = zone_.periods_[kind].offset;
      }
    }
    return std::make_shared<const TimeZone>(std::move(zone_));
  }

 private:
  struct Header {
    char version = 0;
    int64_t utcFlags = 0;
    int64_t standardFlags = 0;
    int64_t leaps = 0;
    int64_t times = 0;
    int64_t types = 0;
    int64_t letters = 0;
  };

  [[noreturn]] void fail() const {
    throw Error(ErrorCode::kMalformedData, "file " + (zoneDirectory() / zone_.id_).string() + " of time zone " +
                                               zone_.id_ + " is damaged; install tzdata again");
  }

  std::string_view take(int64_t count) {
    if (count < 0 || count > static_cast<int64_t>(bytes_.size() - at_)) fail();
    const std::string_view taken = std::string_view(bytes_).substr(at_, static_cast<size_t>(count));
    at_ += static_cast<size_t>(count);
    return taken;
  }

  // Big-endian and signed.
  int64_t takeNumber(int width) {
    uint64_t value = 0;
    for (const char byte : take(width)) value = value << 8 | static_cast<unsigned char>(byte);
    return width == 4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
  }

  Header readHeader() {
    Header header;
    if (take(4) != "TZif") fail();
    header.version = take(1)[0];
    take(15);
    for (int64_t* count :
         {&header.utcFlags, &header.standardFlags, &header.leaps, &header.times, &header.types, &header.letters}) {
      *count = takeNumber(4);
      if (*count < 0) fail();
    }
    return header;
  }

  void skipBody(const Header& header, int width) {
    take(header.times * (width + 1) + header.types * 6 + header.letters + header.leaps * (width + 4) +
         header.standardFlags + header.utcFlags);
  }

  void readBody(const Header& header, int width) {
    for (int64_t i = 0; i < header.times; ++i) zone_.changes_.push_back(takeNumber(width));
    for (const char kind : take(header.times)) zone_.kinds_.push_back(static_cast<uint8_t>(kind));
    std::vector<size_t> names;
    for (int64_t i = 0; i < header.types; ++i) {
      const auto offset = static_cast<int>(takeNumber(4));
      const bool isDaylight = take(1)[0] != 0;
      names.push_back(static_cast<unsigned char>(take(1)[0]));
      zone_.periods_.push_back({offset, isDaylight});
    }
    const std::string_view letters = take(header.letters);
    for (size_t i = 0; i < names.size(); ++i) {
      if (names[i] >= letters.size()) fail();
      const std::string_view rest = letters.substr(names[i]);
      zone_.periods_[i].abbreviation = rest.substr(0, rest.find('\0'));
    }
    for (const uint8_t kind : zone_.kinds_) {
      if (kind >= zone_.periods_.size()) fail();
    }
    if (zone_.periods_.empty() || !std::is_sorted(zone_.changes_.begin(), zone_.changes_.end())) fail();
    zone_.first_ = zone_.periods_[0];
    take(header.leaps * (width + 4) + header.standardFlags + header.utcFlags);
  }

  // The line at the end is POSIX's TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.
  void readRule() {
    if (take(1) != "\n") fail();
    const size_t end = bytes_.find('\n', at_);
    if (end == std::string::npos) fail();
    rest_ = std::string_view(bytes_).substr(at_, end - at_);
    if (rest_.empty()) return;
    YearlyRule rule;
    rule.standard.abbreviation = takeName();
    rule.standard.offset = -takeClock();
    if (rest_.empty()) {
      addLast(rule.standard);
      return;
    }
    rule.daylight.isDaylight = true;
    rule.daylight.abbreviation = takeName();
    rule.daylight.offset = rule.standard.offset + 3'600;
    if (!rest_.empty() && rest_[0] != ',') rule.daylight.offset = -takeClock();
    rule.begin = takeChange();
    rule.end = takeChange();
    if (!rest_.empty()) fail();
    zone_.rule_ = rule;
  }

  // Without a yearly rule the last period goes on; a file may leave it to this line to say which that is.
  void addLast(const Period& period) {
    if (zone_.changes_.empty() && zone_.first_.offset != period.offset) fail();
    if (!zone_.changes_.empty() && zone_.periods_[zone_.kinds_.back()].offset != period.offset) fail();
  }

  std::string takeName() {
    size_t length = 0;
    const bool quoted = rest_.starts_with('<');
    if (quoted) {
      length = rest_.find('>');
      if (length == std::string_view::npos) fail();
    } else {
      while (length < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[length])) != 0) ++length;
    }
    std::string name(rest_.substr(quoted ? 1 : 0, length - (quoted ? 1 : 0)));
    rest_.remove_prefix(length + (quoted ? 1 : 0));
    if (name.empty()) fail();
    return name;
  }

  int takeDigits() {
    int value = 0;
    size_t length = 0;
    while (length < rest_.size() && length < 4 && rest_[length] >= '0' && rest_[length] <= '9') {
      value = value * 10 + (rest_[length++] - '0');
    }
    if (length == 0) fail();
    rest_.remove_prefix(length);
    return value;
  }

  bool takeLetter(char letter) {
    if (!rest_.starts_with(letter)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // [+-]h[:m[:s]] in seconds.
  int takeClock() {
    const bool negative = takeLetter('-');
    if (!negative) takeLetter('+');
    int seconds = takeDigits() * 3'600;
    if (takeLetter(':')) seconds += takeDigits() * 60;
    if (takeLetter(':')) seconds += takeDigits();
    return negative ? -seconds : seconds;
  }

  YearlyChange takeChange() {
    YearlyChange change;
    if (!takeLetter(',')) fail();
    if (takeLetter('M')) {
      change.month = takeDigits();
      if (!takeLetter('.')) fail();
      change.week = takeDigits();
      if (!takeLetter('.')) fail();
    } else {
      change.form = takeLetter('J') ? 'J' : '0';
    }
    change.day = takeDigits();
    if (takeLetter('/')) change.second = takeClock();
    if (change.month < 1 || change.month > 12 || change.week < 1 || change.week > 5) fail();
    return change;
  }

  TimeZone zone_;
  std::string bytes_;
  size_t at_ = 0;
  std::string_view rest_;
};

// Local seconds since 1970.
int64_t TimeZone::YearlyChange::secondsIn(int64_t year) const {
  int64_t days = daysOf({year, 1, 1});
  if (form == 'M') {
    const int64_t first = daysOf({year, month, 1});
    const int64_t ahead = floorRemainder(day - isoDayOfWeek(first) % 7, 7);
    days = first + ahead + (week - 1) * 7;
    if (days >= first + daysInMonth(year, month)) days -= 7;
  } else if (form == 'J') {
    days += day - 1 + (isLeapYear(year) && day >= 60 ? 1 : 0);
  } else {
    days += day;
  }
  return days * kSecondsPerDay + second;
}

TimeZone::TimeZone(std::string id, int offset) : id_(std::move(id)), standardOffset_(offset) {
  first_.offset = offset;
  first_.abbreviation = id_;
}

const TimeZone::Period& TimeZone::periodAt(int64_t second) const {
  const auto next = std::upper_bound(changes_.begin(), changes_.end(), second);
  if (next != changes_.end() || !rule_) {
    return next == changes_.begin() ? first_ : periods_[kinds_[static_cast<size_t>(next - changes_.begin()) - 1]];
  }
  const int64_t year = civilDate(floorDivide(second + rule_->standard.offset, kSecondsPerDay)).year;
  const int64_t begin = rule_->begin.secondsIn(year) - rule_->standard.offset;
  const int64_t end = rule_->end.secondsIn(year) - rule_->daylight.offset;
  // In the south the year begins and ends in summer.
  const bool isDaylight = begin < end ? second >= begin && second < end : second >= begin || second < end;
  return isDaylight ? rule_->daylight : rule_->standard;
}

int64_t TimeZone::toInstant(int64_t localMicros) const {
  const auto minus = [&](int offset) {
    return static_cast<int64_t>(static_cast<uint64_t>(localMicros) - static_cast<uint64_t>(offset * kMicrosPerSecond));
  };
  if (isFixed()) return minus(first_.offset);
  const int64_t local = floorDivide(localMicros, kMicrosPerSecond);
  const int before = offsetAt(local - kMaxOffset);
  const int after = offsetAt(local + kMaxOffset);
  // Before a change, in the hour that comes twice, and in the one that is skipped, the offset is the one before.
  const bool isAfter = before != after && offsetAt(local - before) != before && offsetAt(local - after) == after;
  return minus(isAfter ? after : before);
}

const TimeZonePtr& TimeZone::utc() {
  static const TimeZonePtr kUtc = std::make_shared<const TimeZone>(TimeZone("UTC", 0));
  return kUtc;
}

TimeZonePtr TimeZone::find(std::string_view given) {
  const std::string_view id = withoutShortId(given);
  if (id == "UTC") return utc();
  if (const auto offset = parseZoneOffset(id)) {
    const bool isNamed = id.starts_with("UT") || id.starts_with("GMT");
    std::string name(isNamed ? id.substr(0, id.find_first_of("+-")) : "");
    if (*offset != 0) name += offsetId(*offset);
    if (name.empty()) name = "Z";
    return std::make_shared<const TimeZone>(TimeZone(std::move(name), *offset));
  }
  if (!isRegionName(id)) return nullptr;
  // Rules do not change while a process runs.
  static std::mutex mutex;
  static std::map<std::string, TimeZonePtr, std::less<>> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(id); found != known.end()) return found->second;
  std::ifstream stream(zoneDirectory() / id, std::ios::binary);
  std::error_code error;
  if (!stream || std::filesystem::is_directory(zoneDirectory() / id, error)) return nullptr;
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  if (!bytes.starts_with("TZif")) return nullptr;
  return known[std::string(id)] = Reader(std::string(id), std::move(bytes)).read();
}

TimeZonePtr TimeZone::of(std::string_view id) {
  if (TimeZonePtr zone = find(id)) return zone;
  const std::vector<std::string> names = regionNames();
  if (names.size() == 1 && isRegionName(id)) {
    throw Error(ErrorCode::kInvalidArgument, "time zone '" + std::string(id) +
                                                 "' cannot be looked up: there is no time "
                                                 "zone database in " +
                                                 zoneDirectory().string() +
                                                 "; install the package tzdata, or give an offset such as +01:00");
  }
  // A city alone is what people try first.
  std::vector<std::string> near;
  for (const std::string& name : names) {
    if (name.size() > id.size() && name.ends_with(id) && name[name.size() - id.size() - 1] == '/') near.push_back(name);
  }
  constexpr size_t kMaxSuggestions = 3;
  const std::vector<std::string_view> all(names.begin(), names.end());
  for (const std::string_view name : nearestNames(id, all, kMaxSuggestions)) {
    if (std::find(near.begin(), near.end(), name) == near.end()) near.emplace_back(name);
  }
  near.resize(std::min(near.size(), kMaxSuggestions));
  std::string list;
  for (size_t i = 0; i < near.size(); ++i) list += (i == 0 ? "" : i + 1 == near.size() ? " or " : ", ") + near[i];
  throw Error(ErrorCode::kInvalidArgument, "unknown time zone '" + std::string(id.substr(0, 80)) + "'; did you mean " +
                                               list + "? A region (Europe/Berlin) or an offset (+01:00) is expected");
}

}  // namespace ferro
