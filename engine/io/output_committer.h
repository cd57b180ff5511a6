// Output directories that are whole or absent. Tasks write parts aside, under <directory>/_temporary; when all are
// done, the driver moves the parts of the attempts that counted into place and writes _SUCCESS. Losers of a retry, and
// everything of a job that failed, go with _temporary. What an overwrite replaces is moved aside only then, and comes
// back if the commit fails.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/common/owned.h"

namespace ferro {

struct ResolvedPath;

// What to do when the output exists.
enum class SaveMode : uint8_t { kErrorIfExists, kAppend, kOverwrite, kIgnore };

// What a task must know to write its part: travels.
struct OutputTask {
  std::string staging;  // directory for parts that are not committed
  std::string suffix;   // of a part's name behind its number, as in `.gz`
};

// A part that a task has written to its end: travels back.
struct WrittenPart {
  std::string staged;  // file name under staging
  std::string name;    // what it will be called, with the directories of its partition values
  int64_t rows = 0;
  int64_t bytes = 0;
};

// The driver's side; one owner.
class OutputCommitter {
 public:
  // Makes the directory, which must not exist: Error kAlreadyExists.
  OutputCommitter(std::string_view directory, std::string suffix);
  // The same for all modes but kIgnore, which is its caller's. First sweeps away what writers left that have died.
  OutputCommitter(const ResolvedPath& directory, std::string suffix, SaveMode mode);
  // Without commit(), takes away what was made.
  ~OutputCommitter();
  OutputCommitter(const OutputCommitter&) = delete;
  OutputCommitter& operator=(const OutputCommitter&) = delete;

  const OutputTask& task() const { return task_; }
  // A name that no other output has: in the names of parts it keeps those of several outputs apart.
  const std::string& id() const { return id_; }
  void commit(const std::vector<WrittenPart>& parts);

 private:
  void makeDirectories();
  void checkAbsent() const;
  void moveOldAside();
  void moveIntoPlace(const WrittenPart& part);
  void removeStaging();
  void abort() noexcept;

  Owned<const ResolvedPath> directory_;
  SaveMode mode_;
  std::string id_;
  Owned<const ResolvedPath> staging_;
  OutputTask task_;
  std::vector<std::string> made_;   // directories, outer ones first
  std::vector<std::string> moved_;  // files that are in place already
  bool committed_ = false;
};

// part-00007 and the suffix.
std::string partName(int partition, std::string_view suffix);

// A name that no other job's output has.
std::string newOutputId();

}  // namespace ferro
