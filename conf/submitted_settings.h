// The file by which ferro-submit hands its flags to the application: settings in the order of their strength, each with
// the flag it came from. Readable by its owner alone. Functions without state; any thread may call them.
#pragma once

#include <string>
#include <vector>

namespace ferro {

// The variable of the environment that names the file.
inline constexpr const char* kSubmittedSettingsVariable = "FERRO_SUBMITTED_SETTINGS";

struct SubmittedSetting {
  std::string key;
  std::string value;
  std::string source;  // "ferro-submit --master"

  bool operator==(const SubmittedSetting&) const = default;
};

// Makes the file anew with mode 0600; Error when something is there or it cannot be written.
void writeSubmittedSettings(const std::string& path, const std::vector<SubmittedSetting>& settings);
// Error kNotFound when it is gone, kMalformedData when nobody of ours wrote it.
std::vector<SubmittedSetting> readSubmittedSettings(const std::string& path);

}  // namespace ferro
