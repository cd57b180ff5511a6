// The settings that an application will see, but for what its code sets. For the main thread.
#pragma once

#include <string>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/conf/submitted_settings.h"

namespace ferro::submit {

// Its own arguments, flags of ferro-submit, files. Error as loadConf.
Conf resolveSettings(const std::vector<SubmittedSetting>& flags, const std::string& application,
                     const std::vector<std::string>& arguments);

}  // namespace ferro::submit
