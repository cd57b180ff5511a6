// For each word the files that hold it: inverted_index INPUT OUTPUT. Each line of the output is a word and its files.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

#include <ferro/ferro.h>

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      words.back().push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s INPUT OUTPUT\n", argv[0]);
    return 2;
  }
  auto index = session.wholeTextFiles(argv[1])
                   .flatMapValues([](std::string_view text) { return wordsOf(text); })
                   .map([](const std::pair<std::string_view, std::string>& row) {
                     const std::string_view file = row.first.substr(row.first.rfind('/') + 1);
                     return std::pair(row.second, file);
                   })
                   .distinct()
                   .groupByKey()
                   .sortByKey();
  index
      .map([](const std::pair<std::string, std::vector<std::string>>& entry) {
        std::vector<std::string> files = entry.second;
        std::sort(files.begin(), files.end());
        return entry.first + "\t" + ferro::join(files, " ");
      })
      .saveAsTextFile(argv[2]);
}
