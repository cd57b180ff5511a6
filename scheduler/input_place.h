// Where in the input the record lay that a task failed on. A source notes it while an exception passes through it, on
// the task's thread; whoever reports the failure of the task asks on the same thread.
#pragma once

#include <string>

namespace ferro {

// "line 12 of /data/words.txt". The first note counts, until it is taken.
void noteInputPlace(std::string place);
// The note, or empty; there is none after that.
std::string takeInputPlace();

}  // namespace ferro
