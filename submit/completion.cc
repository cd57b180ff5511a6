#include <string_view>
#include <vector>

#include "ferro/common/text.h"
#include "ferro/conf/key_table.h"
#include "ferro/submit/documents.h"
#include "ferro/submit/flags.h"

namespace ferro::submit {
namespace {

std::string confKeys(std::string_view after) {
  std::vector<std::string> keys;
  for (const KeyTheme& theme : keyTable().themes()) {
    for (const ConfKeyBase* key : theme.keys) keys.push_back(std::string(key->name).append(after));
  }
  return join(keys, " ");
}

std::string namesOf(const Flag& flag, std::string_view separator) {
  return (flag.shortName.empty() ? "" : std::string(flag.shortName).append(separator)) + std::string(flag.name);
}

std::string bashWords(const std::string& words) { return "COMPREPLY=($(compgen -W '" + words + "' -- \"$current\"))"; }

std::string bashOffer(const Flag& flag) {
  switch (flag.completion) {
    case Completion::kFile: return "COMPREPLY=($(compgen -f -- \"$current\"))";
    case Completion::kChoices: return bashWords(std::string(flag.choices));
    case Completion::kConfKey: return bashWords(confKeys(""));
    case Completion::kConfSetting: return bashWords(confKeys("=")) + "; compopt -o nospace";
    case Completion::kNothing: break;
  }
  return "COMPREPLY=()";
}

// zsh reads these as its own in a specification.
std::string zshEscaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') result += '\\';
    if (c == '\'') result += "'\\'";
    result += c;
  }
  return result;
}

std::string zshOffer(const Flag& flag) {
  switch (flag.completion) {
    case Completion::kFile: return "_files";
    case Completion::kChoices: return "(" + zshEscaped(flag.choices) + ")";
    case Completion::kConfKey: return "(" + confKeys("") + ")";
    // Its value follows at once.
    case Completion::kConfSetting: return "{compadd -S \"\" -- " + confKeys("=") + "}";
    case Completion::kNothing: break;
  }
  return " ";
}

// One flag under one of its names, as _arguments reads it.
std::string zshSpecification(const Flag& flag, std::string_view name) {
  std::string text = "  '";
  if (flag.role == FlagRole::kConf) text += '*';  // may come several times
  text.append(name).append("[").append(zshEscaped(flag.meaning)).append("]");
  if (!flag.value.empty()) text.append(":").append(zshEscaped(flag.value)).append(":").append(zshOffer(flag));
  return text.append("' \\\n");
}

}  // namespace

// Until the application's name, flags and their values are offered; from there on files. bash takes `=` and `:` for
// words of their own.
std::string bashCompletion() {
  std::string cases;
  std::vector<std::string> names;
  std::vector<std::string> withValue;
  for (const Flag& flag : flags()) {
    names.emplace_back(flag.name);
    if (flag.value.empty()) continue;
    withValue.push_back(namesOf(flag, "|"));
    cases += "    " + namesOf(flag, "|") + ") " + bashOffer(flag) + "; return ;;\n";
  }
  return "# Completion of ferro-submit for bash; made from its table of flags.\n"
         "_ferro_submit() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} i\n"
         "  COMPREPLY=()\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    case ${COMP_WORDS[i]} in\n"
         "      " +
         join(withValue, "|") +
         ") ((++i)); [[ ${COMP_WORDS[i]} == '=' ]] && ((++i)) ;;\n"
         "      -*) ;;\n"
         "      =|:) ((++i)) ;;\n"
         "      *) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
         "    esac\n"
         "  done\n"
         "  [[ $previous == '=' ]] && previous=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  case $previous in\n" +
         cases +
         "  esac\n"
         "  if [[ $current == -* ]]; then\n"
         "    " +
         bashWords(join(names, " ")) +
         "\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _ferro_submit ferro-submit\n";
}

std::string zshCompletion() {
  std::string specifications;
  for (const Flag& flag : flags()) {
    if (!flag.shortName.empty()) specifications += zshSpecification(flag, flag.shortName);
    specifications += zshSpecification(flag, flag.name);
  }
  return "#compdef ferro-submit\n"
         "# Completion of ferro-submit for zsh; made from its table of flags.\n"
         "_arguments -S \\\n" +
         specifications +
         "  '1:application:_files' \\\n"
         "  '*:argument:_files'\n";
}

}  // namespace ferro::submit
