#include "ferro/engine/io/file_system.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <arrow/filesystem/localfs.h>
#include <arrow/io/interfaces.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/engine/io/bounded_wait.h"
#include "ferro/engine/io/local_path.h"

namespace ferro {
namespace {

// A large directory takes many answers.
constexpr std::chrono::minutes kRemoteListLimit{10};

// The parts of a URI that stay when its path grows.
struct UriParts {
  std::string_view path;   // with scheme and authority
  std::string_view query;  // with its question mark, or empty
};

// A question mark is a glob's unless something like `region=x` follows it.
UriParts partsOf(std::string_view uri) {
  const size_t mark = uri.rfind('?');
  if (mark == std::string_view::npos) return {uri, {}};
  const std::string_view query = uri.substr(mark + 1);
  const size_t equals = query.find('=');
  const bool isQuery = equals != std::string_view::npos && equals > 0 &&
                       std::all_of(query.begin(), query.begin() + equals,
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return isQuery ? UriParts{uri.substr(0, mark), uri.substr(mark)} : UriParts{uri, {}};
}

// For characters that a URI may not hold, such as spaces and what globs are made of.
std::string escapedForUri(std::string_view text, std::string_view forbidden = " \"<>[]{}|\\^`?#") {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string escaped;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte > 0x20 && byte < 0x7F && forbidden.find(character) == std::string_view::npos) {
      escaped.push_back(character);
    } else {
      escaped.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
    }
  }
  return escaped;
}

std::string_view withoutTrailingSlashes(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

// Arrow's wheel keeps S3 in a library of its own, beside the main one. True when it was loaded.
bool loadSchemeLibrary(std::string_view scheme) {
  if (scheme != "s3") return false;
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&arrow::fs::EnsureFinalized), &info) == 0) return false;
  const std::filesystem::path arrow(info.dli_fname);
  std::string name = arrow.filename().string();
  const size_t end = name.find(".so");
  if (end == std::string::npos) return false;
  const std::string library = (arrow.parent_path() / name.insert(end, "_s3")).string();
  if (!std::filesystem::exists(library)) return false;
  check(arrow::fs::LoadFileSystemFactories(library.c_str()), "cannot load " + library);
  return true;
}

// As Hadoop's users write it.
std::string_view withArrowsScheme(std::string_view scheme) {
  return scheme == "s3a" || scheme == "s3n" ? "s3" : scheme;
}

// Google's library would try for a quarter of an hour.
std::string withRetryLimit(std::string_view scheme, const std::string& uri) {
  const bool isGoogle = scheme == "gs" || scheme == "gcs";
  if (!isGoogle || uri.find("retry_limit_seconds=") != std::string::npos) return uri;
  return uri + (partsOf(uri).query.empty() ? "?" : "&") + "retry_limit_seconds=30";
}

std::shared_ptr<arrow::fs::FileSystem> fileSystemOf(std::string_view scheme, const std::string& uri,
                                                    std::string& path) {
  auto result = arrow::fs::FileSystemFromUri(uri, &path);
  if (!result.ok()) {
    const bool loaded = loadSchemeLibrary(scheme);
    result = arrow::fs::FileSystemFromUri(uri, &path);
    // What the library began must end before its data is taken apart, which it began with just now.
    if (loaded) std::atexit(arrow::fs::EnsureFinalized);
  }
  if (result.ok()) return std::move(result).ValueUnsafe();
  try {
    check(result.status(), "cannot use the file system of " + uri);
  } catch (const Error& error) {
    throw Error(ErrorCode::kInvalidArgument, error.what());
  }
  throwInternal("a failed status that is none");
}

std::string joined(std::string_view directory, std::string_view relative) {
  std::string path(directory);
  if (!path.empty() && path.back() != '/') path.push_back('/');
  return path.append(relative);
}

std::string_view parentOf(std::string_view path) {
  path = withoutTrailingSlashes(path);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return path.substr(0, std::max<size_t>(slash, 1));
}

// Arrow's own listing leaves out links to nothing, which would be a file less without a word.
std::vector<std::string> localEntries(const std::string& directory, const std::string& what) {
  std::error_code failure;
  std::vector<std::string> paths;
  std::filesystem::directory_iterator entry(directory.empty() ? "." : directory, failure);
  for (; !failure && entry != std::filesystem::directory_iterator(); entry.increment(failure)) {
    paths.push_back(joined(directory, entry->path().filename().string()));
  }
  if (failure) throwErrno(failure.value(), what);
  return paths;
}

