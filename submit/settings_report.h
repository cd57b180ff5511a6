// What ferro-submit tells about settings, secrets hidden: all of them for --verbose, one for --explain-conf. Pure
// functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/conf/conf.h"

namespace ferro::submit {

// One line for each setting that somebody made: key, value, where it came from.
std::string describeSettings(const Conf& conf);
// The program and its arguments, as they may be shown.
std::string describeCommand(const Conf& conf, const std::string& program, const std::vector<std::string>& arguments);
// The key may lack its beginning where no other ends so. Error kInvalidConf that names the nearest when there is none.
std::string explainKey(const Conf& conf, std::string_view name);

}  // namespace ferro::submit
