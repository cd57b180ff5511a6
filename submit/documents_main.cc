// Writes the man page and the completions that are installed beside ferro-submit: ferro_submit_documents DIRECTORY.
#include <cstdio>
#include <fstream>
#include <string>

#include "ferro/submit/documents.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: ferro_submit_documents DIRECTORY\n");
    return 2;
  }
  const std::string directory = argv[1];
  bool written = true;
  const auto write = [&](const std::string& name, const std::string& content) {
    written = (std::ofstream(directory + "/" + name) << content).flush() && written;
  };
  write("ferro-submit.1", ferro::submit::manPage());
  write("ferro-submit.bash", ferro::submit::bashCompletion());
  write("_ferro-submit", ferro::submit::zshCompletion());
  if (!written) std::fprintf(stderr, "error: cannot write into %s\n", directory.c_str());
  return written ? 0 : 1;
}
