#include "ferro/engine/types/column_metadata.h"

#include <utility>

#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>

namespace ferro {
namespace {

const std::string kKey = "metadata";

}  // namespace

std::optional<std::string> columnMetadata(const arrow::Field& field) {
  if (field.metadata() == nullptr) return std::nullopt;
  auto found = field.metadata()->Get(kKey);
  return found.ok() ? std::optional(*std::move(found)) : std::nullopt;
}

std::shared_ptr<arrow::Field> withColumnMetadata(const arrow::Field& field, std::string metadata) {
  return field.WithMetadata(arrow::key_value_metadata({{kKey, std::move(metadata)}}));
}

}  // namespace ferro
