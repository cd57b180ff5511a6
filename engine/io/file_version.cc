#include "ferro/engine/io/file_version.h"

#include <chrono>
#include <ctime>

#include <arrow/io/interfaces.h>
#include <arrow/util/key_value_metadata.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/file_system.h"

namespace ferro {
namespace {

// Object stores tell times in whole seconds.
constexpr std::chrono::seconds kCoarsestTime{2};

int64_t modifiedNanosOf(const arrow::fs::FileInfo& info) {
  return info.mtime() == arrow::fs::kNoTime ? 0 : info.mtime().time_since_epoch().count();
}

bool mayBeWrittenAgainAtThisTime(const arrow::fs::FileInfo& info) {
  if (info.mtime() == arrow::fs::kNoTime) return true;
  const auto age = std::chrono::system_clock::now().time_since_epoch() - info.mtime().time_since_epoch();
  return age < kCoarsestTime;
}

// Empty when the file system has no tags.
std::string tagOf(const ResolvedPath& place) {
  const auto metadata = openInputFile(place)->ReadMetadata();
  if (!metadata.ok() || *metadata == nullptr) return "";
  return (*metadata)->Get("ETag").ValueOr("");
}

std::string timeText(int64_t nanos) {
  constexpr int64_t kNanos = 1'000'000'000;
  const auto seconds = static_cast<std::time_t>(nanos / kNanos);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts));
  const std::string fraction = std::to_string(kNanos + nanos % kNanos).substr(1);
  return text + "." + fraction + " UTC";
}

std::string textOf(const FileVersion& version) {
  std::string text = std::to_string(version.bytes) + " bytes";
  if (version.modifiedNanos != 0) text += ", modified " + timeText(version.modifiedNanos);
  if (!version.tag.empty()) text += ", tag " + version.tag;
  return text;
}

bool isSame(const FileVersion& noted, const FileVersion& now) {
  if (noted.bytes != now.bytes || noted.tag != now.tag) return false;
  // Files of the kernel's say that they are empty, and have another time whenever they are looked at.
  return noted.bytes == 0 || noted.modifiedNanos == now.modifiedNanos;
}

}  // namespace

FileVersion versionOf(const ResolvedPath& place, const arrow::fs::FileInfo& info) {
  FileVersion version{info.size(), modifiedNanosOf(info)};
  if (!place.isLocal() && mayBeWrittenAgainAtThisTime(info)) version.tag = tagOf(place);
  return version;
}

void requireUnchanged(const std::string& location, const std::optional<FileVersion>& version) {
  if (!version) return;
  const ResolvedPath place = resolvePath(location);
  const auto info = statusOf(place);
  if (!info) {
    throw Error(ErrorCode::kNotFound, "input file " + location +
                                          " is gone: it was there when the DataFrame or Rdd was made; make that again "
                                          "to read the files that are there now");
  }
  FileVersion now{info->size(), modifiedNanosOf(*info)};
  if (!version->tag.empty()) now.tag = tagOf(place);
  if (isSame(*version, now)) return;
  throw Error(ErrorCode::kIo,
              "input file " + location + " changed after the DataFrame or Rdd was made: it had " + textOf(*version) +
                  ", now it has " + textOf(now) +
                  "; make the DataFrame or Rdd again to read it as it is now, and leave files alone while a job reads "
                  "them (ferro.files.verifyUnchanged=false turns this check off)");
}

}  // namespace ferro
