// Gives Arrow's writers a part file to write to. Arrow takes no exceptions, so an Error waits here until Arrow has
// returned: it says more than a Status made of it. For .cc files. Belongs to one task.
#pragma once

#include <exception>
#include <memory>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "ferro/engine/io/part_file.h"

namespace ferro {

class PartStream final : public arrow::io::OutputStream {
 public:
  explicit PartStream(std::unique_ptr<PartFile> file);

  arrow::Status Write(const void* data, int64_t bytes) override;
  arrow::Result<int64_t> Tell() const override { return file_->bytesWritten(); }
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }

  // Throws what a write threw, or what Arrow says.
  void check(const arrow::Status& status);
  PartFile& file() { return *file_; }

 private:
  std::unique_ptr<PartFile> file_;
  std::exception_ptr error_;
  bool closed_ = false;
};

}  // namespace ferro
