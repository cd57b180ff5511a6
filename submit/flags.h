// The flags of ferro-submit, each declared once: parsing, help, man page and completion come from this table.
// Immutable; any thread may read it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ferro/conf/conf_key.h"

namespace ferro::submit {

enum class FlagRole {
  kSetting,  // sets its key to its value, or to true when it takes none
  kConf,     // KEY=VALUE
  kVerbose,
  kKill,
  kStatus,
  kExplainConf,
  kRunDriver,  // what a batch job calls; not for people
  kVersion,
  kHelp,
};

// What a shell offers for a flag's value.
enum class Completion { kNothing, kFile, kChoices, kConfKey, kConfSetting };

struct Flag {
  std::string_view name;            // with its dashes
  std::string_view shortName = {};  // with its dash, or empty
  std::string_view value = {};      // what its value is called; empty when it takes none
  std::string_view meaning;
  FlagRole role = FlagRole::kSetting;
  const ConfKeyBase* key = nullptr;
  Completion completion = Completion::kNothing;
  std::string_view choices = {};  // separated by spaces
};

// Those that help shows, in its order.
std::span<const Flag> flags();

// By its long or short name; null when there is none.
const Flag* findFlag(std::string_view name);

// The long name that is spelled most like this one.
std::string_view nearestFlag(std::string_view name);

// Flags of spark-submit that are about the JVM: they take a value and have no meaning here.
bool isFlagOfTheJvm(std::string_view name);

}  // namespace ferro::submit
