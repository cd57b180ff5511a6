// A few threads that do, in the order in which it came, what must not hold up a NetLoop: reading and writing files,
// checksums. Any thread may post.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ferro {

class WorkQueue {
 public:
  using Work = std::function<void()>;

  WorkQueue(const std::string& threadName, int threads);
  // Waits for what is being done; what is still queued is dropped.
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // The work answers for its errors; it must not throw.
  void post(Work work);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Work> queue_;
  bool stopped_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace ferro
