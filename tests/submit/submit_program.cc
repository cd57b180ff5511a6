// An application for tests of ferro-submit: the first argument names what it does.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <ferro/conf/keys.h>
#include <ferro/engine/files.h>
#include <ferro/engine/session.h>

namespace {

// Each setting on a line with where it came from, then the arguments that are left.
void printSettings(const ferro::Session& session, const std::vector<std::string>& arguments) {
  for (const ferro::ConfSetting& setting : session.conf().settings()) {
    std::printf("%s=%s (%s)\n", setting.key.c_str(), setting.text.c_str(), setting.source.c_str());
  }
  for (const std::string& argument : arguments) std::printf("[%s]\n", argument.c_str());
}

std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// What the driver finds in a submitted file, then what tasks do.
void printFile(const ferro::Session& session, const std::string& name) {
  std::printf("%s\n", contentOf(ferro::Files::get(name)).c_str());
  const auto lines = session.range(0, 2, 1, 2)
                         .map([](int64_t, const std::string& file) { return contentOf(ferro::Files::get(file)); }, name)
                         .collect();
  for (const std::string& line : lines) std::printf("%s\n", line.c_str());
}

// Tells in a FIFO that it is there, and waits for its end inside a job.
void waitInJob(const ferro::Session& session, const std::string& fifo) {
  session.range(0, 1, 1, 1)
      .map(
          [](int64_t x, const std::string& path) {
            std::ofstream(path) << "waiting" << std::endl;
            ::pause();
            return x;
          },
          fifo)
      .count();
}

// Fails until the file has as many letters as asked for, and leaves one more each time.
int failFirst(const std::string& path, const std::string& times) {
  std::string letters = contentOf(path);
  std::ofstream(path) << letters << "x";
  return letters.size() < std::stoul(times) ? 7 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  ferro::Conf conf;
  if (const char* master = std::getenv("MASTER_IN_CODE")) conf.setMaster(master);
  ferro::Session session(argc, argv, conf);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string what = arguments.empty() ? "" : arguments[0];
  if (what == "settings") printSettings(session, arguments);
  else if (what == "file") printFile(session, arguments.at(1));
  else if (what == "exit") return std::stoi(arguments.at(1));
  else if (what == "wait") waitInJob(session, arguments.at(1));
  else if (what == "fail-first") return failFirst(arguments.at(1), arguments.at(2));
  else if (what == "sum") std::printf("%lld\n", static_cast<long long>(session.range(0, 1000, 1, 8).sum()));
  return 0;
}
