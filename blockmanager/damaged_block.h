// A cached block whose file is damaged, found while its rows were being read. The task that read it has not failed: the
// block is dropped and the task runs again, which computes the block anew. Thrown on the reader's thread.
#pragma once

#include <string>

#include "ferro/common/error.h"

namespace ferro {

class DamagedBlock : public Error {
 public:
  DamagedBlock(std::string path, const std::string& what)
      : Error(ErrorCode::kMalformedData, "block file " + path + " is damaged: " + what), path_(std::move(path)) {}

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ferro
