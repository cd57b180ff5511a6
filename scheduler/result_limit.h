// The bound on what a job's results may take in the driver's memory. A pure function.
#pragma once

#include <cstdint>

#include "ferro/common/error.h"

namespace ferro {

// The error of a job whose results pass ferro.driver.maxResultSize, with advice.
Error resultsTooLarge(int64_t limit);

}  // namespace ferro
