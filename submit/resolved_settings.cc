#include "ferro/submit/resolved_settings.h"

#include "ferro/conf/conf_sources.h"

namespace ferro::submit {

Conf resolveSettings(const std::vector<SubmittedSetting>& flags, const std::string& application,
                     const std::vector<std::string>& arguments) {
  ConfEnvironment environment = ConfEnvironment::ofThisProcess();
  environment.submitted = flags;
  std::vector<std::string> words{application};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(words.size());
  return loadConf(Conf(), count, pointers.data(), environment);
}

}  // namespace ferro::submit
