#include "ferro/common/column_writer.h"

namespace ferro::detail {

ArrayPointer makeFlatArray(TypePointer (*type)(), int64_t length, const Validity& validity, ColumnBuffer& values) {
  return makeArray(type(), length, validity, {values.finish()});
}

ArrayPointer TextColumn::finish(TypePointer (*type)(), int64_t length, const Validity& validity) {
  return makeArray(type(), length, validity, {ends_.finish(), text_.finish()});
}

}  // namespace ferro::detail
