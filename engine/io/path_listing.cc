#include "ferro/engine/io/path_listing.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "ferro/common/nearest_name.h"
#include "ferro/common/system_error.h"
#include "ferro/common/text.h"
#include "ferro/engine/io/glob.h"

namespace ferro {
namespace {

constexpr std::string_view kGlobCharacters = "*?[{\\";

// A glob cut where its first pattern begins.
struct GlobPath {
  ResolvedPath base;
  std::string pattern;
};

GlobPath cutAtPattern(const ResolvedPath& place) {
  const size_t first = place.path.find_first_of(kGlobCharacters);
  const size_t slash = place.path.rfind('/', first);
  const size_t begin = slash == std::string::npos ? 0 : slash + 1;
  GlobPath cut{place, place.path.substr(begin)};
  const auto levels = std::count(cut.pattern.begin(), cut.pattern.end(), '/') + 1;
  for (long level = 0; level < levels; ++level) cut.base = cut.base.parent();
  return cut;
}

std::string nameOf(const arrow::fs::FileInfo& info) { return info.base_name(); }

void addMatches(const ResolvedPath& directory, std::string_view component, std::vector<ResolvedPath>& found) {
  if (component.find_first_of("*?[") == std::string_view::npos) {
    ResolvedPath place = directory.child(unescapeGlob(component));
    if (statusOf(place)) found.push_back(std::move(place));
    return;
  }
  const auto status = statusOf(directory);
  if (!status || !status->IsDirectory()) return;
  for (const auto& entry : entriesOf(directory)) {
    const std::string name = nameOf(entry);
    const bool hiddenMeant = isHiddenName(component) || !isHiddenName(name);
    if (hiddenMeant && matchesGlob(component, name)) found.push_back(directory.child(name));
  }
}

// Places that exist and match the components of a pattern without braces.
std::vector<ResolvedPath> matchesBelow(const ResolvedPath& base, std::string_view pattern) {
  std::vector<ResolvedPath> found{base};
  for (const std::string_view component : split(pattern, '/')) {
    if (component.empty()) continue;
    std::vector<ResolvedPath> next;
    for (const ResolvedPath& directory : found) addMatches(directory, component, next);
    found = std::move(next);
  }
  return found;
}

// Whether a typing error may have made one of the other: they begin and end alike for half their length.
bool areClose(std::string_view a, std::string_view b) {
  const size_t shorter = std::min(a.size(), b.size());
  const auto prefix = static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const auto suffix = static_cast<size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
  return 2 * std::min(prefix + suffix, shorter) >= std::max(a.size(), b.size());
}

bool mayRead(const std::string& path, int mode) {
  return ::faccessat(AT_FDCWD, path.empty() ? "." : path.c_str(), mode, AT_EACCESS) == 0;
}

bool mayList(const ResolvedPath& directory) {
  if (directory.isLocal() && !mayRead(directory.path, R_OK | X_OK)) return false;
  const auto status = statusOf(directory);
  return status && status->IsDirectory();
}

}  // namespace

bool isHiddenName(std::string_view name) { return name.starts_with('_') || name.starts_with('.'); }

bool hasGlob(const ResolvedPath& place) { return isGlob(place.path); }

std::vector<ResolvedPath> matchingPlaces(const ResolvedPath& pattern) {
  // A file that has such a name is meant before a pattern that looks like it.
  if (statusOf(pattern)) return {pattern};
  if (!hasGlob(pattern)) return {};
  const GlobPath cut = cutAtPattern(pattern);
  std::vector<ResolvedPath> found;
  for (const std::string& plain : expandBraces(cut.pattern)) {
    for (ResolvedPath& place : matchesBelow(cut.base, plain)) found.push_back(std::move(place));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  auto same = [](const auto& a, const auto& b) { return a.path == b.path; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  return found;
}

std::string nearestPathHint(const ResolvedPath& missing) {
  const size_t slash = missing.path.find_last_of('/');
  const std::string name = slash == std::string::npos ? missing.path : missing.path.substr(slash + 1);
  const ResolvedPath directory = missing.parent();
  if (name.empty() || !mayList(directory)) return "";
  std::vector<std::string> names;
  for (const auto& entry : entriesOf(directory)) names.push_back(nameOf(entry));
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto nearest = nearestName(name, known);
  if (!nearest || !areClose(name, *nearest)) return "";
  return "; did you mean " + directory.child(*nearest).location + "?";
}

void checkReadable(const ResolvedPath& file) {
  if (file.isLocal() && !mayRead(file.path, R_OK)) throwErrno(errno, "cannot read input file " + file.location);
}

}  // namespace ferro
