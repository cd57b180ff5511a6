// Runs one test body on every kind of session, in threads and in processes, and checks afterwards that the session left
// nothing behind: no bytes in its memory, no file, no thread, no process. For the test's own thread.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "error_of.h"
#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/engine/session.h"
#include "ferro_test.h"
#include "session_state.h"

namespace ferro::test {

inline int numThreads() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Threads:")) return std::stoi(line.substr(8));
  }
  throw std::logic_error("the system does not say how many threads there are");
}

// What a job lets go of may be freed a moment after the job has ended, on the scheduler's threads.
template <class Condition>
bool becomesTrue(Condition condition, std::chrono::seconds limit = std::chrono::seconds(20)) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

inline std::vector<std::string> filesBeneath(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline int numChildren() {
  int children = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(task.path() / "children");
    for (std::string process; list >> process;) ++children;
  }
  return children;
}

// Runs the body on one session with these settings.
template <class Body>
void withSession(Conf conf, Body body) {
  TempDir directory(std::filesystem::temp_directory_path(), "ferro-engine-test-");
  conf.set("ferro.local.dir", directory.path());
  const int threadsBefore = numThreads();
  {
    Session session(conf);
    body(session);
    const bool freed = becomesTrue([&] { return bytesHeld(session) == 0; });
    CHECK(freed);
    if (!freed) {
      FAIL_CHECK("still held: " << bytesHeld(session) << " bytes; of the driver's: " << holdersOf(session));
    }
  }
  CHECK(filesBeneath(directory.path()) == std::vector<std::string>());
  CHECK(numChildren() == 0);
  CHECK(becomesTrue([&] { return numThreads() <= threadsBefore; }));
}

inline Conf localConf(const std::string& master) { return Conf().setMaster(master); }

// For tests whose tasks and checks must share memory.
template <class Body>
void forEachLocalSession(Body body, const Conf& settings = {}) {
  struct Kind {
    const char* master;
    bool serialize;
  };
  for (const Kind& kind : std::array<Kind, 3>{{{"local[1]", false}, {"local[2]", false}, {"local[2]", true}}}) {
    INFO("master " << kind.master << (kind.serialize ? ", tasks as bytes" : ""));
    Conf conf = settings;
    conf.setMaster(kind.master).set("ferro.local.serialize", kind.serialize);
    withSession(std::move(conf), body);
  }
}

// Executor processes get the memory that the settings give to the driver of a local session.
inline Conf clusterConf(int executors, const Conf& settings = {}) {
  const std::string memory = settings.getText("ferro.driver.memory").value_or("auto");
  Conf conf = settings;
  conf.setMaster("local-cluster[" + std::to_string(executors) + ",1," + (memory == "auto" ? "512m" : memory) + "]");
  return conf;
}

template <class Body>
void forEachClusterSession(Body body, const Conf& settings = {}) {
  for (const int executors : {2, 3}) {
    INFO(executors << " executor processes");
    withSession(clusterConf(executors, settings), body);
  }
}

template <class Body>
void forEachSession(Body body, const Conf& settings = {}) {
  forEachLocalSession(body, settings);
  forEachClusterSession(body, settings);
}

template <class T>
std::vector<T> sorted(std::vector<T> rows) {
  std::sort(rows.begin(), rows.end(), ValueLess{});
  return rows;
}

inline bool isOneLine(const std::string& text) { return !text.empty() && text.find('\n') == std::string::npos; }

}  // namespace ferro::test
