#include "ferro/engine/io/formats/text_check.h"

#include <algorithm>

#include <arrow/array/array_base.h>
#include <arrow/array/data.h>
#include <arrow/type.h>
#include <arrow/util/utf8.h>

#include "ferro/common/error.h"

namespace ferro {
namespace {

// A loop that compilers turn into one over whole registers.
bool isAscii(const uint8_t* bytes, int64_t size) {
  uint8_t all = 0;
  for (int64_t i = 0; i < size; ++i) all |= bytes[i];
  return all < 0x80;
}

bool continuesCharacter(uint8_t byte) { return (byte & 0xC0) == 0x80; }

// Looks at all values at once: their texts lie one behind the other. They are UTF-8 each if the whole is, and none
// begins in the middle of a character.
bool isUtf8(const arrow::ArrayData& texts) {
  if (texts.length == 0 || texts.buffers[2] == nullptr) return true;
  const auto* offsets = texts.GetValues<int32_t>(1);
  const uint8_t* bytes = texts.buffers[2]->data();
  const int64_t size = offsets[texts.length] - offsets[0];
  if (isAscii(bytes + offsets[0], size)) return true;
  if (!arrow::util::ValidateUTF8(bytes + offsets[0], size)) return false;
  const int32_t end = offsets[texts.length];
  return std::all_of(offsets, offsets + texts.length,
                     [&](int32_t begin) { return begin == end || !continuesCharacter(bytes[begin]); });
}

bool hasOnlyUtf8(const arrow::ArrayData& data) {
  if (data.type->id() == arrow::Type::STRING) return isUtf8(data);
  if (data.dictionary != nullptr && !hasOnlyUtf8(*data.dictionary)) return false;
  return std::all_of(data.child_data.begin(), data.child_data.end(),
                     [](const auto& child) { return hasOnlyUtf8(*child); });
}

}  // namespace

void requireUtf8(const arrow::Array& column, const std::string& name, const std::string& location) {
  arrow::util::InitializeUTF8();
  if (hasOnlyUtf8(*column.data())) return;
  throw Error(
      ErrorCode::kMalformedData,
      "column `" + name + "` of " + location +
          " has text that is not UTF-8: the file is damaged, or its column holds bytes of another kind; make or "
          "fetch it again, or read the column as binary by giving a schema");
}

}  // namespace ferro
