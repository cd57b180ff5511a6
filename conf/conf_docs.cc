#include "ferro/conf/conf_docs.h"

#include <string_view>

#include "ferro/conf/conf_value.h"
#include "ferro/conf/key_table.h"

namespace ferro {
namespace {

constexpr std::string_view kIntroduction = R"(# Settings

Made by `ferro_conf_docs` from the declarations in `conf/keys_*.h`; `./dev docs` writes it anew. Do not edit it by hand.

## Where to write them
Strongest first:

1. in code: `ferro::Conf conf; conf.set("ferro.default.parallelism", 8);`, handed to the `Session`;
2. among the program's arguments, each `--KEY=VALUE` with a whole key: `./wordcount --ferro.master='local[4]' in out`. Ferro
   takes these out; what follows a `--` is the program's own;
3. among the flags of `ferro-submit`: those with a name of their own (`--master`), then `--conf KEY=VALUE`;
4. in a properties file, named by `ferro.properties.file`, `ferro-submit --properties-file` or `$FERRO_PROPERTIES_FILE`;
5. in `ferro-defaults.conf`, then `spark-defaults.conf`, in the directory `$FERRO_CONF_DIR`, else `conf`; as in Spark,
   `ferro-submit --properties-file` takes the place of `spark-defaults.conf` unless `--load-spark-defaults` is there too;
6. the defaults below.

`ferro-submit --verbose` shows each setting and where it came from, `ferro-submit --explain-conf KEY` all about one.

Files have a `key value` or `key=value` on each line; `#` begins a comment, and of two lines with one key the last counts.

Each key may be spelled `spark.X` instead of `ferro.X`, so a `spark-defaults.conf` works as it is. Keys of Spark's that mean
nothing here are ignored, and one warning lists them. An unknown `ferro.X`, or a value that is not allowed, is an error
that says where it was written and what would be right.

## How values are written
- Sizes: `512k`, `48m`, `1g`, `2t` (also `kb`, `mb` ...; `1k` is 1024 bytes). A number alone counts the unit that the
  table names as "bare".
- Durations: `100ms`, `3s`, `5min` (or `5m`), `1h`, `1d`; a number alone as for sizes.
- Booleans: `true`, `false`. Lists: `/disk1,/disk2`. Letter case counts for none of these, nor for names to choose from.

Settings marked "not yet" tune something that this version does not have; setting one gives a warning.
)";

// A vertical bar would end a cell of the table.
std::string cell(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string defaultCell(const ConfKeyBase& key) {
  if (key.isOptional) return "none: " + cell(key.whenUnset);
  return "`" + cell(key.defaultText) + "`";
}

std::string allowedCell(const ConfKeyBase& key) {
  switch (key.type) {
    case ConfType::kBool: return "true or false";
    case ConfType::kInteger: return key.choices.empty() ? "whole number" + describeRange(key) : describeAllowed(key);
    case ConfType::kReal: return "number" + describeRange(key);
    case ConfType::kList: return "list";
    case ConfType::kSize: return "size" + describeRange(key) + "; bare: " + describeBareUnit(key);
    case ConfType::kMemory: return "auto, or size" + describeRange(key) + "; bare: " + describeBareUnit(key);
    case ConfType::kDuration: return "duration" + describeRange(key) + "; bare: " + describeBareUnit(key);
    case ConfType::kText: break;
  }
  if (!key.choices.empty()) return describeAllowed(key);
  if (key.acceptedForm.empty()) return "text";
  return "`" + cell(key.acceptedForm) + "`";
}

std::string row(const ConfKeyBase& key) {
  std::string status = key.status == ConfStatus::kInEffect ? "yes" : "not yet";
  return "| `" + cell(key.name) + "` | " + defaultCell(key) + " | " + cell(key.meaning) + " | " + allowedCell(key) +
         " | " + status + " |\n";
}

}  // namespace

std::string configurationMarkdown() {
  std::string markdown(kIntroduction);
  for (const KeyTheme& theme : keyTable().themes()) {
    markdown += "\n## " + std::string(theme.title) + "\n";
    markdown += "| key | default | meaning | allowed | in effect |\n|---|---|---|---|---|\n";
    for (const ConfKeyBase* key : theme.keys) markdown += row(*key);
  }
  return markdown;
}

}  // namespace ferro
