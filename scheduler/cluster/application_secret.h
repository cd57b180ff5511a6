// The secret of an application, by which its processes know each other: from a file, from the settings, or made here.
#pragma once

#include <string>

namespace ferro {

class Conf;

// Empty when authentication is off.
std::string applicationSecret(const Conf& conf);

}  // namespace ferro
