#include "ferro/conf/conf_docs.h"

#include <fstream>
#include <sstream>
#include <string>

#include "ferro/conf/key_table.h"
#include "ferro_test.h"

using namespace ferro;

TEST_CASE("docs/configuration.md is what the table of keys says") {
  std::ifstream file(FERRO_SOURCE_DIR "/docs/configuration.md");
  std::stringstream committed;
  committed << file.rdbuf();
  INFO("docs/configuration.md is stale: run ./dev docs, or write the output of ferro_conf_docs to it");
  CHECK(committed.str() == configurationMarkdown());
}

TEST_CASE("the documentation has a row for every key, with as many cells as its heading") {
  std::string markdown = configurationMarkdown();
  for (const KeyTheme& theme : keyTable().themes()) {
    for (const ConfKeyBase* key : theme.keys) {
      INFO(key->name);
      size_t begin = markdown.find("\n| `" + std::string(key->name) + "` |");
      REQUIRE(begin != std::string::npos);
      std::string row = markdown.substr(begin + 1, markdown.find('\n', begin + 1) - begin - 1);
      size_t bars = 0;
      for (size_t i = 0; i < row.size(); ++i) bars += row[i] == '|' && (i == 0 || row[i - 1] != '\\');
      CHECK(bars == 6);
    }
  }
}
