// A driver program that goes wrong in the way its first argument says; faults_test.py runs it and looks at what it
// leaves.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ferro/ferro.h>

namespace {

// Writes a line once tasks run, so that whoever watches need not guess.
ferro::Rdd<int64_t> announced(const ferro::Session& session, int64_t rows) {
  return session.range(0, rows, 1, 4).mapPartitions([](ferro::Rows<int64_t>& part) {
    std::printf("running\n");
    std::fflush(stdout);
    int64_t mixed = 0;
    while (const int64_t* row = part.next()) mixed ^= *row;
    return std::vector<int64_t>{mixed};
  });
}

// Tasks spill first, so that there is something to clean up, then run until they are stopped.
void runForever(const ferro::Session& session) {
  auto spilled = session.range(0, 200'000, 1, 4)
                     .map([](int64_t x) { return std::pair(x % 1'000, std::string(100, 'x')); })
                     .partitionBy(4)
                     .persist(ferro::StorageLevel::DISK_ONLY);
  spilled.count();
  announced(session, int64_t{1} << 60).count();
}

void shuffleMuch(const ferro::Session& session) {
  auto rows = session.range(0, 400'000, 1, 4).map([](int64_t x) {
    std::string text;
    for (int64_t i = 0; i < 10; ++i) text += std::to_string((x + i) * 2'654'435'761 % 1'000'000'007);
    return std::pair(x, text);
  });
  std::printf("%lld rows\n", static_cast<long long>(rows.sortByKey().count()));
}

void countLines(const ferro::Session& session, const std::string& path) {
  std::printf("%lld lines\n", static_cast<long long>(session.textFile(path).count()));
}

void throwInTask(const ferro::Session& session) {
  session.range(0, 10, 1, 2).foreach ([](int64_t) { throw std::runtime_error("two\nlines"); });
}

// What a program must not do, in a function whose name the report must give.
[[gnu::noinline]] int64_t divideByNothing(int64_t x) {
  volatile int64_t zero = x - x;
  return x / zero;
}

[[gnu::noinline]] int64_t readNowhere(int64_t x) {
  volatile int64_t* nowhere = reinterpret_cast<int64_t*>(x - x + 8);
  return *nowhere;
}

[[gnu::noinline]] int64_t giveUp(int64_t x) {
  if (x >= 0) std::abort();
  return x;
}

[[gnu::noinline]] int64_t recurse(int64_t x) {
  volatile char room[4096] = {};
  room[x & 4095] = 1;
  return x < 0 ? x : recurse(x + 1) + room[(x + 1) & 4095];
}

void crash(const ferro::Session& session, const std::string& how) {
  auto rows = session.range(0, 4, 1, 2).filter([](int64_t x) { return x == 3; });
  if (how == "divide") rows.map([](int64_t x) { return divideByNothing(x); }).collect();
  if (how == "segv") rows.map([](int64_t x) { return readNowhere(x); }).collect();
  if (how == "abort") rows.map([](int64_t x) { return giveUp(x); }).collect();
  if (how == "recursion") rows.map([](int64_t x) { return recurse(x); }).collect();
  if (how == "driver") readNowhere(1);
}

void parseLines(const ferro::Session& session, const std::string& path) {
  session.textFile(path, 3).map([](std::string_view line) { return std::stoll(std::string(line)); }).collect();
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* greeting = std::getenv("GREETING")) std::puts(greeting);
  ferro::Session session(argc, argv);
  const std::string fault = argc > 1 ? argv[1] : "";
  if (fault == "forever") runForever(session);
  if (fault == "shuffle") shuffleMuch(session);
  if (fault == "read") countLines(session, argv[2]);
  if (fault == "throw") throwInTask(session);
  if (fault == "crash") crash(session, argv[2]);
  if (fault == "parse") parseLines(session, argv[2]);
  if (fault == "error") throw ferro::Error(ferro::ErrorCode::kInvalidArgument, "an error nobody catches");
  if (fault == "exit") std::exit(7);
  return 0;
}
