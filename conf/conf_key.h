// The declaration of one setting: its name, type, default, meaning and what it allows. Keys are constants, made at
// compile time in keys_*.h; any thread may use them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ferro/conf/byte_size.h"
#include "ferro/conf/memory_limit.h"
#include "ferro/conf/time_unit.h"

namespace ferro {

enum class ConfStatus {
  kInEffect,
  kNoEffectYet,  // what the key tunes is not there yet; setting it warns
};

enum class ConfType { kBool, kInteger, kReal, kText, kList, kSize, kMemory, kDuration };

// Bounds of a number, both included; of a size in bytes, of a duration in milliseconds.
struct ConfRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

constexpr ConfRange atLeast(double least) { return {.least = least}; }
constexpr ConfRange between(double least, double most) { return {least, most}; }

// A value that Spark knows and Ferro replaces by its own. `reason` becomes a warning; empty means that nothing is lost.
struct ConfSubstitute {
  std::string_view written;
  std::string_view taken;
  std::string_view reason;
};

struct ConfKeySpec {
  std::string_view name;              // with its prefix `ferro.`
  std::string_view defaultText = {};  // as a user would write it
  std::string_view whenUnset = {};    // for keys of optional type, which have no default: what happens then
  std::string_view meaning;           // one sentence or two
  ConfRange range = {};
  ByteUnit bareSizeUnit = ByteUnit::kByte;         // what a size without a unit counts
  TimeUnit bareTimeUnit = TimeUnit::kMillisecond;  // what a duration without a unit counts
  std::string_view choices = {};                   // the allowed texts or numbers, separated by ", "; empty for any
  std::span<const ConfSubstitute> substitutes = {};
  bool (*accepts)(std::string_view text) = nullptr;  // a further check on texts
  std::string_view acceptedForm = {};                // what that check wants, in words
  ConfStatus status = ConfStatus::kInEffect;
  bool isSecret = false;  // may stand in a file, never in arguments that others can see
};

// A key without its type, for the table of all keys. Converts to its name, so that it can stand where a name is wanted.
struct ConfKeyBase : ConfKeySpec {
  ConfType type;
  bool isOptional;

  constexpr operator std::string_view() const { return name; }

 protected:
  constexpr ConfKeyBase(const ConfKeySpec& spec, ConfType valueType, bool optional)
      : ConfKeySpec(spec), type(valueType), isOptional(optional) {}
};

namespace detail {

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
struct ValueOf {
  using Type = T;
};
template <class T>
struct ValueOf<std::optional<T>> {
  using Type = T;
};

// True of std::chrono::milliseconds: see duration_key.h. Programs that have no use for <chrono> need not parse it.
template <class T>
inline constexpr bool kIsDuration = false;

template <class T>
constexpr ConfType confTypeOf() {
  if constexpr (std::is_same_v<T, bool>) return ConfType::kBool;
  else if constexpr (std::is_same_v<T, int64_t>) return ConfType::kInteger;
  else if constexpr (std::is_same_v<T, double>) return ConfType::kReal;
  else if constexpr (std::is_same_v<T, std::string>) return ConfType::kText;
  else if constexpr (std::is_same_v<T, std::vector<std::string>>) return ConfType::kList;
  else if constexpr (std::is_same_v<T, ByteSize>) return ConfType::kSize;
  else if constexpr (std::is_same_v<T, MemoryLimit>) return ConfType::kMemory;
  else {
    static_assert(kIsDuration<T>, "a setting cannot have this type");
    return ConfType::kDuration;
  }
}

}  // namespace detail

// T is bool, int64_t, double, std::string, std::vector<std::string>, ByteSize, MemoryLimit, std::chrono::milliseconds,
// or an optional of one of these for a key with no default of its own.
template <class T>
struct ConfKey : ConfKeyBase {
  using Value = typename detail::ValueOf<T>::Type;

  // Runs in the compiler, where a throw is an error: a declaration that lacks something does not compile.
  consteval explicit ConfKey(const ConfKeySpec& spec)
      : ConfKeyBase(spec, detail::confTypeOf<Value>(), detail::kIsOptional<T>) {
    if (!spec.name.starts_with("ferro.")) throw "a key's name begins with ferro.";
    if (spec.meaning.empty()) throw "a key has a sentence that says what it means";
    if (spec.defaultText.empty() != isOptional) throw "a key has a default, or else an optional type";
    if (spec.whenUnset.empty() == isOptional) throw "a key of optional type says what happens without it";
  }
};

}  // namespace ferro
