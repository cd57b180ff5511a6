#include "ferro/mllib/params/parameterized.h"

#include <random>

namespace ferro::ml {
namespace {

std::string_view lastPart(std::string_view className) { return className.substr(className.rfind('.') + 1); }

}  // namespace

std::string_view Parameterized::shortName() const { return lastPart(className()); }

void Parameterized::apply(const ParamMap& map) {
  for (const ParamSetting& setting : map) {
    if (setting.stage == uid_) params().set(setting.name, setting.value);
  }
}

std::string newUid(std::string_view className) {
  std::random_device random;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string uid = std::string(lastPart(className)) + "_";
  for (int i = 0; i < 12; ++i) uid += kDigits[random() % kDigits.size()];
  return uid;
}

}  // namespace ferro::ml
