// The settings of an application: which keys are set, to what, and by whom. A value type: copies are independent, and
// one object must not be changed while another thread reads it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ferro/conf/code_location.h"
#include "ferro/conf/conf_key.h"
#include "ferro/conf/conf_value.h"

namespace ferro {

struct ConfSetting {
  std::string key;       // with prefix `ferro.`, whatever the user wrote
  std::string text;      // the value, which its key allows
  std::string source;    // where it came from, in words
  std::string replaced;  // what the user wrote, when a value of Spark's stands for one of Ferro's
};

// Keys may be spelled `ferro.X` or `spark.X`. A key that is not known or a value that its key does not allow throws
// kInvalidConf, at once; a `spark.X` that is not known is kept aside for warnings() and has no other effect.
class Conf {
 public:
  // Defined in conf.cc, so that programs need not compile them.
  Conf();
  ~Conf();
  Conf(const Conf&);
  Conf& operator=(const Conf&);
  Conf(Conf&&) noexcept;
  Conf& operator=(Conf&&) noexcept;

  Conf& set(std::string_view key, std::string_view value, CodeLocation where = CodeLocation::current());
  Conf& set(std::string_view key, ByteSize value, CodeLocation where = CodeLocation::current());
  // Of std::chrono, in milliseconds or a coarser unit.
  template <class Duration>
    requires requires { typename Duration::period; }
  Conf& set(std::string_view key, Duration value, CodeLocation where = CodeLocation::current()) {
    using Period = typename Duration::period;
    static_assert(std::is_integral_v<typename Duration::rep> && (Period::num * 1000) % Period::den == 0,
                  "a setting's duration is a whole number of milliseconds");
    return setMilliseconds(key, int64_t{value.count()} * (Period::num * 1000 / Period::den), where);
  }
  template <class Number>
    requires std::is_arithmetic_v<Number>
  Conf& set(std::string_view key, Number value, CodeLocation where = CodeLocation::current()) {
    if constexpr (std::is_same_v<Number, bool>) return set(key, value ? "true" : "false", where);
    else if constexpr (std::is_integral_v<Number>) return set(key, std::to_string(value), where);
    else return setReal(key, value, where);
  }
  Conf& setMaster(std::string_view master, CodeLocation where = CodeLocation::current());
  Conf& setAppName(std::string_view name, CodeLocation where = CodeLocation::current());

  // For sources weaker than those already here, which keep their say; the value is checked all the same. Keys without
  // one of the two prefixes are kept aside as unknown ones of Spark's are.
  Conf& setIfMissing(std::string_view key, std::string_view value, std::string_view source);

  template <class T>
  T get(const ConfKey<T>& key) const {
    std::optional<std::string> text = getText(key);
    if constexpr (detail::kIsOptional<T>) {
      if (!text) return std::nullopt;
      return parseConfValue<typename ConfKey<T>::Value>(key, *text);
    } else {
      return parseConfValue<T>(key, *text).value();
    }
  }

  // Whether any source has set the key.
  bool isSet(const ConfKeyBase& key) const { return contains(key.name); }
  bool contains(std::string_view key) const;

  // For tools that show settings: the text that is set, else the default; nothing for unknown keys and those without a
  // default.
  std::optional<std::string> getText(std::string_view key) const;
  std::vector<ConfSetting> settings() const;

  // The value as it may be printed: hidden when ferro.redaction.regex says that it is a secret.
  std::string redacted(std::string_view key, std::string_view value) const;

  // What the user should hear about these settings, a line each: those that have no effect yet, those taken for another
  // value, and all that mean nothing here in one line.
  std::vector<std::string> warnings() const;

 private:
  Conf& setReal(std::string_view key, double value, CodeLocation where);
  Conf& setMilliseconds(std::string_view key, int64_t value, CodeLocation where);
  std::optional<ConfSetting> checked(std::string_view key, std::string_view value, std::string_view source) const;
  std::string described(std::string_view key, std::string_view value, std::string_view source) const;

  std::map<std::string, ConfSetting, std::less<>> settings_;
  std::map<std::string, std::string, std::less<>> ignored_;  // key as written, source
};

}  // namespace ferro
