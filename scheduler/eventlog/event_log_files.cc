#include "ferro/scheduler/eventlog/event_log_files.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"

namespace ferro {

namespace {

constexpr std::string_view kInProgress = ".inprogress";
constexpr std::string_view kPacked = ".zstd";
constexpr mode_t kDirectoryMode = 0770;  // Spark's

std::string localDirectory(const std::string& directory) {
  if (directory.starts_with("file://")) return directory.substr(7);
  if (directory.starts_with("file:")) return directory.substr(5);
  if (directory.find("://") == std::string::npos) return directory;
  throw Error(ErrorCode::kInvalidConf, "ferro.eventLog.dir=" + directory +
                                           " is not on a file system of this machine; mount it and name the path");
}

void makeDirectories(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throwErrno(error.value(), "cannot make the directory " + directory);
}

void renameFile(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) throwErrno(errno, "cannot rename " + from + " to " + to);
}

}  // namespace

EventLogFiles::EventLogFiles(const EventLogOptions& options, std::string applicationId)
    : applicationId_(std::move(applicationId)),
      compress_(options.compress),
      rolling_(options.rolling),
      maxFileSize_(options.maxFileSize) {
  const std::string directory = localDirectory(options.directory);
  makeDirectories(directory);
  place_ = directory + (rolling_ ? "/eventlog_v2_" : "/") + applicationId_;
  if (rolling_) {
    beginRolling();
  } else if (compress_) {
    place_ += kPacked;
  }
  beginFile();
}

void EventLogFiles::beginRolling() {
  if (::mkdir(place_.c_str(), kDirectoryMode) != 0) throwErrno(errno, "cannot make the directory " + place_);
  LogFile(statusPath() + std::string(kInProgress), false).close();
}

std::string EventLogFiles::statusPath() const { return place_ + "/appstatus_" + applicationId_; }

void EventLogFiles::beginFile() {
  std::string path = place_;
  if (rolling_) {
    path += "/events_" + std::to_string(++numFiles_) + "_" + applicationId_;
    if (compress_) path += kPacked;
  } else {
    path += kInProgress;
  }
  file_ = std::make_unique<LogFile>(std::move(path), compress_);
}

void EventLogFiles::roll() {
  file_->close();
  beginFile();
}

void EventLogFiles::write(std::string_view lines) {
  while (rolling_ && file_->bytesTaken() + static_cast<int64_t>(lines.size()) > maxFileSize_) {
    const auto room = static_cast<size_t>(maxFileSize_ - file_->bytesTaken());
    size_t end = room == 0 ? std::string_view::npos : lines.rfind('\n', room - 1);
    // A line that is longer than a file may be gets a file of its own.
    if (end == std::string_view::npos && file_->bytesTaken() == 0) end = lines.find('\n');
    if (end != std::string_view::npos) {
      file_->write(lines.substr(0, end + 1));
      lines.remove_prefix(end + 1);
    }
    if (lines.empty()) return;
    roll();
  }
  if (!lines.empty()) file_->write(lines);
}

void EventLogFiles::finish() {
  file_->close();
  if (rolling_) {
    renameFile(statusPath() + std::string(kInProgress), statusPath());
  } else {
    renameFile(file_->path(), place_);
  }
}

}  // namespace ferro
