#include "ferro/engine/io/output_committer.h"

#include <cstdio>
#include <random>
#include <utility>

#include <arrow/io/interfaces.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/engine/io/staging.h"

namespace ferro {
namespace {

// Of what others may undo at the same moment.
constexpr int kAttempts = 100;

bool tryRemove(const ResolvedPath& place) {
  try {
    removeTree(place);
    return true;
  } catch (const Error&) {
    return false;
  }
}

ResolvedPath outputDirectory(std::string_view directory) {
  if (directory.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "the output path is empty; name a directory to be made");
  }
  return resolveAbsolutePath(directory);
}

// The directories that must be made for a place to be one, outer ones first.
std::vector<ResolvedPath> missingUpTo(ResolvedPath place) {
  std::vector<ResolvedPath> missing;
  while (!place.path.empty() && !exists(place)) {
    const ResolvedPath parent = place.parent();
    missing.insert(missing.begin(), std::exchange(place, parent));
    if (missing.front().path == place.path) break;
  }
  return missing;
}

}  // namespace

OutputCommitter::OutputCommitter(std::string_view directory, std::string suffix)
    : OutputCommitter(outputDirectory(directory), std::move(suffix), SaveMode::kErrorIfExists) {}

OutputCommitter::OutputCommitter(const ResolvedPath& directory, std::string suffix, SaveMode mode)
    : directory_(std::make_unique<const ResolvedPath>(directory)),
      mode_(mode),
      id_(newOutputId()),
      staging_(std::make_unique<const ResolvedPath>(directory.child(kTemporary).child(stagingName(id_)))),
      task_{staging_->location, std::move(suffix)} {
  if (mode == SaveMode::kErrorIfExists) {
    checkAbsent();
  } else {
    sweepDeadWriters(directory);
  }
  try {
    makeDirectories();
  } catch (const Error&) {
    abort();
    throw;
  }
}

OutputCommitter::~OutputCommitter() {
  if (!committed_) abort();
}

void OutputCommitter::checkAbsent() const {
  if (!exists(*directory_)) return;
  throw Error(ErrorCode::kAlreadyExists, "[PATH_ALREADY_EXISTS] output directory " + directory_->location +
                                             " already exists; remove it or choose another");
}

void OutputCommitter::makeDirectories() {
  // Another writer that is done may take an empty _temporary away before this one is in it: then it is made again.
  for (int attempt = 1;; ++attempt) {
    try {
      for (const ResolvedPath& place : missingUpTo(*staging_)) {
        if (makeDirectory(place)) {
          made_.push_back(place.location);
        } else if (place.path == directory_->path && mode_ == SaveMode::kErrorIfExists) {
          checkAbsent();
        }
      }
      return;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kNotFound || attempt == kAttempts) throw;
    }
  }
}

void OutputCommitter::moveOldAside() {
  const ResolvedPath replaced = staging_->child(kReplaced);
  for (const auto& entry : entriesOf(*directory_)) {
    const std::string name = entry.base_name();
    if (name == kTemporary) continue;
    makeDirectory(replaced);
    moveTree(directory_->child(name), replaced.child(name));
  }
}

void OutputCommitter::moveIntoPlace(const WrittenPart& part) {
  for (size_t slash = part.name.find('/'); slash != std::string::npos; slash = part.name.find('/', slash + 1)) {
    const ResolvedPath folder = directory_->child(part.name.substr(0, slash));
    if (makeDirectory(folder)) made_.push_back(folder.location);
  }
  const ResolvedPath place = directory_->child(part.name);
  moveTree(staging_->child(part.staged), place);
  moved_.push_back(place.location);
}

void OutputCommitter::commit(const std::vector<WrittenPart>& parts) {
  if (mode_ == SaveMode::kOverwrite) moveOldAside();
  for (const WrittenPart& part : parts) moveIntoPlace(part);
  const ResolvedPath success = directory_->child("_SUCCESS");
  const std::string what = "cannot write " + success.location;
  const bool isNew = !exists(success);
  auto file = valueOf(success.fileSystem->OpenOutputStream(success.path), what);
  if (isNew) moved_.push_back(success.location);
  check(file->Close(), what);
  committed_ = true;
  removeStaging();
}

void OutputCommitter::removeStaging() {
  // A task that does not know yet that its job has failed may add or remove a file meanwhile; once the directory is
  // gone it can add none.
  for (int attempt = 1; attempt < kAttempts && !tryRemove(*staging_); ++attempt) {
  }
  removeTree(*staging_);
  removeIfEmpty(directory_->child(kTemporary));
}

void OutputCommitter::abort() noexcept {
  if (made_.empty()) return;
  try {
    for (const std::string& file : moved_) removeTree(resolvePath(file));
    // Directories of partition values lie beyond the staging directory, and must be gone before old ones come back.
    for (auto path = made_.rbegin(); path != made_.rend() && *path != staging_->location; ++path) {
      removeIfEmpty(resolvePath(*path));
    }
    restoreReplaced(*staging_, *directory_);
    removeStaging();
    // From the inside out; a directory in which others have put something since is left to them.
    for (auto path = made_.rbegin(); path != made_.rend(); ++path) removeIfEmpty(resolvePath(*path));
  } catch (const Error&) {
    // Nobody can be told. Old data that could not be moved back lies under _temporary, where the next writer finds it.
    made_.clear();
  }
  made_.clear();
  moved_.clear();
}

std::string partName(int partition, std::string_view suffix) {
  char number[16];
  std::snprintf(number, sizeof(number), "%05d", partition);
  return "part-" + std::string(number).append(suffix);
}

std::string newOutputId() {
  std::random_device random;
  char text[40];
  std::snprintf(text, sizeof(text), "%08x-%04x-%04x-%04x-%04x%08x", random(), random() & 0xFFFFU,
                (random() & 0x0FFFU) | 0x4000U, (random() & 0x3FFFU) | 0x8000U, random() & 0xFFFFU, random());
  return text;
}

}  // namespace ferro
