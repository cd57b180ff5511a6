#include "ferro/scheduler/result_limit.h"

#include "ferro/conf/byte_size.h"

namespace ferro {

Error resultsTooLarge(int64_t limit) {
  return Error(
      ErrorCode::kOutOfMemory,
      "the results of this job take more than " + toText(ByteSize(limit)) +
          " in the driver's memory: so much ferro.driver.maxResultSize and ferro.driver.memory allow; save them, "
          "take fewer rows, read them by toLocalIterator(), or raise the setting");
}

}  // namespace ferro
