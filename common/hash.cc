#include "ferro/common/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ferro::detail {

uint64_t hashLongText(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

}  // namespace ferro::detail
