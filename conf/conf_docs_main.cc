// Prints docs/configuration.md.
#include <iostream>

#include "ferro/conf/conf_docs.h"

int main() {
  std::cout << ferro::configurationMarkdown();
  return std::cout.flush() ? 0 : 1;
}
