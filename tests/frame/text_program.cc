#include "text_program.h"

#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>

#include "ferro/common/temp_dir.h"

namespace ferro::test {
namespace {

// Catches what is printed as long as it lives.
class Printed {
 public:
  Printed() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  ~Printed() { std::cout.rdbuf(before_); }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

// Which job, stage, task and attempt it was differs from session to session.
std::string withoutPlace(const std::string& error) {
  const size_t place = error.find(" of ");
  const size_t cause = error.find(": ", place);
  if (!error.starts_with("job ") || place == std::string::npos || cause == std::string::npos) return error;
  return error.substr(cause + 2);
}

std::string trimmed(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const size_t end = line.find_last_not_of(' ');
    result += line.substr(0, end == std::string::npos ? 0 : end + 1) + "\n";
  }
  while (result.ends_with("\n\n")) result.pop_back();
  return result;
}

}  // namespace

void expectPrinted(const TextFiles& files, const std::string& expected,
                   const std::function<void(Session&, const std::string& folder)>& program) {
  const std::string master = GENERATE("local[1]", "local[2]", "local-cluster[2,1,256m]");
  CAPTURE(master);
  TempDir folder("/tmp", "ferro-text-test-");
  for (const auto& [name, content] : files) std::ofstream(folder.path() + "/" + name) << content;
  Conf conf;
  conf.set("ferro.master", master);
  Session session(conf);
  std::string printed;
  {
    const Printed capture;
    try {
      program(session, folder.path() + "/");
    } catch (const Error& error) {
      std::cout << "error: " << withoutPlace(error.what()) << "\n";
    }
    printed = capture.text();
  }
  CHECK(trimmed(printed) == trimmed(expected + "\n"));
}

void printPlan(const DataFrame& frame, std::string_view mode) {
  std::cout << std::regex_replace(frame.explainString(mode), std::regex("#[0-9]+L?"), "");
}

}  // namespace ferro::test
