#include "ferro/common/error.h"

// expect: no matching function for call to 'ferro::Error::Error
ferro::Error error("a sentence alone is not enough");
