// Text of another encoding as UTF-8. Belongs to one thread.
#pragma once

#include <memory>

#include "ferro/engine/io/byte_input.h"
#include "ferro/engine/io/csv/csv_options.h"

namespace ferro {

// Gives the input's text in UTF-8, with U+FFFD in place of what its encoding does not allow. A byte order mark decides
// which UTF-16 it is, and is left out. Input that is UTF-8 is given back as it is.
std::unique_ptr<ByteInput> decodedInput(std::unique_ptr<ByteInput> input, TextEncoding encoding);

}  // namespace ferro
