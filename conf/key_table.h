// The table of all keys, grouped by theme: what a name is looked up in, and what the documentation is made of. Built
// once, immutable; any thread may read it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/conf/conf_key.h"

namespace ferro {

struct KeyTheme {
  std::string_view title;
  std::vector<const ConfKeyBase*> keys;
};

class KeyTable {
 public:
  explicit KeyTable(std::vector<KeyTheme> themes);

  const std::vector<KeyTheme>& themes() const { return themes_; }

  // The key with this name, spelled `ferro.X` or `spark.X`; null when there is none.
  const ConfKeyBase* find(std::string_view name) const;

  // The known name that is spelled most like this one.
  std::string_view nearest(std::string_view name) const;
  // What an unknown name was probably meant to be, for the end of a sentence: "the nearest known is X", "did you mean
  // X or Y?", or where all are listed.
  std::string suggestion(std::string_view name) const;
  // The known key, spelled with the prefix of `name`, of which `name` is a misspelling; empty when none is that near.
  std::string misspelled(std::string_view name) const;

 private:
  std::vector<KeyTheme> themes_;
  std::map<std::string_view, const ConfKeyBase*> byName_;
  std::vector<std::string_view> names_;
};

const KeyTable& keyTable();

}  // namespace ferro
