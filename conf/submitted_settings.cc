#include "ferro/conf/submitted_settings.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/common/text.h"

namespace ferro {
namespace {

// Between texts that come from arguments, which cannot hold it.
constexpr char kEnd = '\0';

using File = std::unique_ptr<FILE, int (*)(FILE*)>;

}  // namespace

void writeSubmittedSettings(const std::string& path, const std::vector<SubmittedSetting>& settings) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) throwErrno(errno, "cannot hand over the settings in " + path);
  File file(::fdopen(descriptor, "wb"), std::fclose);
  std::string content;
  for (const SubmittedSetting& setting : settings) {
    for (const std::string* text : {&setting.key, &setting.value, &setting.source}) content.append(*text) += kEnd;
  }
  const bool written = std::fwrite(content.data(), 1, content.size(), file.get()) == content.size();
  if (!written || std::fflush(file.get()) != 0) throwErrno(errno, "cannot hand over the settings in " + path);
}

std::vector<SubmittedSetting> readSubmittedSettings(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file) {
    throwErrno(errno, "cannot read the settings from ferro-submit in " + path + ", which $" +
                          kSubmittedSettingsVariable + " names");
  }
  std::string content;
  char buffer[4096];
  while (const size_t count = std::fread(buffer, 1, sizeof(buffer), file.get())) content.append(buffer, count);
  // What comes after the last end is empty.
  const std::vector<std::string_view> texts = split(content, kEnd);
  if (texts.size() % 3 != 1 || !texts.back().empty()) {
    throw Error(ErrorCode::kMalformedData, path + " is not a file of settings that ferro-submit wrote");
  }
  std::vector<SubmittedSetting> settings;
  for (size_t i = 0; i + 3 <= texts.size(); i += 3) {
    settings.push_back({std::string(texts[i]), std::string(texts[i + 1]), std::string(texts[i + 2])});
  }
  return settings;
}

}  // namespace ferro
