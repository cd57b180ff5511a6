// A task outside a session, for tests of sources and sinks: an executor's environment with a memory limit, one task's
// context on it, and a directory for its files.
#pragma once

#include <atomic>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error_of.h"
#include "ferro/common/error.h"
#include "ferro/common/stored.h"
#include "ferro/common/temp_dir.h"
#include "ferro/engine/node.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/task_context.h"

namespace ferro::test {

class IoTask {
 public:
  explicit IoTask(int64_t memoryLimit = int64_t{256} << 20)
      : directory("/tmp", "ferro-io-test-"),
        environment(Conf(), memoryLimit, nullptr),
        context({}, environment, cancelled) {}

  std::string path(std::string_view name) const { return directory.path() + "/" + std::string(name); }

  std::string write(std::string_view name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  TempDir directory;
  std::atomic<bool> cancelled{false};
  ExecutorEnvironment environment;
  TaskContext context;
};

class OneInput final : public PartitionInputs {
 public:
  OneInput() = default;
  explicit OneInput(std::unique_ptr<UntypedIterator> input) : input_(std::move(input)) {}
  size_t size() const override { return input_ ? 1 : 0; }
  std::unique_ptr<UntypedIterator> take(size_t) override { return std::move(input_); }
  std::unique_ptr<PartitionInputs> keep() override { throwInternal("a test's input is not kept"); }

 private:
  std::unique_ptr<UntypedIterator> input_;
};

template <class T>
std::vector<Stored<T>> rowsOf(Iterator<T>& iterator) {
  std::vector<Stored<T>> rows;
  while (const T* row = iterator.next()) rows.push_back(toStored(*row));
  return rows;
}

inline std::string readAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace ferro::test
