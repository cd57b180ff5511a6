#include "ferro/submit/documents.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "ferro/common/temp_dir.h"
#include "ferro/submit/flags.h"
#include "ferro/submit/tool.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::submit;

namespace {

// The man page writes each dash with a backslash.
std::string withoutBackslashes(std::string text) {
  std::erase(text, '\\');
  return text;
}

bool isInstalled(const std::string& program) { return runTool({"sh", "-c", "command -v " + program}).exitCode == 0; }

std::string completedByBash(const std::string& words) {
  const TempDir directory(std::filesystem::temp_directory_path().string());
  const std::string script = directory.path() + "/completion";
  std::ofstream(script) << bashCompletion();
  const std::string call = "shopt -s extglob; compopt() { :; }; . " + script + "; COMP_WORDS=(ferro-submit " + words +
                           "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _ferro_submit; echo \"${COMPREPLY[@]}\"";
  const ToolResult result = runTool({"bash", "-c", call});
  INFO(result.errors);
  CHECK(result.exitCode == 0);
  return result.output;
}

}  // namespace

TEST_CASE("every flag is in the help text, the man page and the completions") {
  const std::string help = helpText();
  const std::string man = withoutBackslashes(manPage());
  const std::string bash = bashCompletion();
  const std::string zsh = zshCompletion();
  for (const Flag& flag : flags()) {
    INFO(flag.name);
    for (const std::string* text : {&help, &man, &bash, &zsh}) CHECK(text->find(flag.name) != std::string::npos);
  }
}

TEST_CASE("no line of the help text is wider than 125 characters") {
  const std::string help = helpText();
  for (size_t begin = 0; begin < help.size();) {
    const size_t end = help.find('\n', begin);
    CHECK(end - begin <= 125);
    begin = end + 1;
  }
}

TEST_CASE("bash completes flags, their values and keys of settings") {
  CHECK(completedByBash("--exec") == "--executor-cores --executor-memory");
  CHECK(completedByBash("--deploy-mode cl") == "client cluster");
  CHECK(completedByBash("--conf ferro.task.c") == "ferro.task.cpus=");
  CHECK(completedByBash("--explain-conf ferro.driver.p") == "ferro.driver.port");
}

TEST_CASE("bash goes on completing after settings and URIs, which it takes for several words") {
  CHECK(completedByBash("--conf ferro.task.cpus = 2 --exec") == "--executor-cores --executor-memory");
  CHECK(completedByBash("--conf = ferro.task.cpus = 2 --deploy-mode = cl") == "client cluster");
  CHECK(completedByBash("--files file : /nowhere/a --exec") == "--executor-cores --executor-memory");
  CHECK(completedByBash("--conf ferro.task.cpus = 2 /nowhere/app --exec").empty());
}

TEST_CASE("bash leaves what follows the application alone") {
  CHECK(completedByBash("--master local /nowhere/app --exec").empty());
}

TEST_CASE("zsh can read its completion") {
  if (!isInstalled("zsh")) {
    WARN("zsh is not installed");
    return;
  }
  const TempDir directory(std::filesystem::temp_directory_path().string());
  std::ofstream(directory.path() + "/_ferro-submit") << zshCompletion();
  const ToolResult result = runTool({"zsh", "-n", directory.path() + "/_ferro-submit"});
  INFO(result.errors);
  CHECK(result.exitCode == 0);
}

TEST_CASE("man formats the man page without a warning") {
  if (!isInstalled("groff")) {
    WARN("groff is not installed");
    return;
  }
  const TempDir directory(std::filesystem::temp_directory_path().string());
  std::ofstream(directory.path() + "/page") << manPage();
  const ToolResult result = runTool({"groff", "-man", "-Tascii", "-ww", "-z", directory.path() + "/page"});
  CHECK(result.exitCode == 0);
  CHECK(result.errors.empty());
}
