// The directory that all machines of a cluster share, where the processes of an application leave things for each
// other. Any thread may call it.
#pragma once

#include <string>

namespace ferro {

class Conf;

// ferro.submit.stagingDir, else one in the home directory; made, for this user alone, if it is not there. Error when
// there is neither.
std::string sharedDirectory(const Conf& conf);

}  // namespace ferro
