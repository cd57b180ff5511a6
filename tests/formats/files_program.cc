// Reads and writes files as cases of standard input say, one a line, its parts between tabs:
// `read FORMAT PATH SCHEMA [option=value]...` prints the types and rows of what is read,
// `write FORMAT PATH TABLE [option=value]...` writes a Parquet table there and prints the text of the files.
// `select PATH EXPRESSION...` prints the types and rows of the expressions over a Parquet table.
// Answers, or errors, end with a line `<end>`, for comparison with other engines. Arguments NAME=VALUE are settings.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "ferro/engine/ferro.h"

namespace {

using namespace ferro;

std::vector<std::string> partsOf(const std::string& line) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == '\t') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// In the text of an option a tab is written <tab>, a line feed <lf>, a carriage return <cr>.
std::string plain(std::string text) {
  for (const auto& [name, character] : {std::pair{"<tab>", "\t"}, {"<lf>", "\n"}, {"<cr>", "\r"}}) {
    for (size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
      text.replace(at, std::string_view(name).size(), character);
    }
  }
  return text;
}

Options optionsOf(const std::vector<std::string>& parts) {
  Options options;
  for (size_t i = 4; i < parts.size(); ++i) {
    const size_t equals = parts[i].find('=');
    options[parts[i].substr(0, equals)] = plain(parts[i].substr(equals + 1));
  }
  return options;
}

void printFrame(const DataFrame& frame) {
  const std::string rows = frame.showString(1000, 0, true);
  for (const auto& [name, type] : frame.dtypes()) std::cout << name << ": " << type << "\n";
  std::cout << rows;
}

void readCase(const Session& session, const std::vector<std::string>& parts) {
  DataFrameReader reader = session.read();
  reader.format(parts[1]).options(optionsOf(parts));
  if (!parts[3].empty()) reader.schema(parts[3]);
  printFrame(reader.load(parts[2]));
}

void selectCase(const Session& session, const std::vector<std::string>& parts) {
  std::vector<Column> columns;
  for (size_t i = 2; i < parts.size(); ++i) columns.push_back(expr(parts[i]));
  printFrame(session.read().parquet(parts[1]).select(columns));
}

void writeCase(const Session& session, const std::vector<std::string>& parts) {
  session.read().parquet(parts[3]).write().format(parts[1]).options(optionsOf(parts)).save(parts[2]);
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(parts[2])) {
    if (entry.path().filename().string().starts_with("part-")) files.insert(entry.path());
  }
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    std::cout << std::string(std::istreambuf_iterator<char>(stream), {});
  }
}

}  // namespace

int main(int argc, char** argv) {
  ferro::runIfExecutor();
  ferro::Conf conf;
  conf.setMaster("local[2]");
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    conf.set(argument.substr(0, argument.find('=')), argument.substr(argument.find('=') + 1));
  }
  const ferro::Session session(conf);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      const std::vector<std::string> parts = partsOf(line);
      (parts.at(0) == "read" ? readCase : parts[0] == "select" ? selectCase : writeCase)(session, parts);
    } catch (const ferro::Error& error) {
      std::cout << "error: " << error.what() << "\n";
    }
    std::cout << "<end>" << std::endl;
  }
  return 0;
}