bool isUri(std::string_view text) {
  const size_t colon = text.find("://");
  return colon != std::string_view::npos && colon > 0 && !text.starts_with("file:") &&
         std::all_of(text.begin(), text.begin() + colon,
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.'; });
}

}  // namespace

ResolvedPath ResolvedPath::child(std::string_view relative) const {
  if (isLocal()) return {fileSystem, joined(path, relative), joined(location, relative)};
  const UriParts parts = partsOf(location);
  std::string uri = joined(parts.path, escapedForUri(relative, " \"<>[]{}|\\^`?#%"));
  return {fileSystem, joined(path, relative), uri.append(parts.query)};
}

ResolvedPath ResolvedPath::parent() const {
  if (isLocal()) return {fileSystem, std::string(parentOf(path)), std::string(parentOf(location))};
  const UriParts parts = partsOf(location);
  return {fileSystem, std::string(parentOf(path)), std::string(parentOf(parts.path)).append(parts.query)};
}

ResolvedPath resolvePath(std::string_view text) {
  if (!isUri(text)) {
    std::string path = localPath(text);
    return {std::make_shared<arrow::fs::LocalFileSystem>(), path, path};
  }
  // The file system is found by what stands in front of the path, so that a glob need not be a legal URI.
  const UriParts parts = partsOf(text);
  const size_t authority = parts.path.find("://") + 3;
  const size_t slash = std::min(parts.path.find('/', authority), parts.path.size());
  const std::string_view relative = withoutTrailingSlashes(parts.path.substr(slash));
  const std::string_view written = text.substr(0, text.find("://"));
  const std::string scheme(withArrowsScheme(written));
  const std::string uri = scheme + std::string(parts.path.substr(written.size(), slash - written.size()))
                                       .append(escapedForUri(relative))
                                       .append(parts.query);
  const auto ask = [scheme, bounded = withRetryLimit(scheme, uri)] {
    ResolvedPath place;
    place.fileSystem = fileSystemOf(scheme, bounded, place.path);
    return place;
  };
  ResolvedPath place = answerWithin(kRemoteAnswerLimit, uri, ask);
  place.location = uri;
  return place;
}

ResolvedPath resolveAbsolutePath(std::string_view text) {
  ResolvedPath place = resolvePath(text);
  if (!place.isLocal()) return place;
  place.path = std::string(withoutTrailingSlashes(std::filesystem::absolute(place.path).lexically_normal().string()));
  place.location = place.path;
  return place;
}

std::optional<arrow::fs::FileInfo> statusOf(const ResolvedPath& place) {
  const std::string& path = place.path.empty() && place.isLocal() ? "." : place.path;
  const auto ask = [fileSystem = place.fileSystem, path] { return fileSystem->GetFileInfo(path); };
  auto info = valueOf(place.isLocal() ? ask() : answerWithin(kRemoteAnswerLimit, place.location, ask),
                      "cannot read input path " + place.location);
  if (info.type() == arrow::fs::FileType::NotFound) return std::nullopt;
  return info;
}

std::vector<arrow::fs::FileInfo> entriesOf(const ResolvedPath& directory) {
  const std::string what = "cannot list input directory " + directory.location;
  std::vector<arrow::fs::FileInfo> entries;
  if (directory.isLocal()) {
    entries = valueOf(directory.fileSystem->GetFileInfo(localEntries(directory.path, what)), what);
  } else {
    arrow::fs::FileSelector selector;
    selector.base_dir = directory.path;
    const auto ask = [fileSystem = directory.fileSystem, selector] { return fileSystem->GetFileInfo(selector); };
    entries = valueOf(answerWithin(kRemoteListLimit, directory.location, ask), what);
  }
  std::sort(entries.begin(), entries.end(), arrow::fs::FileInfo::ByPath());
  return entries;
}

std::shared_ptr<arrow::io::RandomAccessFile> openInputFile(const ResolvedPath& place) {
  return valueOf(place.fileSystem->OpenInputFile(place.path), "cannot open input file " + place.location);
}

std::shared_ptr<arrow::io::RandomAccessFile> openInputFile(const std::string& location) {
  return openInputFile(resolvePath(location));
}

}  // namespace ferro
