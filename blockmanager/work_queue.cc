#include "ferro/blockmanager/work_queue.h"

#include <pthread.h>

#include <utility>

#include "ferro/common/contain.h"

namespace ferro {

WorkQueue::WorkQueue(const std::string& threadName, int threads) {
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { run(); });
    pthread_setname_np(threads_.back().native_handle(), threadName.substr(0, 15).c_str());
  }
}

WorkQueue::~WorkQueue() {
  std::deque<Work> dropped;
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
    dropped.swap(queue_);
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void WorkQueue::post(Work work) {
  {
    std::lock_guard lock(mutex_);
    if (stopped_) return;
    queue_.push_back(std::move(work));
  }
  changed_.notify_one();
}

void WorkQueue::run() {
  while (true) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopped_ || !queue_.empty(); });
      if (stopped_) return;
      work = std::move(queue_.front());
      queue_.pop_front();
    }
    contain("background work", work);
  }
}

}  // namespace ferro
