// Looks for errors in logs: log_mining LOGS. Each line of the input is "LEVEL COMPONENT MESSAGE". The error lines are
// kept in memory, so that every question after the first is answered at once.
#include <cstdio>
#include <string>

#include <ferro/ferro.h>

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s LOGS\n", argv[0]);
    return 2;
  }
  auto malformed = session.longAccumulator();
  auto errors = session.textFile(argv[1])
                    .filter(
                        [](std::string_view line, const ferro::Accumulator<int64_t>& bad) {
                          if (line.find(' ') == std::string_view::npos) bad.add(1);
                          return line.starts_with("ERROR ");
                        },
                        malformed)
                    .cache();
  std::printf("%lld errors\n", static_cast<long long>(errors.count()));
  std::printf("%lld lines without a level\n", static_cast<long long>(malformed.value()));

  auto timeouts = errors.filter([](std::string_view line) { return line.find("timeout") != std::string_view::npos; });
  std::printf("%lld of the errors are timeouts\n", static_cast<long long>(timeouts.count()));

  auto byComponent = errors.map([](std::string_view line) { return ferro::split(line, ' ')[1]; }).countByValue();
  for (const auto& [component, count] : byComponent) {
    std::printf("%8lld  %s\n", static_cast<long long>(count), component.c_str());
  }
}
