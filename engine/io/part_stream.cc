#include "ferro/engine/io/part_stream.h"

#include <utility>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {

PartStream::PartStream(std::unique_ptr<PartFile> file) : file_(std::move(file)) {}

arrow::Status PartStream::Write(const void* data, int64_t bytes) {
  try {
    file_->write({static_cast<const char*>(data), static_cast<size_t>(bytes)});
    return arrow::Status::OK();
  } catch (const Error& error) {
    error_ = std::current_exception();
    return arrow::Status::IOError(error.what());
  }
}

void PartStream::check(const arrow::Status& status) {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  ferro::check(status, "cannot write output part " + file_->path());
}

}  // namespace ferro
