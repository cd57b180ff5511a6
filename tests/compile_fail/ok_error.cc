#include "ferro/common/error.h"

ferro::Error error(ferro::ErrorCode::kIo, "an error has a code and a sentence");
