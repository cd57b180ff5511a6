// Turns Arrow's Status and Result into ferro::Error at the place of the call. For .cc files: it parses Arrow headers.
// Any thread may call these.
#pragma once

#include <string_view>
#include <utility>

#include <arrow/result.h>
#include <arrow/status.h>

namespace ferro {

// Throws when status is an error; what says what was tried, with the path or name it was tried on.
void check(const arrow::Status& status, std::string_view what);

template <class T>
T valueOf(arrow::Result<T>&& result, std::string_view what) {
  if (!result.ok()) check(result.status(), what);
  return std::move(result).ValueUnsafe();
}

}  // namespace ferro
